import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { decodeAt } from "../diff/decode_at.ts"
import { isMapping } from "../foreign/foreign_value.ts"
import { Finding } from "../schema/finding.ts"
import { nodeOf } from "../schema/locator.ts"
import { Line } from "../schema/line.ts"
import { NearMiss } from "../schema/pass_result.ts"
import { answerItems } from "./answer_items.ts"

/** What an external pass says of what it looked at. */
export interface ExternalCoverage {
  readonly type: "coverage"
  /** The nodes that it looked at. */
  readonly scanned: readonly string[]
  /** `false`: the absence of a finding proves nothing. */
  readonly complete: boolean
  /** Why it is not complete. */
  readonly why?: string
}

/** {@link ExternalCoverage} as a schema. */
export const ExternalCoverage: Schema.Codec<ExternalCoverage> = Schema.Struct({
  type: Schema.Literal("coverage"),
  scanned: Schema.Array(Line),
  complete: Schema.Boolean,
  why: Schema.optionalKey(Line),
})

/** What an answer holds, in its order. */
export interface ExternalAnswer {
  readonly findings: readonly Finding[]
  readonly near_misses: readonly NearMiss[]
  readonly coverage: readonly ExternalCoverage[]
  /** What is not as the protocol says: the place, and what is wrong there. */
  readonly refused: readonly string[]
}

/** What one line of an answer is. */
type Said =
  | { readonly _tag: "finding"; readonly finding: Finding }
  | { readonly _tag: "near_miss"; readonly miss: NearMiss }
  | { readonly _tag: "coverage"; readonly coverage: ExternalCoverage }

const decodeFinding = Schema.decodeUnknownResult(Finding, { reportInput: true })
const decodeMiss = Schema.decodeUnknownResult(NearMiss, { reportInput: true })
const decodeCoverage = Schema.decodeUnknownResult(ExternalCoverage, { reportInput: true })

/** Fields of a finding that are not the pass's to say: ids and decisions are given by the run. */
const ignored: readonly string[] = ["type", "id", "status"]

/** What a pass was asked about, as far as its answer is held against it. */
export interface AskedAbout {
  /** The paths that the run is narrowed to: an edit outside of them is refused. */
  readonly roots: readonly string[]
  /** The paths of the request: a locator that is none of them is refused. */
  readonly paths: ReadonlySet<string>
}

/** Reads what an external pass answered, without secrets, value by value. Of equal near misses, the first counts. */
export function readAnswer(pass: string, answer: string, asked: AskedAbout): ExternalAnswer {
  const findings: Finding[] = []
  const near_misses = new Map<string, NearMiss>()
  const coverage: ExternalCoverage[] = []
  const refused: string[] = []
  for (const { place, value } of answerItems(answer)) {
    const said = Result.flatMap(value, (fields) => saidBy(pass, fields, asked))
    if (Result.isFailure(said)) refused.push(`${place} of its answer: ${said.failure}`)
    else if (said.success._tag === "finding") findings.push(said.success.finding)
    else if (said.success._tag === "near_miss") remember(near_misses, said.success.miss)
    else coverage.push(said.success.coverage)
  }
  return { findings, near_misses: [...near_misses.values()], coverage, refused }
}

function remember(misses: Map<string, NearMiss>, miss: NearMiss): void {
  const key = JSON.stringify([miss.locator, miss.what, miss.why])
  if (!misses.has(key)) misses.set(key, miss)
}

function saidBy(pass: string, fields: unknown, { roots, paths }: AskedAbout): Result.Result<Said, string> {
  if (!isMapping(fields)) return Result.fail("is no JSON object")
  switch (typeOf(fields)) {
    case "coverage":
      return Result.map(decoded(decodeCoverage, fields), (coverage) => ({ _tag: "coverage", coverage }))
    case "near_miss":
      return Result.flatMap(decoded(decodeMiss, fields), (miss) => {
        const problem = locatorProblem(miss.locator, paths)
        return problem === undefined ? Result.succeed({ _tag: "near_miss", miss }) : Result.fail(problem)
      })
    case "finding":
      return Result.flatMap(findingOf(pass, fields), (finding) => {
        const problem = locatorProblem(finding.locator, paths) ?? editProblem(finding, roots)
        return problem === undefined ? Result.succeed({ _tag: "finding", finding }) : Result.fail(problem)
      })
    default:
      return Result.fail(`type: Expected "finding" | "near_miss" | "coverage", got ${JSON.stringify(fields["type"])}`)
  }
}

/** A value without a type is a finding, or a near miss when it says why all is well. */
function typeOf(fields: { readonly [field: string]: unknown }): unknown {
  if (fields["type"] !== undefined) return fields["type"]
  return fields["why"] !== undefined && fields["verdict"] === undefined ? "near_miss" : "finding"
}

function findingOf(pass: string, fields: { readonly [field: string]: unknown }): Result.Result<Finding, string> {
  if (fields["pass"] !== undefined && fields["pass"] !== pass) {
    return Result.fail(`pass: Expected ${JSON.stringify(pass)} or no such field, got ${JSON.stringify(fields["pass"])}`)
  }
  const own = Object.entries(fields).filter(([name]) => !ignored.includes(name))
  return decoded(decodeFinding, { ...Object.fromEntries(own), pass })
}

function decoded<A>(
  decode: (value: unknown) => Result.Result<A, Schema.SchemaError>,
  value: unknown,
): Result.Result<A, string> {
  return Result.mapError(
    decodeAt(decode, value, ""),
    ({ field, expected }) => field === "" ? expected : `${field}: ${expected}`,
  )
}

/** A finding about nothing that is there could be neither looked up nor resolved. */
function locatorProblem(locator: string, paths: ReadonlySet<string>): string | undefined {
  if (paths.has(locator) || paths.has(nodeOf(locator))) return undefined
  return `locator: Expected a path of the request, got ${JSON.stringify(locator)}`
}

/** An edit is for a file that the run is about; and a secret that was taken out must not be written into a file. */
function editProblem({ edits = [] }: Finding, roots: readonly string[]): string | undefined {
  for (const [index, edit] of edits.entries()) {
    const place = `edits[${index}]`
    if (!isInside(edit.path, roots)) {
      const where = roots.length === 0 ? "the root" : roots.join(", ")
      return `${place}.path: Expected a path in ${where}, got ${JSON.stringify(edit.path)}`
    }
    if (/<redacted:[\w-]+>/u.test("create" in edit ? edit.create : `${edit.find}\n${edit.replace}`)) {
      return `${place}: it holds a secret, which is not written into files`
    }
  }
  return undefined
}

function isInside(path: string, roots: readonly string[]): boolean {
  const segments = path.split(/[\\/]/u)
  // An absolute path begins with an empty segment, or with a drive.
  const isPlain = !segments.some((segment) => segment === "" || segment === "." || segment === "..") &&
    !/^[A-Za-z]:/u.test(path) && segments[0]?.toLowerCase() !== ".git"
  return isPlain && (roots.length === 0 || roots.some((root) => path === root || path.startsWith(`${root}/`)))
}

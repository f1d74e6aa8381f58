import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { decodeAt } from "../diff/decode_at.ts"
import { isMapping } from "../foreign/foreign_value.ts"
import { Finding } from "../schema/finding.ts"
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

/**
 * Reads what an external pass answered, without secrets, value by value. `roots` are the paths that the run is narrowed
 * to; an edit outside of them is refused.
 */
export function readAnswer(pass: string, answer: string, roots: readonly string[]): ExternalAnswer {
  const findings: Finding[] = []
  const near_misses: NearMiss[] = []
  const coverage: ExternalCoverage[] = []
  const refused: string[] = []
  for (const { place, value } of answerItems(answer)) {
    const said = Result.flatMap(value, (fields) => saidBy(pass, fields, roots))
    if (Result.isFailure(said)) refused.push(`${place} of its answer: ${said.failure}`)
    else if (said.success._tag === "finding") findings.push(said.success.finding)
    else if (said.success._tag === "near_miss") near_misses.push(said.success.miss)
    else coverage.push(said.success.coverage)
  }
  return { findings, near_misses, coverage, refused }
}

function saidBy(pass: string, fields: unknown, roots: readonly string[]): Result.Result<Said, string> {
  if (!isMapping(fields)) return Result.fail("is no JSON object")
  switch (typeOf(fields)) {
    case "coverage":
      return Result.map(decoded(decodeCoverage, fields), (coverage) => ({ _tag: "coverage", coverage }))
    case "near_miss":
      return Result.map(decoded(decodeMiss, fields), (miss) => ({ _tag: "near_miss", miss }))
    case "finding":
      return Result.flatMap(findingOf(pass, fields), (finding) => {
        const problem = editProblem(finding, roots)
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

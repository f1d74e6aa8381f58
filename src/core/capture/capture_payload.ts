import * as Result from "effect/Result"
import { joinPath } from "../corpus/folder_path.ts"
import { fieldOf, itemsOf } from "../foreign/foreign_value.ts"

/** What a memory is about whom: the field `type`. */
export const memoryTypes: readonly ["user", "feedback", "project", "reference", "session-recap"] = [
  "user",
  "feedback",
  "project",
  "reference",
  "session-recap",
]

/** What a memory says: the field `kind`. */
export const memoryKinds: readonly ["lesson", "decision", "preference", "warning", "architectural-rule"] = [
  "lesson",
  "decision",
  "preference",
  "warning",
  "architectural-rule",
]

/** How a memory relates to another one. */
export const relationTypes: readonly ["supersedes", "contradicts", "supports", "related_to"] = [
  "supersedes",
  "contradicts",
  "supports",
  "related_to",
]

/** {@link memoryTypes} */
export type MemoryType = typeof memoryTypes[number]
/** {@link memoryKinds} */
export type MemoryKind = typeof memoryKinds[number]

/** That a memory relates to another one. */
export interface CaptureRelation {
  readonly type: typeof relationTypes[number]
  /** The other memory: a path from the root of the memories or from the new one's folder, or a file name that is unique. */
  readonly target: string
  readonly note?: string
}

/** What is captured: a memory, before it has a place. */
export interface CapturePayload {
  readonly name: string
  readonly description: string
  readonly type: MemoryType
  readonly kind: MemoryKind
  readonly scope: readonly string[]
  /** When the memory matters; empty only for a session's recap. */
  readonly relevance: readonly string[]
  readonly body: string
  readonly relations: readonly CaptureRelation[]
  /** Why the body is long, or the memory always relevant. */
  readonly justification?: string
  /** Where the memory is to be kept, from the root of the repository; absent: its type and kind say it. */
  readonly path?: string
}

/** Why a payload cannot be captured as it is. */
export type PayloadProblem =
  /** Whoever captures has to say these fields first. */
  | { readonly _tag: "incomplete"; readonly missing: readonly string[] }
  /** A field says what no memory can say. */
  | { readonly _tag: "wrong"; readonly problem: string }

/**
 * Reads the payload of a finding whose route is `capture`. Lists may be written as a list or with commas; the kind is
 * `lesson` and the scope `global` unless the payload says otherwise.
 */
export function readCapturePayload(
  capture: { readonly [field: string]: unknown } | undefined,
): Result.Result<CapturePayload, PayloadProblem> {
  const payload = capture ?? {}
  const [name, description] = [lineOf(payload["name"]), lineOf(payload["description"])]
  const body = typeof payload["body"] === "string" ? payload["body"].trim() : ""
  const type = lineOf(payload["type"])
  const relevance = listOf(payload["relevance"])
  const missing = [
    ...(name === "" ? ["name"] : []),
    ...(description === "" ? ["description"] : []),
    ...(type === "" ? ["type"] : []),
    ...(relevance.length === 0 && type !== "session-recap" ? ["relevance"] : []),
    ...(body === "" ? ["body"] : []),
  ]
  if (missing.length > 0) return Result.fail({ _tag: "incomplete", missing })
  const known = memoryTypes.find((word) => word === type)
  const kindWord = lineOf(payload["kind"]) || "lesson"
  const kind = memoryKinds.find((word) => word === kindWord)
  if (known === undefined) return Result.fail(wrongWord("type", type, memoryTypes))
  if (kind === undefined) return Result.fail(wrongWord("kind", kindWord, memoryKinds))
  const scope = listOf(payload["scope"])
  const [justification, path] = [lineOf(payload["justification"]), lineOf(payload["path"])]
  if (joinPath("", path) === undefined || path.startsWith("/")) {
    return Result.fail({ _tag: "wrong", problem: `path "${path}" leaves the repository` })
  }
  return Result.map(relationsOf(payload["relations"]), (relations) => ({
    name,
    description,
    type: known,
    kind,
    scope: scope.length === 0 ? ["global"] : scope,
    relevance,
    body,
    relations,
    ...(justification === "" ? {} : { justification }),
    ...(path === "" ? {} : { path }),
  }))
}

function relationsOf(value: unknown): Result.Result<readonly CaptureRelation[], PayloadProblem> {
  if (value === undefined || value === null) return Result.succeed([])
  if (!Array.isArray(value)) return Result.fail({ _tag: "wrong", problem: "relations is no list" })
  const relations: CaptureRelation[] = []
  for (const item of value) {
    const [word = "", target = "", note = ""] = ["type", "target", "note"].map((field) => lineOf(fieldOf(item, field)))
    const type = relationTypes.find((known) => known === word.replaceAll("-", "_"))
    if (type === undefined) return Result.fail(wrongWord("relations: type", word, relationTypes))
    if (target === "") return Result.fail({ _tag: "wrong", problem: `relations: "${word}" has no target` })
    relations.push({ type, target, ...(note === "" ? {} : { note }) })
  }
  return Result.succeed(relations)
}

function wrongWord(field: string, word: string, words: readonly string[]): PayloadProblem {
  return { _tag: "wrong", problem: `${field} "${word}" is none of ${words.join(", ")}` }
}

/** A text on one line; nothing for what is no text. */
function lineOf(value: unknown): string {
  return typeof value === "string" ? value.replace(/\s+/gu, " ").trim() : ""
}

function listOf(value: unknown): readonly string[] {
  return itemsOf(value).map(lineOf).filter((item) => item !== "")
}

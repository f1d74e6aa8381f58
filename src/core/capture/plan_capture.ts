import * as Result from "effect/Result"
import { lineEdits } from "../edit/line_edits.ts"
import type { Edit } from "../schema/finding.ts"
import type { CapturePayload, CaptureRelation } from "./capture_payload.ts"
import { indexChanges, indexLine } from "./memory_index.ts"
import { isListed, memoryStem } from "./memory_place.ts"
import { memoryText } from "./memory_text.ts"
import { freePath, memoryName, type MemoryTree, namesakes, relatedMemory } from "./memory_tree.ts"
import { supersededEdits } from "./superseded_memory.ts"

/** What capturing writes: all of it, or nothing. */
export interface CapturePlan {
  /** The memory's file. */
  readonly path: string
  /** Empty: it is captured already. */
  readonly edits: readonly Edit[]
}

/** Why a payload is not captured. */
export interface CaptureRefusal {
  readonly problem: string
  /** The field that somebody may fill, so that it is captured after all. */
  readonly asks?: "justification"
}

/** From how many bytes on a body needs a reason, and from how many on it is no memory. */
const [longBody, tooLong] = [600, 1000]

/**
 * What capturing a payload changes in the memories: the new file, its line in the index, and the memories that it
 * supersedes. It fails, in words, when the payload breaks a rule: a body that is too long, `always` without a reason, a
 * name or a description that another memory has, a relation to nothing, a memory that was superseded otherwise.
 */
export function planCapture(
  payload: CapturePayload,
  tree: MemoryTree,
  date: string,
): Result.Result<CapturePlan, CaptureRefusal> {
  const size = sizeProblem(payload)
  return size === undefined
    ? Result.mapError(planIn(payload, tree, date), (problem) => ({ problem }))
    : Result.fail(size)
}

function planIn(payload: CapturePayload, tree: MemoryTree, date: string): Result.Result<CapturePlan, string> {
  const stem = payload.path?.replace(/\.md$/iu, "") ?? memoryStem(payload, tree.root, date)
  const same = namesakes(tree, payload)
  // What is captured already is found by its text, wherever it lies.
  const known = same.map(({ path }) => path).find((path) => {
    const relations = relationsFrom(payload, tree, path)
    return Result.isSuccess(relations) &&
      isSameText(tree.texts.get(path), memoryText(payload, relations.success.written))
  })
  const path = known ?? freePath(tree, stem)
  const relations = relationsFrom(payload, tree, path)
  if (Result.isFailure(relations)) return Result.fail(relations.failure)
  const { written, superseded } = relations.success
  const rival = same.find((other) => other.path !== path && !superseded.includes(other.path))
  if (rival !== undefined) {
    return Result.fail(
      `${rival.path} has the same ${rival.field} ("${rival.value}"); change that memory, or give this one another ${rival.field}`,
    )
  }
  const back = supersededEdits(tree, path, superseded)
  const listed = Result.isFailure(back) ? back : indexEdits(payload, tree, path, new Set(superseded))
  if (Result.isFailure(back)) return Result.fail(back.failure)
  if (Result.isFailure(listed)) return Result.fail(listed.failure)
  const creation: readonly Edit[] = known === undefined ? [{ path, create: memoryText(payload, written) }] : []
  return Result.succeed({ path, edits: [...creation, ...back.success, ...listed.success] })
}

function isSameText(one: string | undefined, other: string): boolean {
  return one?.replace(/\r\n?/gu, "\n").trimEnd() === other.trimEnd()
}

function sizeProblem({ body, relevance, justification }: CapturePayload): CaptureRefusal | undefined {
  const bytes = utf8Length(body)
  if (bytes > tooLong) {
    return { problem: `its body has ${bytes} bytes, and a memory has ${tooLong} at most; say it shorter` }
  }
  if (justification !== undefined) return undefined
  if (bytes > longBody) {
    const problem =
      `its body has ${bytes} bytes, and more than ${longBody} need a reason; say it shorter, or give a justification`
    return { problem, asks: "justification" }
  }
  if (!relevance.includes("always")) return undefined
  return {
    problem: "a memory that is always relevant needs a reason; say when it matters, or give a justification",
    asks: "justification",
  }
}

function utf8Length(text: string): number {
  let bytes = 0
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

interface Relations {
  readonly written: readonly CaptureRelation[]
  /** The paths of the memories that this one supersedes. */
  readonly superseded: readonly string[]
}

function relationsFrom(
  { relations }: CapturePayload,
  tree: MemoryTree,
  from: string,
): Result.Result<Relations, string> {
  const written: CaptureRelation[] = []
  const superseded: string[] = []
  for (const relation of relations) {
    const path = relatedMemory(tree, from, relation.target)
    if (path === undefined || path === from) {
      return Result.fail(
        `"${relation.target}", to which it relates (${relation.type}), is no other memory; name one by its path`,
      )
    }
    written.push({ ...relation, target: memoryName(tree, path) })
    if (relation.type === "supersedes") superseded.push(path)
  }
  return Result.succeed({ written, superseded })
}

function indexEdits(
  payload: CapturePayload,
  tree: MemoryTree,
  path: string,
  superseded: ReadonlySet<string>,
): Result.Result<readonly Edit[], string> {
  const text = tree.texts.get(tree.index)
  const line = isListed(payload) ? indexLine(tree.index, path, payload) : undefined
  if (text === undefined) {
    return Result.succeed(line === undefined ? [] : [{ path: tree.index, create: `# Memory\n\n- ${line}\n` }])
  }
  const changes = indexChanges({ path: tree.index, text }, path, line, superseded)
  if (changes.length === 0) return Result.succeed([])
  const written = lineEdits(tree.index, text, changes)
  if (written !== undefined) return Result.succeed(written.edits)
  return Result.fail(
    text.trim() === ""
      ? `${tree.index} is empty; write its heading, such as "# Memory", or delete it, and apply again`
      : `${tree.index} says the same over and over; write the entry of the memory by hand`,
  )
}

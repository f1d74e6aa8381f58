import { codeSpans } from "../../core/markdown/code_span.ts"
import { excuse, type Guard, wherever } from "../guard/guard.ts"
import { setApartFromNow } from "../guard/set_apart.ts"
import { namedFiles } from "./authority.ts"
import type { Enumeration } from "./enumeration.ts"

/** A list that differs from the one that counts. */
export interface Deviation {
  readonly enumeration: Enumeration
  readonly reference: Enumeration
  /** What the reference has and the list has not. */
  readonly missing: readonly string[]
  /** What the list has and the reference has not. */
  readonly extra: readonly string[]
  /** Every list of the file that is of the same family. */
  readonly sameFile: readonly Enumeration[]
  /** The reference and the other files that have its list, one each. */
  readonly agreeing: readonly Enumeration[]
  /** Whether the key has other lists, too. */
  readonly shared: boolean
}

const onPurpose =
  /\b(?:only|just|subset|at least|excluding|except|without|minus|first (?:two|three|four)|(?:two|three|four|some) of|any but)\b/iu

const guards: readonly Guard<Deviation>[] = [
  wherever(({ enumeration }) => setApartFromNow(enumeration.document.path)),
  { why: "open list: it says that there are more", fires: ({ enumeration }) => enumeration.open },
  {
    why: "part: the file has all of them in another place",
    fires: ({ sameFile, reference }) =>
      sameFile.some(({ values }) => reference.values.every((value) => values.includes(value))),
  },
  {
    why: "named elsewhere: the file has the missing values in its text",
    fires: ({ enumeration, missing, extra }) => extra.length === 0 && missing.every(namesIn(enumeration)),
  },
  {
    why: "on purpose: its words say that it is a part",
    fires: ({ enumeration, extra }) => extra.length === 0 && onPurpose.test(enumeration.context),
  },
  {
    why: "choice: it lacks so many that it may be a list of its own",
    fires: ({ reference, missing, extra, enumeration }) =>
      missing.length + extra.length > Math.max(1, Math.floor(reference.values.length / 3)) &&
      !areLinked(enumeration, reference),
  },
  {
    why: "another list: the key has several, and neither file names the other",
    fires: ({ enumeration, reference, shared }) => shared && !areLinked(enumeration, reference),
  },
]

/** Why a list that differs is fine; `undefined`: it is not. */
export function excuseDeviation(deviation: Deviation): string | undefined {
  return excuse(guards, deviation)
}

/** Whether one of the files of two lists names the other. */
export function areLinked({ document }: Enumeration, other: Enumeration): boolean {
  return namedFiles(document).named.has(other.document.path) || namedFiles(other.document).named.has(document.path)
}

/** `when-X`, `when-<x>` and `when-PHASE` are one value: what is to be filled in has any name. */
function general(value: string): string {
  return value.replace(/<[^<>]*>|\{[^{}]*\}|(?<=[-_.])[A-Z]+$/gu, "*")
}

function namesIn({ document, lines }: Enumeration): (value: string) => boolean {
  const own = new Set(lines)
  const names = new Set(
    codeSpans(document).filter(({ line }) => !own.has(line)).map(({ text }) => general(text.trim())),
  )
  return (value) => names.has(general(value))
}

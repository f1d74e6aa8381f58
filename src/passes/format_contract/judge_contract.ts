import type { UnreadableFile } from "../../core/corpus/corpus.ts"
import { readStatus } from "../../core/decision/status.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import type { CorpusLookup } from "../lookup/corpus_lookup.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { excuse, type Guard, wherever } from "../guard/guard.ts"
import { setApart } from "../guard/set_apart.ts"
import { type LineContract, unlisted } from "./line_contract.ts"

/** The id of the pass. */
export const formatContractId = "format-contract"

/** What came of one contract; nothing: it is kept. */
export interface Judged {
  readonly finding?: Finding
  readonly nearMiss?: NearMiss
  readonly unread?: UnreadableFile
}

interface Breach {
  readonly contract: LineContract
  readonly lines: readonly number[]
  readonly right: readonly number[]
}

/** So few lines may just not have been written yet. */
const fewestLines = 5

const guards: readonly Guard<Breach>[] = [
  wherever(({ contract }) => setApart(contract.document.path)),
  { why: "not in force: the contract's own status says so", fires: ({ contract }) => !isInForce(contract.document) },
  {
    why: ({ right, lines }) => `partly kept: ${right.length} of ${lines.length} lines have a mark`,
    fires: ({ right }) => right.length > 0,
  },
  {
    why: ({ lines }) => `too few lines: ${lines.length} show no rule`,
    fires: ({ lines }) => lines.length < fewestLines,
  },
]

/** Holds the lines of a file against the contract that gives them marks. */
export function judgeContract(contract: LineContract, lookup: CorpusLookup): Judged {
  const { document, target, marks } = contract
  const named = marks.map(({ text }) => `"${shown(text)}"`).join(" or ")
  const ofContract = evidenceOf(document, marks.map(({ line }) => line))
  if (target === undefined) {
    const why = "no file: none that its opening names is there"
    return {
      nearMiss: { locator: document.path, what: `lines that start with ${named}`, why, evidence: ofContract },
    }
  }
  const file = lookup.document(target)
  if (file === undefined) {
    const unread = lookup.unread(target)
    return unread === undefined ? {} : { unread }
  }
  const lines = file.blocks.lists.filter(({ depth, quoted }) => depth === 1 && !quoted)
    .flatMap(({ items }) => items.map(({ line }) => line))
  const right = lines.filter((line) => {
    const text = unlisted(file.lines[line - 1] ?? "")
    return marks.some((mark) => text.startsWith(mark.text))
  })
  if (lines.length === 0 || right.length * 2 > lines.length) return {}
  const what = `no line of a list starts with ${named}, as ${document.path} wants it`
  const why = excuse(guards, { contract, lines, right })
  const evidence = [...evidenceOf(file, [...leadIn(file, lines[0] ?? 1), ...lines.slice(0, 3)]), ...ofContract]
  if (why !== undefined) {
    const some = `most lines of its lists do not start with ${named}, as ${document.path} wants it`
    return { nearMiss: { locator: target, what: right.length > 0 ? some : what, why, evidence } }
  }
  return {
    finding: {
      pass: formatContractId,
      locator: target,
      verdict: "CONTRADICTED",
      severity: "Medium",
      what: `${what}: ${lines.length} do not`,
      route: "proposal",
      proposed_action: `write the lines of ${target} as ${document.path} has them, or change ${document.path}`,
      evidence,
      key: document.path,
    },
  }
}

/** The paragraph that leads up to the first of the lines. */
function leadIn({ blocks }: MarkdownDocument, line: number): readonly number[] {
  const before = blocks.texts.findLast((block) => block.kind === "paragraph" && block.depth === 0 && block.line < line)
  return before === undefined ? [] : [before.line]
}

function isInForce({ front_matter }: MarkdownDocument): boolean {
  const status = front_matter._tag === "mapping" ? front_matter.values["status"] : undefined
  return typeof status !== "string" || !["open", "dead", "moved"].includes(readStatus(status, 1).class)
}

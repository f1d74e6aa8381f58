import type { Corpus } from "../../core/corpus/corpus.ts"
import type { FileHistory } from "../../core/corpus/file_history.ts"
import { folderOf } from "../../core/corpus/folder_path.ts"
import { plainText } from "../../core/decision/status.ts"
import { lineIn } from "../../core/markdown/markdown_blocks.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { excuse, type Guard, wherever } from "../guard/guard.ts"
import { setApart } from "../guard/set_apart.ts"
import { capturePayload } from "../uncaptured_lessons/capture_payload.ts"
import type { Judged } from "./criteria.ts"
import type { RuleOutcome } from "./rule_outcome.ts"
import { type Deviation, deviations } from "./ship_notes.ts"

/** A note that something else shipped than was meant. */
interface Noted {
  readonly judged: Judged
  readonly deviation: Deviation
  readonly line: number
  readonly history: FileHistory | undefined
}

const denied = /\b(?:not|never|nothing|none|neither|no longer|without|no)\b[^.;:]{0,40}$/iu
const reconciled =
  /\b(?:criteria|criterion|spec|plan|body|proposal)\b[^.]{0,40}\b(?:updated|amended|adjusted|rewritten|reworded|reconciled)\b|\breconciled\b/iu
const lesson = /\b(?:because|learned|learnt|turn(?:s|ed) out)\b/iu

const guards: readonly Guard<Noted>[] = [
  wherever(({ judged }) => setApart(judged.node.path)),
  { why: "denied: the note says that this did not happen", fires: ({ deviation }) => denied.test(deviation.before) },
  {
    why: "reconciled: the note says that the text follows what shipped",
    fires: ({ deviation }) => reconciled.test(deviation.sentence.text),
  },
  {
    why: "no history: without commits of the file, nobody knows whether its criteria were changed since",
    fires: ({ judged, history }) => history?.lines.get(judged.document.path) === undefined,
  },
  {
    why: "reconciled: the criteria were changed with the note, or since",
    fires: ({ judged, line, history }) => {
      const days = history?.lines.get(judged.document.path) ?? []
      return lastChange(judged, days) >= (days[line - 1] ?? "")
    },
  },
]

/** The files whose lines must be dated: those with criteria and a note. */
export function filesToDate(judged: readonly Judged[]): readonly string[] {
  return [...new Set(judged.filter(isCandidate).map(({ document }) => document.path))]
}

/** Decisions whose note says that something else shipped, and whose criteria are older than the note. */
export function unreconciledNotes(pass: string, corpus: Corpus, judged: readonly Judged[]): RuleOutcome {
  const findings: Finding[] = []
  const near_misses: NearMiss[] = []
  for (const one of judged.filter(isCandidate)) {
    const noted = deviations(one.document).map((deviation) => {
      const line = lineIn(deviation.block, deviation.sentence.start + deviation.before.length)
      return { deviation, line, why: excuse(guards, { judged: one, deviation, line, history: corpus.history }) }
    })
    for (const [why, notes] of Map.groupBy(noted, (note) => note.why)) {
      const [first] = notes
      if (first === undefined) continue
      const evidence = evidenceOf(one.document, notes.map(({ line }) => line), first.deviation.words)
      const what = `says that something else shipped, "${shown(first.deviation.words)}", and its criteria are older`
      if (why === undefined) {
        const criteria = evidenceOf(one.document, one.criteria.flatMap(linesOf)).slice(0, 1)
        findings.push(
          findingOf(pass, corpus, one, {
            what,
            notes: notes.map(({ deviation }) => deviation),
            evidence: [...evidence, ...criteria],
          }),
        )
      } else near_misses.push({ locator: one.node.path, what, why, evidence })
    }
  }
  return { scanned: [], findings, near_misses }
}

function isCandidate({ node, document }: Judged): boolean {
  return node.status?.class === "live" && deviations(document).length > 0
}

function linesOf({ line, end_line }: { readonly line: number; readonly end_line: number }): readonly number[] {
  return Array.from({ length: Math.max(0, end_line - line + 1) }, (_, index) => line + index)
}

/** The day on which a line of the criteria was last changed. */
function lastChange({ criteria, document }: Judged, days: readonly string[]): string {
  return criteria.flatMap(linesOf).filter((line) => (document.lines[line - 1] ?? "").trim() !== "")
    .map((line) => days[line - 1] ?? "").reduce((last, day) => day > last ? day : last, "")
}

interface Told {
  readonly what: string
  readonly notes: readonly Deviation[]
  readonly evidence: NonNullable<Finding["evidence"]>
}

/** A note that gives a reason is worth keeping as a lesson; any other one asks for an amendment. */
function findingOf(pass: string, corpus: Corpus, { node, document }: Judged, { what, notes, evidence }: Told): Finding {
  const taught = notes.find(({ block }) => lesson.test(block.text))
  const note = plainText((taught ?? notes[0])?.sentence.text ?? "").replace(/\s+/gu, " ")
  const found = {
    pass,
    locator: node.path,
    verdict: "DRIFTED",
    severity: "Medium",
    what,
    evidence,
    key: "ship note",
  } as const
  if (taught === undefined) return { ...found, route: "proposal", proposed_action: `amendment: ${note}` }
  const text = plainText(taught.block.text).replace(/\s+/gu, " ")
  const home = corpus.config.memory?.root ?? corpus.paths.named("MEMORY.md").map(folderOf)[0]
  return {
    ...found,
    route: "capture",
    proposed_action: text,
    capture: capturePayload(corpus, { document, text }, home),
  }
}

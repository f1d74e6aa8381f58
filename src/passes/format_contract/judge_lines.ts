import type { Corpus } from "../../core/corpus/corpus.ts"
import type { FormatContract } from "../../core/schema/settings/format_contract.ts"
import { linesOf } from "../../core/text_lines.ts"
import type { CorpusLookup } from "../lookup/corpus_lookup.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { formatContractId, type Judged } from "./judge_contract.ts"

/** Holds the lines of a file, named from the root without `./`, against a contract of the configuration. */
export function judgeLines(
  corpus: Corpus,
  { file: path, lines, pattern, contract }: FormatContract,
  lookup: CorpusLookup,
): Judged {
  const text = corpus.texts.get(path)
  const key = shown(pattern)
  if (text === undefined) {
    const unread = corpus.unreadable.find((one) => one.path === path)
    return unread !== undefined ? { unread } : {
      nearMiss: {
        locator: path,
        what: `the lines of ${path}`,
        why: "no file: the configuration gives it a form, and it is not there",
      },
    }
  }
  const all = linesOf(text)
  const [isMeant, isRight] = [new RegExp(lines ?? "\\S", "u"), new RegExp(pattern, "u")]
  const meant = all.flatMap((line, index) => isMeant.test(line) ? [index + 1] : [])
  const wrong = meant.filter((line) => !isRight.test(all[line - 1] ?? ""))
  const source = contract === undefined ? undefined : lookup.document(contract.replace(/^\.\//u, ""))
  if (wrong.length === 0) return {}
  const none = wrong.length === meant.length
  return {
    finding: {
      pass: formatContractId,
      locator: path,
      verdict: none ? "CONTRADICTED" : "STALE",
      severity: none ? "Medium" : "Low",
      what: none
        ? `no line is as "${key}" wants it`
        : `${wrong.length} of ${meant.length} lines are not as "${key}" wants them`,
      route: none ? "proposal" : "direct-fix",
      proposed_action: `write the lines as ${contract === undefined ? "the configuration" : shown(contract)} has them`,
      evidence: [
        ...evidenceOf({ path, lines: all }, wrong.slice(0, 5)),
        ...(source === undefined ? [] : evidenceOf(source, source.headings.slice(0, 1).map(({ line }) => line))),
      ],
      key,
    },
  }
}

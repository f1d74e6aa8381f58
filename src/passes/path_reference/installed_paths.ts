import { byCodeUnit } from "../../core/code_unit_order.ts"
import type { PathIndex } from "../../core/corpus/path_index.ts"
import { type CodeSpan, codeSpans } from "../../core/markdown/code_span.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { sentenceAt } from "../../core/markdown/sentence.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import { isElsewhere, ofDocument, tellsOfThePast } from "../guard/set_apart.ts"
import type { CorpusLookup } from "../lookup/corpus_lookup.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import type { Said } from "../outcome/said.ts"
import { saysOf } from "./sentence_around.ts"

/** A path in a folder of tools in the reader's home: `~/.claude/docs/install.md`. */
const homePath = /^~\/(\.[\w-]+)\/(?:([\w.-]+)(?:\/(.*))?)?$/u
const puts = /\b(?:(?:sym)?link(?:s|ed)?|cop(?:y|ies|ied)|install(?:s|ed)?|sync(?:s|ed)?|mirror(?:s|ed)?)\b/iu
/** So many folders in one sentence are a list of what is put there. */
const fewest = 3

/** What of a repository is put into one folder of the reader's home. */
interface Installation {
  readonly folders: Set<string>
  /** The first sentence that lists the folders. */
  readonly list: { readonly document: MarkdownDocument; readonly line: number } | undefined
}

/** A path that names, as put there, what is not. */
interface Uninstalled {
  readonly document: MarkdownDocument
  readonly span: CodeSpan
}

const guards: readonly Guard<Uninstalled>[] = [
  ...ofDocument,
  { why: "history: the file tells of what was", fires: ({ document }) => tellsOfThePast(document) },
  ...saysOf.map(({ why, says }) => ({ why, fires: ({ span }: Uninstalled) => says(span) })),
]

/**
 * Paths into the reader's home that lead to a file of this repository in a folder that is not put there. The documents say
 * which folders are: "It links `skills`, `agents` and `hooks` into `~/.claude/`". Without such a list, nothing is known.
 */
export function uninstalledPaths(lookup: CorpusLookup): (document: MarkdownDocument) => Said {
  const installations = installationsOf(lookup)
  return (document) => {
    const findings = new Map<string, { readonly finding: Finding; readonly lines: number[] }>()
    const nearMisses = new Map<string, NearMiss>()
    for (const span of installations.size === 0 ? [] : spansOf(document)) {
      const [, home = "", folder = "", rest = ""] = homePath.exec(span.text.replace(/#.*$/u, "")) ?? []
      const installation = installations.get(home)
      if (installation?.list === undefined || folder === "" || installation.folders.has(folder)) continue
      const entry = rest === "" ? undefined : lookup.paths.lookup(`${folder}/${rest.replace(/\/$/u, "")}`)
      if (entry !== "file" && entry !== "directory") continue
      const text = shown(span.text)
      const { list } = installation
      const what =
        `names "${text}", and ${folder}/ is none of the folders that ${list.document.path} puts into ~/${home}`
      const why = excuse(guards, { document, span })
      if (why !== undefined) {
        nearMisses.set(text, { locator: document.path, what, why, evidence: evidenceOf(document, [span.line]) })
        continue
      }
      const lines = [...findings.get(text)?.lines ?? [], span.line]
      findings.set(text, {
        lines,
        finding: {
          pass: "path-reference",
          locator: document.path,
          verdict: "STALE",
          severity: "Low",
          what,
          route: "direct-fix",
          proposed_action: `name ${
            shown(`${folder}/${rest}`)
          } as a file of the repository, or put ${folder}/ there as well`,
          evidence: [...evidenceOf(document, lines, span.text), ...evidenceOf(list.document, [list.line])],
          key: text,
        },
      })
    }
    return { findings: [...findings.values()].map(({ finding }) => finding), near_misses: [...nearMisses.values()] }
  }
}

function spansOf(document: MarkdownDocument): readonly CodeSpan[] {
  return document.text.includes("~/.") ? codeSpans(document).filter(({ text }) => text.startsWith("~/.")) : []
}

/** `~/.claude/`, `~/.claude/skills/`, `~/.claude/<name>`: a place that folders are put into, or one that is there. */
const destination = /^~\/(\.[\w-]+)(?:\/([^/]*)\/?)?$/u

function installationsOf({ documents, paths }: CorpusLookup): ReadonlyMap<string, Installation> {
  const installations = new Map<string, Installation>()
  for (const document of [...documents].sort((one, two) => byCodeUnit(one.path, two.path))) {
    if (isElsewhere(document)) continue
    const read = new Map<string, readonly string[]>()
    for (const span of spansOf(document)) {
      const [, home, folder = ""] = destination.exec(span.text) ?? []
      const sentence = sentenceAt(span.block, span.start)
      if (home === undefined || sentence === undefined || !puts.test(sentence.text)) continue
      const place = `${span.block.line} ${sentence.start}`
      const listed = read.get(place) ?? foldersIn(document, span, sentence.start + sentence.text.length, paths)
      read.set(place, listed)
      const { folders, list } = installations.get(home) ?? { folders: new Set<string>(), list: undefined }
      for (const name of [...listed, folder]) folders.add(name)
      const isList = list === undefined && listed.length >= fewest
      installations.set(home, { folders, list: isList ? { document, line: span.line } : list })
    }
  }
  return installations
}

/** The folders of the root that the sentence of a span names. */
function foldersIn(document: MarkdownDocument, span: CodeSpan, end: number, paths: PathIndex): readonly string[] {
  const start = sentenceAt(span.block, span.start)?.start ?? span.start
  return codeSpans(document).filter((one) => one.block === span.block && one.start >= start && one.start < end)
    .map(({ text }) => text.replace(/\/$/u, "")).filter((name) =>
      !name.includes("/") && paths.lookup(name) === "directory"
    )
}

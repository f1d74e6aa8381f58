import type { TextBlock } from "../../core/markdown/markdown_blocks.ts"
import { codeSpans } from "../../core/markdown/code_span.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { Finding } from "../../core/schema/finding.ts"
import { evidenceOf } from "../outcome/evidence.ts"
import { nothing, type Said } from "../outcome/said.ts"
import { bundlesIn, linesWith, type SettingsFile } from "./settings_file.ts"
import { isSample, type Wiring } from "./wiring.ts"

const pass = "dead-config"

/** Bundles of hooks that pages name and no settings define, and the reverse. */
export function bundleDrift(wiring: Wiring): Said {
  const defining = wiring.settings.filter(({ path }) => !isSample(path)).flatMap((settings) =>
    bundlesIn(settings).map((name) => ({ settings, name }))
  )
  const defined = new Set(defining.map(({ name }) => name))
  if (defined.size === 0) return nothing
  const named = wiring.corpus.documents.flatMap((document) =>
    isSample(document.path) ? [] : bundleNames(document, defined).map(({ name, line }) => ({ document, name, line }))
  )
  const known = new Set(named.map(({ name }) => name))
  const unknown = Map.groupBy(
    named.filter(({ document, name }) => !defined.has(name) && wiring.isInScope(document.path)),
    ({ document, name }) => JSON.stringify([document.path, name]),
  )
  const ghosts = [...unknown.values()].flatMap((places) =>
    places[0] === undefined ? [] : [ghost(places[0], places.map(({ line }) => line))]
  )
  // Pages that name few of them do not set out to name all.
  const areListed = defining.filter(({ name }) => known.has(name)).length * 2 >= defining.length
  const untold = areListed
    ? defining.filter(({ settings, name }) => !known.has(name) && wiring.isInScope(settings.path)).map(untoldBundle)
    : []
  return { findings: [...ghosts, ...untold], near_misses: [] }
}

function ghost(
  { document, name }: { readonly document: MarkdownDocument; readonly name: string },
  lines: readonly number[],
): Finding {
  return {
    pass,
    locator: document.path,
    severity: "Low",
    verdict: "STALE",
    what: `names the hook bundle "${name}", which no settings define`,
    route: "direct-fix",
    proposed_action: "name the bundle that is meant, or take the sentence out",
    evidence: evidenceOf(document, lines, name),
    key: `bundle-drift ${name}`,
  }
}

function untoldBundle({ settings, name }: { readonly settings: SettingsFile; readonly name: string }): Finding {
  return {
    pass,
    locator: settings.path,
    severity: "Low",
    verdict: "STALE",
    what: `defines the hook bundle "${name}", which no page names, though they name the others`,
    route: "direct-fix",
    proposed_action: "add it to the page that names the others",
    evidence: evidenceOf(settings, linesWith(settings, `"${name}"`).slice(0, 1), name),
    key: `bundle-drift ${name}`,
  }
}

interface NamedBundle {
  readonly name: string
  readonly line: number
}

/** Names in code that stand next to the word bundle, and those of a list after it that holds known ones. */
function bundleNames(document: MarkdownDocument, defined: ReadonlySet<string>): readonly NamedBundle[] {
  const spans = codeSpans(document).filter(({ text }) => /^(?:hookBundles\.)?[A-Za-z][\w-]*$/u.test(text))
  return spans.flatMap(({ text, block, start, end, line }): readonly NamedBundle[] => {
    const name = text.replace(/^hookBundles\./u, "")
    if (defined.has(name) || name !== text) return [{ name, line }]
    return isCalledBundle(block, start, end) ? [{ name, line }] : []
  })
}

function isCalledBundle({ text }: TextBlock, start: number, end: number): boolean {
  return /^[*_]*\s(?:(?:hook|settings)\s)bundle\b/iu.test(text.slice(end)) ||
    /\bhook bundle\s[*_]*$/iu.test(text.slice(0, start))
}

/** Names in capitals, as README and LICENSE; SKILL.md is the thing itself. */
const capitals = /^(?!SKILL\.)[A-Z][A-Z0-9_-]+(?:\.\w+)?$/u
const page =
  /^(?:readme|_?index|_?template|_sidebar|_category_|__init__|licen[cs]e|copying|changelog|contributing|code_of_conduct|makefile|dockerfile)(?:[.-][\w.-]+)?$/iu
const manifest =
  /^(?:package(?:-lock)?\.json|tsconfig[\w.-]*\.json|(?:deno|jsr)\.jsonc?|cargo\.toml|go\.(?:mod|sum)|pyproject\.toml|setup\.(?:py|cfg)|requirements[\w-]*\.txt|mod\.(?:rs|ts)|main\.rs)$|\.(?:lock|meta)$/iu
const test =
  /\.(?:test|tests|spec|bench|stories|snap)\.\w+$|[_-]test\.\w+$|^test_.*\.py$|^(?:tests?|__\w+__|testdata|fixtures)$/iu

/** Names that are about their folder wherever they are, if they are in capitals. */
const wellKnown =
  /^(?:AGENTS|AUTHORS|BUILD|CHANGES|CITATION|CLAUDE|CODEOWNERS|CONTRIBUTORS|CREDITS|DCO|GEMINI|GOVERNANCE|HISTORY|MAINTAINERS|MEMORY|NEWS|NOTICE|OWNERS|PATENTS|RELEASES?|SECURITY|SUPPORT|THANKS|TODO|VERSION|(?:ISSUE|PULL_REQUEST)_TEMPLATE)(?:[.-][\w.-]+)?$/u

/** Whether a name in capitals may be that of a page about its folder (DESIGN) or of a thing in it (HTTP2, API). */
export function isEitherPage(name: string): boolean {
  return capitals.test(name) && !page.test(name) && !manifest.test(name) && !wellKnown.test(name)
}

/** Whether a name is that of a file about its folder (README, manifests, names in capitals), not of a thing in it. */
export function isFolderPage(name: string): boolean {
  return capitals.test(name) || page.test(name) || manifest.test(name)
}

/** Whether a name is that of a test or of what tests need. */
export function isTestPath(name: string): boolean {
  return test.test(name)
}

/** Names that every folder may have: one of them elsewhere is another file, not the same one moved. */
const everywhere = /^(?:readme|index|changelog|license|skill|agents|claude|contributing)(?:\.[^.]*)?$/iu

/** Whether a name says nothing of which file is meant. */
export function isEverywhere(name: string): boolean {
  return everywhere.test(name)
}

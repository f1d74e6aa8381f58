/** What a run looks at, in a word: the first one of a report's scope. */
export type ScopeName = "corpus" | "conformance" | "module" | "diff"
/** The four scopes. */
export const scopeNames: readonly ["corpus", "conformance", "module", "diff"] = [
  "corpus",
  "conformance",
  "module",
  "diff",
]

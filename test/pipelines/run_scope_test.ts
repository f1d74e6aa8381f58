import { deepStrictEqual, notStrictEqual, strictEqual } from "node:assert/strict"
import { conformanceScope, corpusScope } from "../../src/pipelines/run_scope.ts"

Deno.test("corpusScope names the paths that narrow a run, in one order", () => {
  const scope = corpusScope(["src/auth/middleware.ts", "docs", "docs"])
  deepStrictEqual([scope.scope, scope.scope_slug], [
    "corpus docs src/auth/middleware.ts",
    "corpus-docs+corpus-src-auth-middleware-ts",
  ])
  deepStrictEqual(corpusScope(["docs", "src/auth/middleware.ts"]), scope)
  strictEqual(corpusScope([]).scope_slug, "corpus")
})

Deno.test("corpusScope keeps the slug of many paths short enough for a folder, and different for different paths", () => {
  const paths = Array.from({ length: 60 }, (_, index) => `docs/decisions/a-long-name-${index}.md`)
  const [all, fewer] = [corpusScope(paths).scope_slug, corpusScope(paths.slice(0, 59)).scope_slug]
  strictEqual(all.length < 120 && /^[a-z0-9][a-z0-9+-]*$/u.test(all), true)
  notStrictEqual(all, fewer)
})

Deno.test("conformanceScope keeps a feature's runs out of the folders of other scopes", () => {
  const slugs = ["search", "corpus", "docs-site", "docsite", "module-loader", "diff", "conformance-corpus", "Docs"]
  deepStrictEqual(slugs.map((slug) => conformanceScope(slug).scope_slug), [
    "search",
    "conformance-corpus",
    "conformance-docs-site",
    "docsite",
    "conformance-module-loader",
    "conformance-diff",
    "conformance-conformance-corpus",
    "conformance-Docs",
  ])
})

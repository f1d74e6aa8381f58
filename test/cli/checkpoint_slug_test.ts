import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { Report } from "../../src/core/schema/report.ts"
import { git, type Outcome, retro, withFolder, writeFiles } from "../services/program.ts"
import { commitAll, withRepository } from "./demo_repository.ts"

const decodeReport = Schema.decodeUnknownSync(Report)

function checkpoint(folder: string, ...args: readonly string[]): Outcome {
  return retro(["checkpoint", "--today", "2026-03-01", ...args], { cwd: folder })
}

const files = {
  ".claude/specs/search/v1.md": [
    "---",
    "slug: search",
    "version: 1",
    "status: active",
    "created: 2026-01-31",
    "description: Search",
    "done_criteria:",
    '  - "it finds words"',
    '  - "it is fast"',
    "---",
    "# Spec",
    "",
  ].join("\n"),
  ".claude/plans/search/v1.md": [
    "---",
    "slug: search",
    "version: 1",
    "status: active",
    "spec: ../../specs/search/v1.md",
    "created: 2026-01-31",
    "description: Search",
    "---",
    "# Plan",
    "",
    "## Step 1: Find",
    "- Files: `src/find.ts`",
    "- Outcome: it finds",
    "- Verification: `deno test`",
    "- Serves criteria: [1]",
    "",
    "## Step 2: Hurry",
    "- Files: `src/index.ts`",
    "- Serves criteria: [2]",
    "",
  ].join("\n"),
  "src/find.ts": "export {}\n",
  "src/index.ts": "export {}\n",
}

Deno.test("retro checkpoint SLUG holds a feature against its spec and its plan, run after run", async () => {
  await withRepository(files, (folder) => {
    writeFileSync(join(folder, "src/find.ts"), "export const find = 1\n")
    writeFileSync(join(folder, "src/more.ts"), "export const more = 1\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "Add search")
    const first = checkpoint(folder, "search", "--json")
    strictEqual(first.code, 0, first.stderr)
    const report = decodeReport(JSON.parse(first.stdout))
    deepStrictEqual(
      [report.scope, report.scope_slug, report.scope_reason, report.kinds],
      ["conformance:search", "search", "a slug was given", ["conformance:search"]],
    )
    deepStrictEqual(report.passes.map(({ pass, state }) => [pass, state]), [["slug-conformance", "complete"]])
    deepStrictEqual(report.orientations.map(({ kind, nodes }) => [kind, nodes]), [
      ["conformance:search", { spec: 1, plan: 1 }],
    ])
    deepStrictEqual(
      report.findings.map(({ id, verdict, severity, locator, key }) => [id, verdict, severity, locator, key]),
      [
        ["R001", "DROPPED", "Medium", ".claude/plans/search/v1.md", "step:2"],
        ["R002", "UNPROVEN", "Low", ".claude/specs/search/v1.md", "criterion:1"],
        ["R003", "MISSING", "Medium", ".claude/specs/search/v1.md", "criterion:2"],
        ["R004", "EXTRA", "Low", "src/more.ts", "extra:search"],
      ],
    )
    strictEqual(report.persisted?.dir, ".claude/checkpoints/search")
    writeFileSync(join(folder, "src/index.ts"), "export const index = 1\n")
    const second = decodeReport(JSON.parse(checkpoint(folder, "search", "--json").stdout))
    deepStrictEqual(second.resolved.map(({ id }) => id), ["R001"])
    deepStrictEqual(second.findings.map(({ id, tag, verdict }) => [id, tag, verdict]), [
      ["R002", "CARRIED", "UNPROVEN"],
      ["R003", "CARRIED", "UNPROVEN"],
      ["R004", "CARRIED", "EXTRA"],
    ])
    const valid = retro(["validate", ".claude/checkpoints/search/v2.md"], { cwd: folder })
    deepStrictEqual([valid.code, valid.stdout], [0, ".claude/checkpoints/search/v2.md keeps the output contract\n"])
  })
})

Deno.test("retro checkpoint SLUG counts what came with the plan, unless it came with all there is", async () => {
  const { "src/find.ts": find, "src/index.ts": index, ...chain } = files
  const verdicts = (folder: string): readonly string[] =>
    decodeReport(JSON.parse(checkpoint(folder, "search", "--json", "--dry-run").stdout)).findings.map(({ verdict }) =>
      verdict
    )
  await withRepository({ "a.md": "# A\n", "src/index.ts": index }, (folder) => {
    writeFiles(folder, { ...chain, "src/find.ts": find })
    commitAll(folder)
    deepStrictEqual(verdicts(folder), ["DROPPED", "UNPROVEN", "MISSING"])
  })
  await withRepository(
    files,
    (folder) => deepStrictEqual(verdicts(folder), ["DROPPED", "DROPPED", "MISSING", "MISSING"]),
  )
})

Deno.test("retro checkpoint SLUG proves and resolves nothing without the commits since the plan was made", async () => {
  await withRepository(files, async (folder) => {
    for (const name of ["find", "index"]) {
      writeFileSync(join(folder, `src/${name}.ts`), `export const ${name} = 1\n`)
      commitAll(folder)
    }
    await withFolder({}, (outside) => {
      const shallow = join(outside, "shallow")
      git(folder, "clone", "-q", "--depth", "1", `file://${folder}`, shallow)
      const outcome = checkpoint(shallow, "search", "--json", "--dry-run")
      strictEqual(outcome.code, 3)
      match(outcome.stderr, /this clone is shallow: fetch the rest with "git fetch --unshallow"/u)
      deepStrictEqual(
        decodeReport(JSON.parse(outcome.stdout)).findings.map(({ verdict }) => verdict),
        ["UNPROVEN", "UNPROVEN"],
      )
    })
  })
  await withRepository(files, (folder) => {
    const before = decodeReport(JSON.parse(checkpoint(folder, "search", "--json").stdout))
    deepStrictEqual(before.findings.map(({ key }) => key), ["step:1", "step:2", "criterion:1", "criterion:2"])
    rmSync(join(folder, ".git"), { recursive: true })
    const outcome = checkpoint(folder, "search", "--json", "--dry-run")
    match(outcome.stderr, /slug-conformance is incomplete: .*\(the root is in no git work tree\)/u)
    const after = decodeReport(JSON.parse(outcome.stdout))
    deepStrictEqual([after.resolved, after.unverified.map(({ key }) => key)], [[], ["step:1", "step:2"]])
  })
})

Deno.test("retro checkpoint refuses a word that is a path and a slug, or neither, and says what to write instead", async () => {
  await withRepository(files, (folder) => {
    const neither = checkpoint(folder, "serch")
    deepStrictEqual([neither.code, neither.stderr], [
      2,
      'retro: Cannot look at "serch": there is no such file or folder, and no spec, plan, vision or proposal has this slug; ' +
      "known slugs: search\n",
    ])
    mkdirSync(join(folder, ".claude/plans/hidden"))
    writeFileSync(join(folder, ".claude/plans/hidden/v1.md"), "# Plan\n")
    writeFileSync(join(folder, ".gitignore"), ".claude/plans/hidden/\n")
    const hidden = checkpoint(folder, "hidden")
    deepStrictEqual([hidden.code, hidden.stderr], [
      2,
      'retro: Cannot look at "hidden": git ignores ".claude/plans/hidden", and what it ignores is no part of the corpus; ' +
      "add it to the repository\n",
    ])
    mkdirSync(join(folder, "search"))
    writeFileSync(join(folder, "search/a.md"), "# A\n")
    const both = checkpoint(folder, "search")
    deepStrictEqual([both.code, both.stdout, both.stderr], [
      2,
      "",
      'retro: "search" is a path and, by .claude/specs/search, a feature; write ./search for the path, ' +
      "or --scope conformance search\n",
    ])
    match(checkpoint(folder, "./search", "--dry-run").stdout, /^Checkpoint of: corpus search /mu)
    match(checkpoint(folder, "search/", "--dry-run").stdout, /^Checkpoint of: corpus search /mu)
    match(checkpoint(folder, "search", "--scope", "corpus", "--dry-run").stdout, /^Checkpoint of: corpus search /mu)
    match(
      checkpoint(folder, "search", "--scope", "conformance", "--dry-run").stdout,
      /^Checkpoint of: conformance:search /mu,
    )
    match(checkpoint(folder, "search", "--scope", "module", "--dry-run").stdout, /^Checkpoint of: module search /mu)
    const slugs = [
      [[], 'name it, as in "retro checkpoint --scope conformance search"'],
      [["Sea rch"], 'not "Sea rch"'],
      [["search", "more"], 'not "search" "more"'],
    ] as const
    for (const [words, next] of slugs) {
      const refused = checkpoint(folder, "--scope", "conformance", ...words)
      deepStrictEqual([refused.code, refused.stderr], [
        2,
        `retro: --scope conformance needs one slug, in lower-case letters, digits and -; ${next}\n`,
      ])
    }
  })
})

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { groundPass } from "../../src/core/corpus/ground_pass.ts"
import { applyEdits } from "../../src/core/edit/apply_edits.ts"
import { PassResult } from "../../src/core/schema/pass_result.ts"
import { pathReference } from "../../src/passes/path_reference.ts"
import { corpusOf } from "./corpus_of.ts"
import { cpuTime } from "../services/cpu_time.ts"

type Files = Readonly<Record<string, string>>
type More = Parameters<typeof corpusOf>[1]

/** What a repository has besides the text under test. */
const repository: Files = {
  ".gitignore": "docs/_private/\n*.local.json\ndist/\n",
  "src/forecast.ts": "",
  "src/tide/gauge.ts": "",
  "docs/install.md": "",
  "docs/adr/README.md": "",
  "tools/render.py": "",
  "packages/chart/src/axis.ts": "",
}

function look(files: Files, more: More = {}): PassResult {
  return pathReference.look(corpusOf(new Map(Object.entries({ ...repository, ...files })), more))
}

/** Paths that are found, and names of the guards that fired, for one text. */
function outcome(text: string, path = "README.md", more: Files = {}): readonly string[] {
  const { findings, near_misses = [] } = look({ ...more, [path]: text })
  return [
    ...findings.map(({ key, severity }) => `${key} ${severity}`),
    ...near_misses.map(({ why }) => why.replace(/:.*$/su, "")),
  ]
}

Deno.test("pathReference finds a path whose folder is there and that is not, with its lines and what to do", () => {
  const text = "# Tide\n\nSee `docs/calibrate.md` and\n`docs/calibrate.md:12`, `src/gauge.ts`.\n\n- `tools/Render.py`\n"
  const result = look({ "README.md": text })
  deepStrictEqual(
    result.findings.map(({ locator, verdict, severity, key, what, route, proposed_action, evidence }) => ({
      at: `${locator} ${key} ${evidence?.map(({ line }) => line)}`,
      is: `${verdict} ${severity} ${route}`,
      says: `${what}; ${proposed_action}`,
    })),
    [
      {
        at: "README.md docs/calibrate.md 3,4",
        is: "STALE Medium proposal",
        says: 'names "docs/calibrate.md", which does not exist; name what replaced it, or take it out',
      },
      {
        at: "README.md src/gauge.ts 4",
        is: "STALE Medium direct-fix",
        says: 'names "src/gauge.ts", which does not exist; change the path to "src/tide/gauge.ts"',
      },
      {
        at: "README.md tools/Render.py 6",
        is: "STALE Medium direct-fix",
        says: 'names "tools/Render.py", which does not exist; change the path to "tools/render.py"',
      },
    ],
  )
  deepStrictEqual(result.scanned, ["README.md", "docs/adr/README.md", "docs/install.md"])
  strictEqual(result.clean, 2)
  strictEqual(result.complete, true)
})

Deno.test("pathReference edits no line that names the path outside of code, too", () => {
  const editsOf = (text: string): number | undefined => look({ "README.md": text }).findings[0]?.edits?.length
  strictEqual(editsOf("See `src/gauge.ts` and `src/gauge.ts`.\n"), 2)
  strictEqual(editsOf("See `src/gauge.ts`, which is src/gauge.ts.\n"), undefined)
  strictEqual(editsOf("See `src/gauge.ts` and `lib/src/gauge.tsx`.\n"), 1)
})

Deno.test("pathReference looks from the root, from the document and from the folders around it", () => {
  for (
    const [path, text] of [
      ["README.md", "`src/forecast.ts` `src/tide/` `./docs/install.md` `docs/install.md#requirements`"],
      ["docs/a.md", "`install.md` `adr/README.md` `../src/forecast.ts` `src/forecast.ts:7` `./install.md`"],
      ["packages/chart/docs/a.md", "`src/axis.ts` `packages/chart/src/`"],
    ] as const
  ) deepStrictEqual(outcome(text, path), [], path)
  deepStrictEqual(outcome("`../src/forcast.ts` `../../src/x.ts`", "docs/a.md"), ["../src/forcast.ts Medium"])
})

Deno.test("pathReference takes for a path only what says that it is one of this repository", () => {
  const others = [
    "`docs`, `docs/install`, `and/or`, `n/a`, `application/json`, `origin/main`",
    "`https://example.org/docs/x.md`, `~/docs/x.md`, `/docs/x.md`, `elsewhere/x.md`, `@scope/docs/x.md`",
    "`docs/*.md`, `docs/<name>.md`, `docs/{a,b}.md`, `$HOME/docs/x.md`, `docs/….md`, `docs/.../x.md`",
    "`cat docs/x.md`, `src/forecast.run()`, `src/forecast.compute`, `docs/v1.2`, `src\\x.ts`",
    "`./x.md`, `../x.md`, `./nowhere/x.md`, `../../../docs/x.md`",
  ]
  for (const text of others) deepStrictEqual(outcome(text), [], text)
  deepStrictEqual(outcome("```\n`docs/x.md`\n```\n\n    `docs/x.md`\n\n<!-- `docs/x.md` -->\n\ndocs/x.md\n"), [])
})

Deno.test("pathReference lets a guard speak for each path that looks bad and is fine", () => {
  const cases: readonly (readonly [string, string, string?])[] = [
    ["placeholder", "Put it at `docs/NNNN-title.md`."],
    ["placeholder", "See `docs/your-page.md`."],
    ["seen from another folder", "The axis is in `src/axis.ts`."],
    ["git ignores it", "Settings are in `docs/a.local.json`, code in `src/dist/x.ts`."],
    ["template", "See `docs/x.md`.", "templates/page.md"],
    ["test data", "See `docs/x.md`.", "test/fixtures/page.md"],
    ["someone else's file", "See `docs/x.md`.", "vendor/lib/README.md"],
    ["history", "Document it in `docs/x.md`.", "CHANGELOG.md"],
    ["history", "See `docs/x.md`.", "docs/blog/2026-01-02-tides.md"],
    ["record", "# 1. Keep it\n\n## Status\n\nAccepted\n\nSee `docs/x.md`.", "docs/adr/0001-keep-it.md"],
    ["quotation", "> See `docs/x.md`."],
    ["another repository", "See `docs/x.md`.", "skills/check/SKILL.md"],
    ["another repository", "Read `src/x.ts` first.", "agents/reviewer.md"],
    ["example", "## Examples\n\nRead `docs/x.md`."],
    ["example", "Name it clearly (e.g. `docs/x.md`)."],
    ["example", "A file like `docs/x.md` helps."],
    ["condition", "Reads `docs/x.md` if present."],
    ["condition", "Reads `docs/x.md`\nwhen it exists."],
    ["local", "Overrides are in `docs/x.md` (gitignored)."],
    ["local", "Keep `docs/x.md` in `.gitignore`."],
    ["alternatives", "Look in `docs/x.md` or `docs/y.md`."],
    ["alternatives", "Look in `docs/x.md` → `docs/install.md`."],
    ["denied", "There is no `docs/x.md`."],
    ["denied", "`docs/x.md` does not exist."],
    ["past", "It was removed from `docs/x.md`."],
    ["past", "`docs/x.md` moved."],
    ["to come", "Create `docs/x.md` first."],
    ["to come", "A first test is written to\n`docs/x.md`, which you can run."],
  ]
  for (const [guard, text, path] of cases) {
    deepStrictEqual(new Set(outcome(text, path)), new Set([guard]), `${guard}: ${text}`)
  }
  const steps = outcome("See `docs/x.md`.", "skills/check/guide/steps.md", { "skills/check/SKILL.md": "" })
  deepStrictEqual(steps, ["another repository"])
})

Deno.test("pathReference finds what a guard only nearly speaks for", () => {
  const cases: readonly (readonly [string, string?, Files?])[] = [
    ["To add a pass, see `docs/x.md`."],
    ["See [the gauge](../src/deprecated.ts) and `docs/x.md`."],
    ["See [it](no-example.com/if-any/git-ignored/old) and `docs/x.md`."],
    ["The rules are written down in `docs/x.md`."],
    ["The flag `--removed-old` and `docs/x.md` explain it."],
    ["Without doubt, ``retro `new` `` is told in `docs/x.md`."],
    ["No `gauge`, `docs/x.md` says it."],
    ["Not all is said; the rest is in `docs/x.md`."],
    ["Removed rules stay. Rules are in `docs/x.md`."],
    ["See `docs/x.md`.", ".claude/skills/check/SKILL.md"],
    ["See `docs/x.md`.", "CLAUDE.md"],
    ["See `docs/x.md`.", "docs/templating.md"],
  ]
  for (const [text, path] of cases) deepStrictEqual(outcome(text, path), ["docs/x.md Medium"], text)
  deepStrictEqual(
    outcome("The page `docs/removed.md` and `docs/missing.md` explain it, as `docs/optional/old.md` does."),
    [
      "docs/missing.md Medium",
      "docs/optional/old.md Medium",
      "docs/removed.md Medium",
    ],
  )
  deepStrictEqual(outcome("Cite `tools/x.py`.", "skills/check/SKILL.md"), ["tools/x.py Medium"])
})

Deno.test("pathReference says the same whether what git ignores is on this disk or not", () => {
  const text = "One page: `docs/_private/plan.md`. Built: `src/dist/x.ts`.\n"
  const absent = look({ "README.md": text })
  const present = look({ "README.md": text }, { ignored: ["docs/_private/", "src/dist/"] })
  deepStrictEqual(present, absent)
  deepStrictEqual(absent.findings.map(({ severity, what }) => `${severity} ${what}`), [
    'Low names "docs/_private/plan.md", which git ignores: a clone does not have it',
  ])
})

Deno.test("pathReference has no quarrel with a workspace, a site or a repository without Markdown", () => {
  const rust = {
    "Cargo.toml": "",
    "crates/core/src/lib.rs": "",
    "crates/core/README.md": "The entry is `src/lib.rs`; run `cargo test`. Features are in `Cargo.toml`.",
    "README.md": "Add `src/main.rs` to your crate, then `target/release/app.exe`. See `crates/core/src/lib.rs`.",
  }
  const site = {
    "docusaurus.config.js": "",
    "src/pages/index.js": "",
    "docs/intro.md": "Edit `src/pages/hello.js` and `docs/hello.md`, then open `static/img/logo.svg`.",
    "static/img/favicon.ico": "",
  }
  for (const files of [rust, site]) {
    deepStrictEqual(pathReference.look(corpusOf(new Map(Object.entries(files)))).findings, [])
  }
  const empty = pathReference.look(corpusOf(new Map([["src/a.ts", ""]])))
  deepStrictEqual([empty.ran, empty.skip_reason], [false, "no Markdown files"])
})

Deno.test("pathReference reports only what is in scope, and is incomplete without the rules of git", () => {
  const files = { "README.md": "`docs/x.md`", "docs/a.md": "`docs/y.md`" }
  const scoped = look(files, { scope: ["docs"] })
  deepStrictEqual(scoped.findings.map(({ locator }) => locator), ["docs/a.md"])
  const unread = look(files, { unreadable: [{ path: "src/.gitignore", why: "it is not UTF-8" }] })
  deepStrictEqual([unread.complete, unread.skip_reason], [false, "could not read src/.gitignore (it is not UTF-8)"])
})

Deno.test("pathReference takes no more time than the length of a text allows", () => {
  const many = 20_000
  const texts = [
    "See `docs/x.md`. ".repeat(many),
    "see `docs/x.md`\n".repeat(many),
    Array.from({ length: many }, (_, index) => `## H\n\n\`docs/x${index}.md\`\n`).join("\n"),
    "`docs/x.md`, ".repeat(many),
    `\`docs/${"x/".repeat(many)}y.md\``,
  ]
  for (const text of texts) {
    const started = cpuTime()
    look({ "README.md": text })
    ok(cpuTime() - started < 4_000, text.slice(0, 20))
  }
})

Deno.test("pathReference finds a path into the reader's home that leads to a folder which is not put there", () => {
  const list = "Setup links `src`, `tools/` and `packages` into `~/.claude/`, and merges `~/.claude/settings.json`.\n"
  const text =
    "Run `~/.claude/tools/render.py` and read `~/.claude/docs/install.md`.\n\nSee `~/.claude/docs/install.md#a`.\n"
  const { findings, near_misses } = look({ "README.md": list, "commands/a.md": text })
  deepStrictEqual(near_misses ?? [], [])
  deepStrictEqual(
    findings.map(({ locator, severity, what, evidence }) => [
      `${severity} ${locator}: ${what}`,
      evidence?.map((one) => `${one.path}:${one.line}`),
    ]),
    [
      [
        'Low commands/a.md: names "~/.claude/docs/install.md", and docs/ is none of the folders that README.md puts into ~/.claude',
        ["commands/a.md:1", "README.md:1"],
      ],
      [
        'Low commands/a.md: names "~/.claude/docs/install.md#a", and docs/ is none of the folders that README.md puts into ~/.claude',
        ["commands/a.md:3", "README.md:1"],
      ],
    ],
  )
  const read = "Read `~/.claude/docs/install.md`.\n"
  const fine: readonly (readonly [string, readonly string[], Files])[] = [
    ["nothing says what is put there", [], { "README.md": "Setup links `src` and `tools` into `~/.claude/`.\n" }],
    ["it lists folders and puts them nowhere", [], {
      "README.md": "`src`, `tools`, `packages` are beside `~/.claude/`.\n",
    }],
    ["another sentence puts it there", [], {
      "README.md": list,
      "docs/a.md": "Setup copies it to `~/.claude/docs/`.\n",
    }],
    ["another tool's home", [], { "README.md": list.replaceAll(".claude", ".codex") }],
    ["no file of this repository", [], {
      "README.md": list,
      "b.md": "Read `~/.claude/docs/notes.md`, `~/.claude/plans/a.md`.\n",
    }],
    ["a condition", ["condition"], { "README.md": list, "b.md": read.replace("Read", "If present, read") }],
    ["a template", ["template"], { "README.md": list, "templates/b.md": read }],
    ["history", ["history"], { "README.md": list, "CHANGELOG.md": read }],
  ]
  for (const [name, guards, files] of fine) {
    const asked = guards.length > 0 || "b.md" in files ? files : { ...files, "b.md": read }
    const result = look(asked)
    deepStrictEqual(result.findings, [], name)
    deepStrictEqual((result.near_misses ?? []).map(({ why }) => why.replace(/:.*$/su, "")), guards, name)
  }
})

const Sample = Schema.Struct({
  names: Schema.Array(Schema.Literals(["one.md", "two.ts", "Three.md", "f-o.ts", "ünï.md"])).check(
    Schema.isMinLength(1),
  ),
  folder: Schema.Literals(["src/tide", "tools", "packages/chart/src"]),
  around: Schema.Array(Schema.Literals(["x `", "` y ", "\n", "- ", "| a |", "`", " docs/", "``", "`src/tide/one.md`"])),
  form: Schema.Literals(["root", "relative", "line"]),
})

Deno.test("pathReference quotes what is there, and its edits leave nothing to find, for any text", async () => {
  const written = {
    root: (path: string) => path,
    relative: (path: string) => `../${path}`,
    line: (path: string) => `${path}:3`,
  }
  let repaired = 0
  const result = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(Sample), ({ names, folder, around, form }) => {
      const moved = names.map((name) => `tools/deep/${name}`)
      const pieces = names.map((name, index) => `${around[index] ?? ""} \`${written[form](`${folder}/${name}`)}\` `)
      const files = new Map([
        ...Object.entries(repository),
        ...moved.map((path) => [path, ""] as const),
        ["docs/page.md", `${pieces.join("")}${around.join("")}\n`] as const,
      ])
      const found = pathReference.look(corpusOf(files))
      ok(Schema.is(PassResult)(found))
      deepStrictEqual(groundPass(found, files).warnings, [])
      for (const finding of found.findings) {
        if (finding.edits === undefined) continue
        repaired++
        const after = Result.getOrThrow(applyEdits(files, finding.edits))
        const again = pathReference.look(corpusOf(new Map([...files, ...after])))
        strictEqual(
          again.findings.some(({ locator, key }) => locator === finding.locator && key === finding.key),
          false,
        )
      }
      return true
    }, { runs: 300, seed: 5 }),
  )
  strictEqual(result._tag, "Passed", Arbitrary.formatCheckFailure(result))
  ok(repaired > 100, String(repaired))
})

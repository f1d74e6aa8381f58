import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { groundPass } from "../../src/core/corpus/ground_pass.ts"
import { applyEdits } from "../../src/core/edit/apply_edits.ts"
import { PassResult } from "../../src/core/schema/pass_result.ts"
import { deadConfig } from "../../src/passes/dead_config.ts"
import { corpusOf, type More } from "./corpus_of.ts"
import { excused, type Files, lookWith } from "./look_with.ts"

const look = lookWith(deadConfig)

/** The findings in short. */
function found(files: Files, more: More = {}): readonly string[] {
  return look(files, more).findings.map(({ severity, verdict, locator, key }) =>
    `${severity} ${verdict} ${locator}: ${key}`
  )
}

/** The guards of the near misses. */
function fine(files: Files, more: More = {}): readonly string[] {
  return excused(look(files, more))
}

function skill(name: string, description: string, body = ""): Files {
  return {
    [`skills/${name}/SKILL.md`]: `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${body}\n`,
  }
}

function command(name: string, body: string): Files {
  return { [`commands/${name}.md`]: `---\ndescription: ${name}\n---\n\n${body}\n` }
}

/** A home in which skills are started through commands. */
const shimmed: Files = {
  ...skill("audit", "Audits. Use on /audit."),
  ...command("audit", "Run the `audit` skill."),
  ...skill("ship", "Ships. Use on /ship."),
  ...command("ship", "Run the `ship` skill."),
}

Deno.test("deadConfig finds a command that runs a skill which is gone", () => {
  const { findings } = look({ ...shimmed, ...command("prune", "Run the `prune` skill for the branch.") })
  deepStrictEqual(findings, [{
    pass: "dead-config",
    locator: "commands/prune.md",
    severity: "High",
    verdict: "DEAD",
    what: 'runs the skill "prune", which does not exist',
    route: "direct-fix",
    proposed_action: "point the command to the skill that is meant, or remove it",
    evidence: [{ path: "commands/prune.md", line: 5, quote: "Run the `prune` skill for the branch." }],
    key: "shim-dead prune",
  }])
})

Deno.test("deadConfig leaves alone commands that stand for themselves", () => {
  const own = { ...shimmed, ...command("arm", "Arm it.\n\n1. Read the state.\n2. Write it.") }
  deepStrictEqual([found(own), fine(own)], [[], ["commands/arm.md: own procedure"]])
  const code = { ...shimmed, ...command("look", "Look.\n\n```sh\nls\n```") }
  deepStrictEqual([found(code), fine(code)], [[], ["commands/look.md: own procedure"]])
  const alias = { ...shimmed, ...command("check", "Alias for `/audit`. Run the `audit` skill.") }
  deepStrictEqual([found(alias), fine(alias)], [[], ["commands/check.md: alias"]])
  const plain = command("commit", "Commit what is staged.")
  deepStrictEqual([found(plain), fine(plain)], [[], []])
  const without = command("look", "Invoke the `look` skill.")
  deepStrictEqual([found(without), fine(without)], [[], ["commands/look.md: skills elsewhere"]])
  const sample = { ...shimmed, "examples/.claude/commands/x.md": "Run the `gone` skill.\n" }
  deepStrictEqual([found(sample), fine(sample)], [[], ["examples/.claude/commands/x.md: sample"]])
  deepStrictEqual(found({ ...shimmed, ...command("note", "Take a note.") }), [
    "Low DEAD-candidate commands/note.md: shim-dead note",
  ])
})

Deno.test("deadConfig writes the command that a skill offers and does not have", () => {
  const files = { ...shimmed, ...skill("trace", 'Traces a path. Use on /trace, "trace: this".') }
  const { findings } = look(files)
  const [finding] = findings
  deepStrictEqual(findings.map(({ locator, verdict, severity }) => [locator, verdict, severity]), [
    ["skills/trace/SKILL.md", "GAP", "Medium"],
  ])
  const mended = Result.getOrThrow(applyEdits(new Map(Object.entries(files)), finding?.edits ?? []))
  strictEqual(
    mended.get("commands/trace.md"),
    '---\ndescription: "Traces a path. Use on /trace, \\"trace: this\\"."\n---\n\nRun the `trace` skill.\n',
  )
  deepStrictEqual(found({ ...files, ...Object.fromEntries(mended) }), [])
})

Deno.test("deadConfig knows skills that need no command", () => {
  const cases: Readonly<Record<string, Files>> = {
    library: skill("core", "Library-only engine. Callers say /core."),
    negated: skill("core", "Shared engine. There is no /core command."),
    "model-triggered": skill("core", "Use when a test fails."),
  }
  for (const [guard, files] of Object.entries(cases)) {
    deepStrictEqual(found({ ...shimmed, ...files }), [], guard)
    deepStrictEqual(fine({ ...shimmed, ...files }), [`skills/core/SKILL.md: ${guard}`])
  }
  // Where no skill has a command, a host starts them by their name.
  const bare = { ...skill("core", "Use on /core."), ...command("other", "Do it.\n\n1. Now.") }
  deepStrictEqual([found(bare), fine(bare)], [[], ["skills/core/SKILL.md: host"]])
  // One that has a command shows that hosts start skills through commands, however few do.
  const few = {
    ...skill("audit", "Audits. Use on /audit."),
    ...command("audit", "Run the `audit` skill."),
    ...skill("core", "Use on /core."),
    ...skill("plan", "Plans. The user types /plan."),
    ...skill("sift", "There is no /sift command."),
    ...skill("trace", "Use when it fails."),
  }
  deepStrictEqual([found(few), fine(few)], [
    ["Medium GAP skills/core/SKILL.md: shim-gap", "Medium GAP skills/plan/SKILL.md: shim-gap"],
    ["skills/sift/SKILL.md: negated"],
  ])
  const scripts = { ...shimmed, "skills/tools/run.mjs": "" }
  deepStrictEqual([found(scripts), fine(scripts)], [[], ["skills/tools: scripts"]])
})

Deno.test("deadConfig compares the flags of a skill with those of its command", () => {
  const body = "Forms: `/audit --deep` and `/audit --fast`. Not yet: `/audit --later`."
  const files = {
    ...shimmed,
    ...skill("audit", "Audits. Use on /audit.", body),
    ...command("audit", "Run the `audit` skill.\n\n- `/audit --fast` looks less."),
  }
  deepStrictEqual(found(files), ["Low DRIFTED commands/audit.md: flag-drift --deep"])
  deepStrictEqual(fine(files), ["commands/audit.md: denied"])
  deepStrictEqual(found({ ...files, ...command("audit", "Run the `audit` skill.") }), [])
  const coded = body.replace("and `/audit --fast`", "on `planned/pages.md`, and `/audit --fast`")
  deepStrictEqual(found({ ...files, ...skill("audit", "Audits. Use on /audit.", coded) }), found(files))
  const some = { ...files, ...command("audit", "Run the `audit` skill. Examples:\n\n- `/audit --fast` looks less.") }
  deepStrictEqual([found(some), fine(some)], [[], ["commands/audit.md: examples", "commands/audit.md: denied"]])
})

Deno.test("deadConfig finds commands that pages show and nothing provides", () => {
  const page = "Use `/audit`, `/ship` or `/polish now`.\n"
  deepStrictEqual(found({ ...shimmed, "docs/use.md": page }), ["Low GAP-candidate docs/use.md: trigger-ghost /polish"])
  // A page that shows more of what is not here than of what is speaks of something else.
  const strange = "# Use\n\nType `/audit`, `/polish`, `/sand` or `/varnish`.\n"
  deepStrictEqual(found({ ...shimmed, "docs/use.md": strange }), [])
  const cases: Readonly<Record<string, string>> = {
    path: "Run `/audit`. It writes to `/tmp`.",
    placeholder: "Run `/audit` or `/your-skill`.",
    negated: "Run `/audit`; there is no `/polish`.",
    "another program's": "Run `/audit`. The plugin brings `/polish`.",
  }
  const place = { ...shimmed, "docs/use.md": "Run `/audit`. It hides the pages at `/secret-admin`.\n" }
  deepStrictEqual([found(place), fine(place)], [[], ["docs/use.md: path"]])
  for (const [guard, text] of Object.entries(cases)) {
    const files = { ...shimmed, "docs/use.md": `${text}\n` }
    deepStrictEqual([found(files), fine(files)], [[], [`docs/use.md: ${guard}`]], guard)
  }
  // What code holds is a name, whatever it means.
  const named = { ...shimmed, "docs/use.md": "Run `/audit`, then `/polish` with `--no-color` for `old/notes.md`.\n" }
  deepStrictEqual(found(named), ["Low GAP-candidate docs/use.md: trigger-ghost /polish"])
  const history = { ...shimmed, "CHANGELOG.md": "Added `/audit` and `/polish`.\n" }
  deepStrictEqual([found(history), fine(history)], [[], ["CHANGELOG.md: history"]])
  // Commands of the host, and pages that show no command of this repository.
  deepStrictEqual(found({ ...shimmed, "a.md": "`/audit` after `/clear`\n", "b.md": "`GET /users`, `/orders`\n" }), [])
  const grouped = { ...shimmed, ...command("git/tag", "1. Tag."), "a.md": "`/audit`, `/git tag`\n" }
  deepStrictEqual(found(grouped), [])
  const skillOnly = { ...shimmed, ...skill("debug-it", "Use when it fails."), "a.md": "`/audit`, `/debug-it`\n" }
  deepStrictEqual([found(skillOnly), fine(skillOnly)], [[], [
    "a.md: skill",
    "skills/debug-it/SKILL.md: model-triggered",
  ]])
})

function settings(...commands: readonly string[]): string {
  const hooks = commands.map((line) => ({ type: "command", command: line }))
  return `// what runs when\n${JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", hooks }] } }, null, 2)}\n`
}

Deno.test("deadConfig finds scripts that settings run and that do not exist", () => {
  const files = {
    ".claude/hooks/there.js": "",
    ".claude/settings.json": settings(
      "node .claude/hooks/there.js",
      "node $CLAUDE_PROJECT_DIR/.claude/hooks/gone.js --x",
      '"$CLAUDE_PROJECT_DIR"/.claude/hooks/there.js',
    ),
  }
  const { findings } = look(files)
  deepStrictEqual(
    findings.map(({ locator, severity, verdict, key, evidence }) => [locator, severity, verdict, key, evidence]),
    [[
      ".claude/settings.json",
      "High",
      "DEAD",
      "hook-missing $CLAUDE_PROJECT_DIR/.claude/hooks/gone.js",
      [{
        path: ".claude/settings.json",
        line: 14,
        quote: '"command": "node $CLAUDE_PROJECT_DIR/.claude/hooks/gone.js --x"',
      }],
    ]],
  )
  const quoted = {
    ".claude/hooks/there.js": "",
    ".claude/settings.json": settings(
      '"$CLAUDE_PROJECT_DIR"/.claude/hooks/there.js',
      '"$CLAUDE_PROJECT_DIR"/.claude/hooks/gone.sh',
      "python3 '${CLAUDE_PROJECT_DIR}'/.claude/hooks/lost.py \"$1\"",
    ),
  }
  deepStrictEqual(look(quoted).near_misses ?? [], [])
  deepStrictEqual(
    look(quoted).findings.map(({ key, evidence }) => [key, evidence?.map(({ line }) => line)]),
    [
      ["hook-missing $CLAUDE_PROJECT_DIR/.claude/hooks/gone.sh", [14]],
      ["hook-missing ${CLAUDE_PROJECT_DIR}/.claude/hooks/lost.py", [18]],
    ],
  )
  const plugin = {
    "plugins/p/hooks/hooks.json": settings(
      "${CLAUDE_PLUGIN_ROOT}/scripts/gone.sh",
      "${CLAUDE_PLUGIN_ROOT}/scripts/run.sh",
    ),
    "plugins/p/scripts/run.sh": "",
  }
  deepStrictEqual(found(plugin), [
    "High DEAD plugins/p/hooks/hooks.json: hook-missing ${CLAUDE_PLUGIN_ROOT}/scripts/gone.sh",
  ])
  const installed = {
    "hooks/a.js": "",
    "settings/settings.template.json": settings("node __HOME__/.claude/hooks/a.js", "node ~/.claude/hooks/b.js"),
  }
  deepStrictEqual(found(installed), ["High DEAD settings/settings.template.json: hook-missing ~/.claude/hooks/b.js"])
})

Deno.test("deadConfig excuses scripts that are elsewhere or made later", () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    [".claude/settings.json", "node ~/.claude/hooks/mine.js", "home", ""],
    [".claude/settings.json", "node /opt/hooks/mine.js", "elsewhere", ""],
    [".claude/settings.json", "node {{ROOT}}/hooks/mine.js", "elsewhere", ""],
    [".claude/settings.json", "node dist/hooks/mine.js", "git-ignored", "dist/"],
    [".claude/settings.json", "node -e require('./hooks/mine.js')", "inline program", ""],
    [".claude/settings.json", "cd sub && node hooks/mine.js", "another folder", ""],
    ["settings/settings.local.json.example", "node hooks/mine.js", "example", ""],
    ["templates/.claude/settings.json", "node .claude/hooks/mine.js", "sample", ""],
  ]
  for (const [path, line, guard, ignored] of cases) {
    const files = { [path]: settings(line) }
    const more = { ignored: ignored === "" ? [] : [ignored] }
    deepStrictEqual([found(files, more), fine(files, more)], [[], [`${path}: ${guard}`]], line)
  }
  const broken = { ".claude/settings.json": '{ "hooks": {{ hooks }} , "a": "hooks/x.js" }' }
  deepStrictEqual([found(broken), fine(broken)], [[], [".claude/settings.json: not read"]])
})

Deno.test("deadConfig finds hooks that no settings run", () => {
  const files = {
    ".claude/settings.json": settings("node .claude/hooks/a.js"),
    ".claude/hooks/a.js": 'import "./part.js"\n',
    ".claude/hooks/part.js": "",
    ".claude/hooks/orphan.js": "",
    ".claude/hooks/orphan.test.js": 'import "./orphan.js"\n',
    ".claude/hooks/shown.js": "",
    ".claude/hooks/lib/io.js": "",
    "docs/hooks.md": '```json\n{ "hooks": { "Stop": "node .claude/hooks/shown.js" } }\n```\n',
  }
  deepStrictEqual(found(files), ["Low DEAD-candidate .claude/hooks/orphan.js: hook-orphan"])
  deepStrictEqual(fine(files), [
    ".claude/hooks/orphan.test.js: test",
    ".claude/hooks/part.js: part of a hook",
    ".claude/hooks/shown.js: documented",
  ])
  const elsewhere = { ".claude/hooks/a.js": "", ".claude/hooks/b.js": "" }
  deepStrictEqual([found(elsewhere), fine(elsewhere)], [[], [".claude/hooks/a.js: wired elsewhere"]])
})

Deno.test("deadConfig compares the hook bundles of settings and pages", () => {
  const files = {
    "settings/settings.template.json": '{ "hookBundles": { "security": {}, "drift": {}, "quiet": {} } }\n',
    "docs/bundles.md": "The `security` bundle and `drift` are on. The `speed` hook bundle is off.\n",
  }
  deepStrictEqual(found(files), [
    "Low STALE docs/bundles.md: bundle-drift speed",
    "Low STALE settings/settings.template.json: bundle-drift quiet",
  ])
  deepStrictEqual(found({ ...files, "docs/bundles.md": "Only `drift` is told here.\n" }), [])
})

Deno.test("deadConfig calls a rule cold only where the configuration says when", () => {
  const files = {
    ".claude/rules/no-print.md": "# No print\n",
    ".claude/rules/tabs-only.md": "# Tabs\n",
    "a.md": "See tabs-only.\n",
  }
  deepStrictEqual([found(files), fine(files)], [[], [
    ".claude/rules/no-print.md: loaded by its front matter or its place",
  ]])
  const config = { passes: { "dead-config": { cold_after_days: 90 } } }
  const history = (day: string): More => ({
    config,
    today: "2026-06-01",
    history: { last_change: new Map([[".claude/rules/no-print.md", day]]), lines: new Map(), whole: true },
  })
  deepStrictEqual(found(files, history("2026-03-02")), ["Low DEAD-candidate .claude/rules/no-print.md: cold"])
  deepStrictEqual(fine(files, history("2026-03-03")), [".claude/rules/no-print.md: changed lately"])
  deepStrictEqual(fine(files, { config }), [".claude/rules/no-print.md: no history"])
  strictEqual(deadConfig.history?.(corpusOf(new Map())), undefined)
  deepStrictEqual(deadConfig.history?.(corpusOf(new Map(), { config })), [])
})

Deno.test("deadConfig keeps to its scope, and says when there is nothing to look at or something unread", () => {
  const files = { ...shimmed, ...command("prune", "Run the `prune` skill.") }
  deepStrictEqual(found(files, { scope: ["skills"] }), [])
  deepStrictEqual(found(files, { scope: ["commands"] }), ["High DEAD commands/prune.md: shim-dead prune"])
  const empty = look({ "README.md": "# Hello\n" })
  deepStrictEqual([empty.ran, empty.skip_reason], [
    false,
    "no skills, commands, agents, hooks, rules or their settings",
  ])
  const unread = look(shimmed, { unreadable: [{ path: ".claude/settings.json", why: "too large" }] })
  deepStrictEqual([unread.complete, unread.skip_reason], [false, "could not read .claude/settings.json (too large)"])
})

const piece = Schema.Literals([
  "Run the `audit` skill.",
  "Run the `gone` skill.",
  "`/audit --x`",
  "`/ship`",
  "`/polish`",
  "1. Step",
  "## Part",
  "Alias for /audit",
  "no `/gone`",
  "`security` hook bundle",
  "node hooks/a.js",
  '{"hooks":{"command":"hooks/b.js"}}',
  "(",
  "\\",
  "日本",
])
const Tree = Schema.Array(Schema.Struct({
  path: Schema.Literals([
    "commands/audit.md",
    "commands/polish.md",
    "skills/audit/SKILL.md",
    "skills/c++/SKILL.md",
    "hooks/a.js",
    "hooks/b.js",
    ".claude/settings.json",
    "README.md",
    "rules/x-y.md",
    "agents/a-b.md",
    "plugins/p/commands/a(b.md",
  ]),
  pieces: Schema.Array(piece).check(Schema.isMaxLength(5)),
})).check(Schema.isMaxLength(9))

Deno.test("deadConfig says the same in any order of files, sorted, with evidence where it says", async () => {
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(Tree), (tree) => {
      const files = new Map(tree.map(({ path, pieces }) => [
        path,
        path.endsWith(".md")
          ? `---\ndescription: ${JSON.stringify(pieces.join(" "))}\n---\n\n${pieces.join("\n\n")}\n`
          : pieces.join("\n"),
      ]))
      const corpus = corpusOf(files)
      const result = deadConfig.look(corpus)
      ok(Schema.is(PassResult)(result))
      deepStrictEqual(groundPass(result, corpus.texts).warnings, [])
      const sorted = result.findings.map(({ locator, key }) => `${locator}\0${key}`)
      deepStrictEqual(sorted, [...new Set(sorted)].sort())
      const reversed = new Map([...files].reverse())
      deepStrictEqual(deadConfig.look(corpusOf(reversed)), result)
      for (const { edits = [] } of result.findings) ok(Result.isSuccess(applyEdits(files, edits)))
      return true
    }, { runs: 300, seed: 5 }),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
})

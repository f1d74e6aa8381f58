import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { groundPass } from "../../src/core/corpus/ground_pass.ts"
import { PassResult } from "../../src/core/schema/pass_result.ts"
import { artefactMentions } from "../../src/passes/prose/artefact_path.ts"
import { type ArtefactPlace, meets } from "../../src/passes/pipeline_gaps/organ_texts.ts"
import { pathMentions } from "../../src/passes/pipeline_gaps/path_mentions.ts"
import { placeIndex } from "../../src/passes/pipeline_gaps/place_index.ts"
import { pipelineGaps } from "../../src/passes/pipeline_gaps.ts"
import { corpusOf, type More } from "./corpus_of.ts"
import { excused, type Files, lookWith } from "./look_with.ts"

const look = lookWith(pipelineGaps)

function found(files: Files, more: More = {}): readonly string[] {
  return look(files, more).findings.map(({ locator, key }) => `${locator}: ${key}`)
}

function fine(files: Files, more: More = {}): readonly string[] {
  return excused(look(files, more))
}

function skill(name: string, body: string): Files {
  return { [`skills/${name}/SKILL.md`]: `---\nname: ${name}\ndescription: ${name}\n---\n\n# ${name}\n\n${body}\n` }
}

function mentions(text: string): readonly string[] {
  return artefactMentions({ kind: "paragraph", text, line: 1, end_line: 1, quoted: false, depth: 0 })
    .map(({ path, use }) => `${use} ${path}`)
}

Deno.test("artefactMentions tells what is written from what is read", () => {
  deepStrictEqual(mentions("Write `.claude/plans/<slug>/v<N>.md` from `.claude/specs/<slug>/v1.md`."), [
    "writes .claude/plans/*/v*.md",
    "reads .claude/specs/*/v1.md",
  ])
  deepStrictEqual(mentions("It never writes `.claude/plans/a.md`. See `docs/a.md`."), [])
  deepStrictEqual(mentions("`$CLAUDE_PROJECT_DIR/.claude/ideas/` is read first."), ["reads */.claude/ideas/"])
  deepStrictEqual(mentions("Load what `write-tests` left in `.claude/plans/a.md`."), ["reads .claude/plans/a.md"])
  deepStrictEqual(mentions("The `write-tests` page is `.claude/plans/a.md`."), [])
  deepStrictEqual(mentions("Reads ~/.claude/notes/a.md and https://example.org/a/b.md."), [])
})

const chain: Files = {
  ...skill("brief", "Write `.claude/briefs/<slug>.md`."),
  ...skill("build", "Read `.claude/briefs/<slug>.md`, then build."),
}

Deno.test("pipelineGaps runs only when asked for, and only where there are organs", () => {
  strictEqual(pipelineGaps.opt_in, true)
  const empty = look({ "README.md": "# Hello\n" })
  deepStrictEqual([empty.ran, empty.skip_reason], [false, "no skills, commands or agents"])
  const { findings, near_misses, clean, complete } = look(chain)
  deepStrictEqual({ findings, near_misses, clean, complete }, {
    findings: [],
    near_misses: [],
    clean: 2,
    complete: true,
  })
  const unread = look(chain, { unreadable: [{ path: "skills/x/SKILL.md", why: "too large" }] })
  strictEqual(unread.complete, false)
})

Deno.test("pipelineGaps finds a file that is written for nobody", () => {
  const files = { ...chain, ...skill("scout", "Persist the places to `.claude/scouting/<slug>.md`.") }
  deepStrictEqual(look(files).findings, [{
    pass: "pipeline-gaps",
    locator: "skills/scout/SKILL.md",
    verdict: "ORPHAN-OUTPUT",
    severity: "Medium",
    what: "writes .claude/scouting/*.md, which no organ reads",
    route: "proposal",
    proposed_action: "name the organ that reads the file, or stop writing it",
    evidence: [{
      path: "skills/scout/SKILL.md",
      line: 8,
      quote: "Persist the places to `.claude/scouting/<slug>.md`.",
    }],
    key: "orphan-output .claude/scouting/*.md",
    structural: true,
    relations: [{ from: "skills/scout/SKILL.md", to: ".claude/scouting/*.md", kind: "writes" }],
  }])
  // A folder that somebody reads holds it.
  deepStrictEqual(found({ ...files, ...skill("plan", "Load `.claude/scouting/`.") }), [])
})

Deno.test("pipelineGaps finds a file that is read from nobody, and one that two write", () => {
  const dangling = { ...chain, ...skill("plan", "Read `.claude/sketches/<slug>.md` first.") }
  deepStrictEqual(found(dangling), ["skills/plan/SKILL.md: dangling-read .claude/sketches/*.md"])
  const twice = {
    ...chain,
    ...skill("pitch", "Write `.claude/decks/final.md`."),
    ...skill("sell", "Create `.claude/decks/final.md`."),
  }
  const [finding] = look(twice).findings
  strictEqual(finding?.what, "writes .claude/decks/final.md, as skills/sell/SKILL.md does")
  deepStrictEqual(finding.relations?.map(({ from, to }) => [from, to]), [
    ["skills/pitch/SKILL.md", ".claude/decks/final.md"],
    ["skills/sell/SKILL.md", ".claude/decks/final.md"],
  ])
})

Deno.test("pipelineGaps excuses what its guards know", () => {
  const orphan = (body: string): Files => ({ ...chain, ...skill("scout", body) })
  const cases: readonly (readonly [string, Files])[] = [
    ["for people", orphan("Write the report to `.claude/scouting/all.md`.")],
    ["configuration", orphan("Write `.claude/scouting/all.json`.")],
    ["list", orphan("Update `.claude/scouting/INDEX.md`.")],
    ["host", orphan("Create `.claude/commands/scout.md`.")],
    ["state", orphan("Read `.claude/scouting/seen.md`. Then write `.claude/scouting/seen.md`.")],
    ["named elsewhere", {
      ...orphan("Write `.claude/scouting/seen.md`."),
      "hooks/a.js": "// .claude/scouting/seen.md",
    }],
    ["host", orphan("Read `.claude/rules/scout.md`.")],
    ["configuration", orphan("Read `.claude/scouting/all.json`.")],
    ["conditional", orphan("Read `.claude/scouting/all.md` if present.")],
    ["kept here", { ...orphan("Read `.claude/scouting/all.md`."), ".claude/scouting/all.md": "# All\n" }],
    ["named elsewhere", { ...orphan("Read `.claude/scouting/all.md`."), "hooks/a.js": "// .claude/scouting/all.md" }],
    ["shared", {
      ...orphan("Append to `.claude/logs/day.md`."),
      ...skill("watch", "Append to `.claude/logs/day.md`."),
    }],
    ["stated", {
      ...orphan("Write `.claude/x/day.md`."),
      ...skill("watch", "Write `.claude/x/day.md`, as `scout` does."),
    }],
    ["a file each", { ...orphan("Write `.claude/x/<day>.md`."), ...skill("watch", "Write `.claude/x/<day>.md`.") }],
  ]
  for (const [guard, files] of cases) {
    deepStrictEqual(found(files), [], guard)
    deepStrictEqual(fine(files).map((text) => text.slice(text.indexOf(": ") + 2)), [guard])
  }
})

Deno.test("pipelineGaps compares organs to the stages of the configuration", () => {
  const stages = [
    { name: "brief", writes: ".claude/briefs/*.md" },
    { name: "plan", organ: "planner", writes: ".claude/plans/*.md" },
    { name: "build", reads: [".claude/briefs/*.md", ".claude/plans/*.md", ".claude/moods/*.md"] },
  ]
  const config = { passes: { "pipeline-gaps": { stages } } }
  deepStrictEqual(found(chain, { config }), [
    "skills/brief/SKILL.md: stage plan",
    "skills/build/SKILL.md: dangling .claude/moods/*.md",
    "skills/build/SKILL.md: reads .claude/moods/*.md",
    "skills/build/SKILL.md: reads .claude/plans/*.md",
  ])
  const silent = { ...chain, "agents/planner.md": "# Planner\n\nPlans.\n" }
  ok(found(silent, { config }).includes("agents/planner.md: writes .claude/plans/*.md"))
  deepStrictEqual(found(chain, { config: { passes: { "pipeline-gaps": { stages: [] } } } }), [])
})

Deno.test("pipelineGaps looks for the default chain where half of it is there", () => {
  const some: Files = {
    ...skill("envision", "Write `.claude/visions/<slug>/v<N>.md`."),
    ...skill("spec", "From `.claude/visions/<slug>/v<M>.md`, write `.claude/specs/<slug>/v<N>.md`."),
    ...skill("execute", "Read `.claude/specs/<slug>/v<N>.md`."),
  }
  deepStrictEqual(found(some), [
    "skills/execute/SKILL.md: stage close-out",
    "skills/spec/SKILL.md: stage blueprint",
    "skills/spec/SKILL.md: stage draft-plan",
  ])
  deepStrictEqual(found({ ...skill("spec", "Asks.") }), [])
  deepStrictEqual(found(some, { scope: ["skills/execute"] }), ["skills/execute/SKILL.md: stage close-out"])
})

const Tree = Schema.Array(Schema.Struct({
  name: Schema.Literals(["spec", "execute", "envision", "a+b", "plan"]),
  kind: Schema.Literals(["skills", "agents", "commands"]),
  verb: Schema.Literals(["Write", "Read", "See", "Never write", "Append to"]),
  path: Schema.Literals([
    ".claude/x/<slug>.md",
    ".claude/x/",
    ".claude/x/a.md",
    "$ROOT/.claude/x/v1.md",
    "`",
    "日本/a.md",
    "a/[b](c).md",
  ]),
})).check(Schema.isMaxLength(8))

Deno.test("pipelineGaps says the same in any order of files, sorted, with evidence where it says", async () => {
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(Tree), (tree) => {
      const files = new Map(tree.map(({ name, kind, verb, path }) => [
        kind === "skills" ? `skills/${name}/SKILL.md` : `${kind}/${name}.md`,
        `# ${name}\n\n${verb} \`${path}\` now.\n`,
      ]))
      const corpus = corpusOf(files)
      const result = pipelineGaps.look(corpus)
      ok(Schema.is(PassResult)(result))
      deepStrictEqual(groundPass(result, corpus.texts).warnings, [])
      const sorted = result.findings.map(({ locator, key }) => `${locator}\0${key}`)
      deepStrictEqual(sorted, [...new Set(sorted)].sort())
      deepStrictEqual(pipelineGaps.look(corpusOf(new Map([...files].reverse()))), result)
      return true
    }, { runs: 300, seed: 9 }),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
})

Deno.test("meets compares patterns whatever is to be filled in", () => {
  const pairs: readonly (readonly [string, string, boolean])[] = [
    [".claude/a/*.md", ".claude/a/x.md", true],
    [".claude/a/*/v*.md", ".claude/a/default/v*.md", true],
    [".claude/a/*/v*.md", ".claude/a/x.md", false],
    [".claude/a/", ".claude/a/b/c.md", true],
    [".claude/a/b/", ".claude/a/c.md", false],
    [".claude/a/*/", ".claude/a/b/c.md", true],
    [".claude/a/x.md", ".claude/a/y.md", false],
    [".claude/a/*.json", ".claude/a/x.md", false],
    [".claude/a/", ".claude/a/b/", true],
  ]
  for (const [one, two, expected] of pairs) {
    deepStrictEqual([meets(one, two), meets(two, one)], [expected, expected], `${one} ${two}`)
  }
})

const segment = Schema.Literals(["a", "b", "v*", "v1", "*", "*.md", "a.md", "b-*.md", "b-1.md"])
const Paths = Schema.Array(Schema.Struct({
  segments: Schema.Array(segment).check(Schema.isMinLength(1), Schema.isMaxLength(3)),
  isFolder: Schema.Boolean,
})).check(Schema.isMinLength(1), Schema.isMaxLength(12))

Deno.test("placeIndex finds, in their order, the places that meets holds for", async () => {
  const organ = { name: "o", path: "skills/o/SKILL.md", documents: [] }
  const [document] = corpusOf(new Map([["a.md", "# A\n"]])).documents
  ok(document)
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(Paths), (paths) => {
      const places = paths.map(({ segments, isFolder }, index): ArtefactPlace => ({
        ...{ organ, document, line: index + 1, use: "reads", text: "" },
        path: `.claude/x/${segments.join("/")}${isFolder ? "/" : ""}`,
      }))
      const placesFor = placeIndex(places)
      for (const { path } of places.filter(({ path }) => !path.endsWith("/"))) {
        deepStrictEqual(placesFor(path), places.filter((place) => meets(place.path, path)), path)
      }
      return true
    }, { runs: 500, seed: 3 }),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
})

Deno.test("pathMentions tells whether a file besides some has the start of a path", () => {
  const isMentioned = pathMentions(
    new Map([["a.md", "`.claude/x/one.md`"], ["b.md", "$R/.claude/x/one.md, .claude/y/two.md"], ["c.js", "x/one.md"]]),
  )
  const cases: readonly (readonly [string, readonly string[], boolean])[] = [
    [".claude/x/one.md", [], true],
    [".claude/x/one.md", ["a.md"], true],
    [".claude/x/one.md", ["a.md", "b.md"], false],
    [".claude/y/", ["a.md"], true],
    [".claude/y/", ["b.md"], false],
    [".claude/z/", [], false],
    [".claude/x/one.mdx", [], false],
  ]
  for (const [path, besides, expected] of cases) {
    strictEqual(isMentioned(path, new Set(besides)), expected, `${path} ${besides}`)
  }
})

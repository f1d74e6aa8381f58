import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { renameSync, rmSync, symlinkSync } from "node:fs"
import * as Effect from "effect/Effect"
import { Orientation } from "../../src/core/schema/orientation.ts"
import * as Schema from "effect/Schema"
import type { DeltaBaseline } from "../../src/engine/corpus_delta.ts"
import { type CorpusTarget, readCorpus } from "../../src/engine/corpus_reader.ts"
import { type CorpusOrientation, orient, orientCorpus, type OrientTarget } from "../../src/engine/orient.ts"
import { gitLayer } from "../../src/host/git_process.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { temporaryFolder, type TemporaryRepository, temporaryRepository } from "../services/temporary_repository.ts"

function run(
  root: string,
  baseline?: DeltaBaseline,
  target: Partial<CorpusTarget> = {},
): Promise<CorpusOrientation> {
  return Effect.runPromise(
    readCorpus({ root, config: {}, reportDir: ".claude/checkpoints", today: "2026-08-01", ...target }).pipe(
      Effect.flatMap((reading) => orientCorpus(reading, baseline)),
      Effect.provide(gitLayer()),
      Effect.provide(hostLayer),
    ),
  )
}

async function of(kind: string, found: Promise<CorpusOrientation>): Promise<Orientation> {
  const orientation = (await found).orientations.find((each) => each.kind === kind)
  if (orientation === undefined) throw new Error(`no orientation of ${kind}`)
  Schema.decodeUnknownSync(Orientation)(orientation)
  return orientation
}

function orientIn(target: Partial<OrientTarget> & Pick<OrientTarget, "roots">): Promise<Orientation> {
  return Effect.runPromise(
    orient({ kind: "system", reportDir: "reports", scopeSlug: "corpus", today: "2026-08-01", ...target }).pipe(
      Effect.provide(gitLayer()),
      Effect.provide(hostLayer),
    ),
  )
}

function adr(number: number, status: string, more = ""): string {
  return `# ${number}. Decision ${number}\n\n## Status\n\n${status}\n\n## Context\n\nText of ${number}.\n${more}`
}

const skill = "---\nname: a\ndescription: b\n---\n# A\n"

Deno.test("orientCorpus gives one orientation for each corpus kind with nodes", async () => {
  using repository = temporaryRepository()
  repository.commit({
    "README.md": "# R\n\n[a](doc/adr/0001-a.md)\n",
    "doc/adr/0001-a.md": adr(1, "Accepted"),
    "skills/a/SKILL.md": skill,
    "skills/b/SKILL.md": `${skill}[a](../a/SKILL.md)\n`,
    "hooks/guard.js": "x",
  })
  const found = await run(repository.directory)
  deepStrictEqual(found.orientations, [
    {
      kind: "decisions",
      roots: ["doc/adr"],
      nodes: { decision: 1 },
      since: { method: "first run", changed: {} },
      largest: ["doc/adr/0001-a.md"],
      most_linked: ["doc/adr/0001-a.md"],
      focus: [],
    },
    {
      kind: "system",
      roots: ["hooks", "skills"],
      nodes: { skill: 2, hook: 1 },
      since: { method: "first run", changed: {} },
      largest: ["skills/b/SKILL.md", "skills/a/SKILL.md", "hooks/guard.js"],
      most_linked: ["skills/a/SKILL.md"],
      focus: [],
    },
    {
      kind: "docs",
      roots: ["."],
      nodes: { doc: 1 },
      since: { method: "first run", changed: {} },
      largest: ["README.md"],
      most_linked: [],
      focus: [],
    },
  ])
})

Deno.test("orientCorpus of an empty root is empty", async () => {
  using folder = temporaryFolder()
  deepStrictEqual((await run(folder.directory)).orientations, [])
})

Deno.test("orientCorpus puts the newest decision of a long supersedes chain into focus", async () => {
  using folder = temporaryFolder()
  folder.write("doc/adr/0001-a.md", adr(1, "Superseded by [2](0002-b.md)"))
  folder.write("doc/adr/0002-b.md", adr(2, "Superseded by [3](0003-c.md)"))
  folder.write("doc/adr/0003-c.md", adr(3, "Accepted"))
  folder.write("doc/adr/0004-d.md", adr(4, "Accepted"))
  deepStrictEqual((await of("decisions", run(folder.directory))).focus, ["doc/adr/0003-c.md"])
})

/** Two decisions, a skill and a page; then one ships, one changes, the skill is renamed, a page appears and one goes. */
function history(repository: TemporaryRepository): string {
  const base = repository.commit({
    "doc/adr/0001-a.md": adr(1, "Accepted"),
    "doc/adr/0002-b.md": adr(2, "Proposed"),
    "doc/adr/0003-c.md": adr(3, "Proposed"),
    "skills/old/SKILL.md": skill,
    "docs/gone.md": "# G",
    "docs/kept.md": "# K",
  }, "2026-06-01T10:00:00Z")
  renameSync(`${repository.directory}/skills/old`, `${repository.directory}/skills/new`)
  rmSync(`${repository.directory}/docs/gone.md`)
  repository.commit({
    "doc/adr/0001-a.md": adr(1, "Accepted", "More.\n"),
    "doc/adr/0002-b.md": adr(2, "Accepted"),
    "doc/adr/0004-d.md": adr(4, "Accepted"),
    "docs/new.md": "# N",
  }, "2026-06-20T10:00:00Z")
  return base
}

const changed = {
  decisions: { ship: 2, decision: 3 },
  system: { skill: 1 },
  docs: { doc: 2 },
}

Deno.test("orientCorpus counts changes since the last run's commit, ships apart, and gives git's renames", async () => {
  using repository = temporaryRepository()
  const base = history(repository)
  const found = await run(repository.directory, { date: "2026-07-01", commit: base })
  deepStrictEqual(Object.fromEntries(found.orientations.map((each) => [each.kind, each.since.changed])), changed)
  deepStrictEqual(found.orientations[0]?.since, {
    method: "commits",
    date: "2026-07-01",
    commit: base,
    changed: changed.decisions,
  })
  deepStrictEqual([...found.renames], [["skills/old/SKILL.md", "skills/new/SKILL.md"]])
  deepStrictEqual(found.orientations[0]?.focus, ["doc/adr/0002-b.md", "doc/adr/0004-d.md", "doc/adr/0001-a.md"])
})

Deno.test("orientCorpus counts by date from its first second when the last run's commit is lost, and says so", async () => {
  using repository = temporaryRepository()
  history(repository)
  const lost = "0123456789012345678901234567890123456789"
  const found = await run(repository.directory, { date: "2026-06-20", commit: lost })
  deepStrictEqual(Object.fromEntries(found.orientations.map((each) => [each.kind, each.since.changed])), changed)
  const [decisions] = found.orientations
  strictEqual(decisions?.since.method, "date")
  strictEqual(decisions?.since.commit, undefined)
  match(decisions?.note ?? "", /commit 012345678901 is not in the history of HEAD/u)
  const later = await of("decisions", run(repository.directory, { date: "2026-06-21" }))
  deepStrictEqual([later.since.changed, later.note], [{}, undefined])
})

Deno.test("orientCorpus counts everything when history starts after the last run, and live decisions as ships", async () => {
  using repository = temporaryRepository()
  history(repository)
  const { since } = await of("decisions", run(repository.directory, { date: "2026-05-01" }))
  deepStrictEqual(since.changed, { ship: 3, decision: 4 })
})

Deno.test("orientCorpus counts a change behind a commit whose clock was wrong", async () => {
  using repository = temporaryRepository()
  repository.commit({ "skills/a/SKILL.md": skill, "b.md": "1" }, "2026-01-01T00:00:00Z")
  repository.commit({ "skills/a/SKILL.md": `${skill}more\n` }, "2026-06-10T00:00:00Z")
  repository.commit({ "b.md": "2" }, "2020-01-01T00:00:00Z")
  const found = await of("system", run(repository.directory, { date: "2026-06-01" }))
  deepStrictEqual(found.since.changed, { skill: 1 })
  match(found.note ?? "", /commit dates are out of order/u)
})

Deno.test("orientCorpus counts uncommitted, untracked and deleted nodes", async () => {
  using repository = temporaryRepository()
  const base = repository.commit({ "skills/a/SKILL.md": skill, "skills/b/SKILL.md": skill, "skills/c/SKILL.md": skill })
  repository.write("skills/a/SKILL.md", `${skill}more\n`)
  repository.write("skills/d/SKILL.md", "# D\n")
  rmSync(`${repository.directory}/skills/b`, { recursive: true })
  const { nodes, since } = await of("system", run(repository.directory, { date: "2026-01-01", commit: base }))
  deepStrictEqual([nodes, since.changed], [{ skill: 3 }, { skill: 3 }])
})

Deno.test("orientCorpus says that a shallow clone does not reach the last run", async () => {
  using repository = temporaryRepository()
  const first = repository.commit({ "a.md": "1" }, "2026-01-01T00:00:00Z")
  repository.commit({ "a.md": "2" }, "2026-06-01T00:00:00Z")
  using clone = temporaryFolder()
  clone.git(["clone", "-q", "--depth", "1", `file://${repository.directory}`, "."])
  const found = await of("docs", run(clone.directory, { date: "2026-01-01", commit: first }))
  strictEqual(found.since.method, "date")
  match(found.note ?? "", /not in the history of HEAD.*; this shallow clone does not reach the last run/u)
})

Deno.test("orientCorpus works in a repository without commits and says so", async () => {
  using repository = temporaryRepository()
  repository.write("a.md", "# A")
  match((await of("docs", run(repository.directory))).note ?? "", /no commits yet/u)
  repository.touch("a.md", "2026-07-01T00:00:00Z")
  const found = await of("docs", run(repository.directory, { date: "2026-06-01" }))
  deepStrictEqual(found.since, { method: "mtime", date: "2026-06-01", changed: { doc: 1 } })
})

Deno.test("orientCorpus counts by modification time without a repository, and doubts a fresh checkout", async () => {
  using folder = temporaryFolder()
  const days = ["2026-05-31T23:59:59Z", "2026-06-01T00:00:00Z", "2026-07-01T00:00:00Z"]
  days.forEach((day, index) => {
    folder.write(`${index}.md`, "# T")
    folder.touch(`${index}.md`, day)
  })
  const found = await of("docs", run(folder.directory, { date: "2026-06-01" }))
  deepStrictEqual([found.since.changed, found.note], [{ doc: 2 }, undefined])
  days.forEach((_, index) => folder.touch(`${index}.md`, "2026-07-01T00:00:00Z"))
  match(
    (await of("docs", run(folder.directory, { date: "2026-06-01" }))).note ?? "",
    /mtime window unreliable \(fresh checkout\)/u,
  )
})

Deno.test("orientCorpus names configured roots that hold nothing", async () => {
  using folder = temporaryFolder()
  folder.write("notes/a.md", "# A")
  const config = { roots: { decisions: ["decisions", "notes/*.md"] } }
  const found = await of("decisions", run(folder.directory, undefined, { config }))
  deepStrictEqual([found.roots, found.nodes, found.note], [
    ["decisions", "notes/*.md"],
    { doc: 1 },
    "missing root: decisions",
  ])
})

Deno.test("orientCorpus keeps to the scope and looks links up everywhere", async () => {
  using folder = temporaryFolder()
  folder.write("a/x.md", "# X")
  folder.write("b/y.md", "[x](../a/x.md)")
  const found = await of("docs", run(folder.directory, undefined, { scope: ["a"] }))
  deepStrictEqual([found.roots, found.nodes, found.most_linked], [["a"], { doc: 1 }, ["a/x.md"]])
})

Deno.test("orient counts overlapping and linked roots once, and a missing root as nothing", async () => {
  using repository = temporaryRepository()
  repository.write("skills/a/SKILL.md", skill)
  repository.write("skills/b/SKILL.md", skill)
  repository.write("docs/a.md", "# A")
  symlinkSync("skills", `${repository.directory}/linked`)
  repository.commit({})
  const found = await orientIn({ root: repository.directory, roots: ["skills", "skills/a", "linked", "no\nwhere"] })
  deepStrictEqual(
    [found.kind, found.roots, found.nodes, found.note],
    ["system", ["skills", "skills/a", "no%0Awhere"], { skill: 2 }, "missing root: no%0Awhere"],
  )
})

Deno.test("orient takes absolute roots, finds their repository and reads the last run of the scope", async () => {
  using repository = temporaryRepository()
  const base = repository.commit({ "skills/a/SKILL.md": skill, "proposals/0001-a.md": "# A" })
  repository.commit({
    "skills/a/SKILL.md": `${skill}more\n`,
    "reports/corpus/latest.md": [
      "---",
      "schema: 1",
      "date: 2026-07-01",
      "kind: system",
      "scope: corpus",
      "scope_slug: corpus",
      "run_mode: fresh",
      `commit: ${base}`,
      "id_max: 0",
      "findings_total: 0",
      "---",
      "",
    ].join("\n"),
  })
  const roots = [`${repository.directory}/skills`, `${repository.directory}/proposals`]
  const found = await orientIn({ kind: "conformance:a", roots })
  deepStrictEqual(
    [found.kind, found.roots, found.nodes, found.since],
    ["conformance:a", ["skills", "proposals"], { proposal: 1, skill: 1 }, {
      method: "commits",
      date: "2026-07-01",
      commit: base,
      changed: { skill: 1 },
    }],
  )
})

Deno.test("orient keeps the name of a root without a repository, and one outside a given root is named", async () => {
  using folder = temporaryFolder()
  folder.write("proposals/0001-a.md", "# A")
  folder.write("skills/a/SKILL.md", skill)
  const alone = await orientIn({ roots: [`${folder.directory}/proposals`] })
  deepStrictEqual([alone.roots, alone.nodes], [["proposals"], { proposal: 1 }])
  const both = await orientIn({ root: `${folder.directory}/skills`, roots: [".", `${folder.directory}/proposals`] })
  deepStrictEqual([both.roots[0], both.nodes], [".", { skill: 1 }])
  match(both.note ?? "", /^root outside ".*\/skills", left out: .*\/proposals$/u)
})

Deno.test("orient over roots of two repositories says that no history speaks for them", async () => {
  using one = temporaryRepository()
  using two = temporaryRepository()
  one.commit({ "skills/a/SKILL.md": skill })
  two.commit({ "skills/b/SKILL.md": skill })
  const found = await orientIn({ roots: [`${one.directory}/skills`, `${two.directory}/skills`] })
  deepStrictEqual(found.nodes, { skill: 2 })
  match(found.note ?? "", /roots of more than one repository/u)
})

Deno.test("orient fails in a bare repository, and says which folder", async () => {
  using folder = temporaryFolder()
  folder.git(["init", "-q", "--bare", "bare.git"])
  const error = await Effect.runPromise(
    Effect.flip(
      orient({
        ...{ kind: "docs", roots: [`${folder.directory}/bare.git`], reportDir: "r", scopeSlug: "corpus" },
        today: "2026-08-01",
      }),
    ).pipe(Effect.provide(gitLayer()), Effect.provide(hostLayer)),
  )
  match(error.message, /bare\.git" is in a bare repository/u)
})

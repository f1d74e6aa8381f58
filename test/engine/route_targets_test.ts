import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { TaggedFinding } from "../../src/core/schema/diff_result.ts"
import { completeReport, type Report } from "../../src/core/schema/report.ts"
import type { Selection } from "../../src/core/selection/selection.ts"
import type { Git } from "../../src/engine/git.ts"
import { route, type RouteOptions } from "../../src/engine/route.ts"
import { gitLayer } from "../../src/host/git_process.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { finding } from "../core/selection/rows.ts"
import { git, withFolder } from "../services/program.ts"
import { noRepository, reportOf } from "./route_host.ts"

const realGit: Layer.Layer<Git> = gitLayer().pipe(Layer.provide(hostLayer))
const everything = ({ findings }: Report): Selection => findings.map(({ id }) => ({ _tag: "apply", id }))

function routed(
  findings: readonly TaggedFinding[],
  options: RouteOptions,
  gitOf: Layer.Layer<Git> = noRepository,
): Promise<Report> {
  const report = reportOf(...findings)
  return Effect.runPromise(
    route(report, everything(report), options).pipe(Effect.provide(Layer.mergeAll(hostLayer, gitOf))),
  )
}

const said = ({ outcomes = [] }: Report): readonly string[] =>
  outcomes.map(({ result, message }) => `${result}: ${message}`)

const capturing = (id: string, fields: { readonly [field: string]: unknown } = {}): TaggedFinding =>
  finding(id, {
    route: "capture",
    capture: {
      name: `Lesson ${id}`,
      description: `What ${id} taught`,
      type: "user",
      relevance: "during-review",
      body: `Text of ${id}.`,
      ...fields,
    },
  })

const proposing = (id: string, title = `Title of ${id}`): TaggedFinding =>
  finding(id, { route: "proposal", proposed_action: title, key: id })

const adr = { "doc/adr/0001-use-a.md": "# 1. Use A\n\n## Status\n\nAccepted\n" }

Deno.test("route captures one memory after the other, each with its line in the index", () =>
  withFolder({ ".claude/memory/MEMORY.md": "# Memory\n" }, async (root) => {
    const findings = [capturing("R001"), capturing("R002"), capturing("R003", { name: "Lesson R001" })]
    deepStrictEqual(said(await routed(findings, { root })), [
      "applied: Created .claude/memory/lessons/lesson-r001.md, edited .claude/memory/MEMORY.md",
      "applied: Created .claude/memory/lessons/lesson-r002.md, edited .claude/memory/MEMORY.md",
      'failed: Cannot capture docs/R003.md:3: .claude/memory/lessons/lesson-r001.md has the same name ("Lesson R001"); ' +
      "change that memory, or give this one another name",
    ])
    strictEqual(
      readFileSync(join(root, ".claude/memory/MEMORY.md"), "utf8"),
      "# Memory\n\n- [Lesson R001](lessons/lesson-r001.md) — What R001 taught\n" +
        "- [Lesson R002](lessons/lesson-r002.md) — What R002 taught\n",
    )
    deepStrictEqual(said(await routed(findings.slice(0, 2), { root })), [
      "unchanged: Nothing to write, it is done already",
      "unchanged: Nothing to write, it is done already",
    ])
  }))

Deno.test("route captures where the configuration keeps memories, else where an index is, else in a usual place", async () => {
  const captures = async (
    files: Readonly<Record<string, string>>,
    options: Partial<RouteOptions>,
    fields: { readonly path?: string } = {},
  ): Promise<string> => {
    let message = ""
    await withFolder(files, async (root) => {
      message = said(await routed([capturing("R001", fields)], { root, ...options }))[0] ?? ""
    })
    return message
  }
  match(
    await captures({}, {}),
    /^applied: Created \.claude\/memory\/lessons\/lesson-r001\.md, created \.claude\/memory\/MEMORY\.md$/,
  )
  match(
    await captures({ "memory/MEMORY.md": "# M\n", ".claude/memory/a.md": "" }, {}),
    /Created memory\/lessons\/.* edited memory\/MEMORY\.md/,
  )
  const config = { memory: { root: "./notes/", index: "INDEX.md" } }
  match(
    await captures({ "notes/INDEX.md": "# M\n" }, { config }),
    /Created notes\/lessons\/lesson-r001\.md, edited notes\/INDEX\.md/,
  )
  const path = "team/notes/lessons/x.md"
  match(await captures({}, {}, { path }), /Created team\/notes\/lessons\/x\.md, created team\/notes\/MEMORY\.md/)
  match(await captures({ "team/MEMORY.md": "# M\n" }, {}, { path }), /lessons\/x\.md, edited team\/MEMORY\.md/)
})

Deno.test("route compares a capture with memories and rules alone, also with those that it has just written", async () => {
  const page = "---\nname: Lesson R002\n---\n"
  const edited = finding("R001", { edits: [{ path: "docs/r/page.md", create: page }] })
  const rule = (id: string): TaggedFinding => capturing(id, { kind: "architectural-rule", name: `Rule ${id}` })
  for (const [home, config] of [[".claude/memory/", {}], ["", { memory: { root: "." } }]] as const) {
    await withFolder({
      "docs/lessons/other.md": "---\nname: Lesson R003\n---\n",
      [`${home}lessons/note.txt`]: page,
      ".claude/rules/old.md": "---\nname: Rule R004\n---\n",
    }, async (root) => {
      const findings = [edited, capturing("R002"), capturing("R003"), rule("R004"), rule("R005")]
      const rival =
        '.claude/rules/old.md has the same name ("Rule R004"); change that memory, or give this one another name'
      deepStrictEqual(said(await routed(findings, { root, config })), [
        "applied: Created docs/r/page.md",
        `applied: Created ${home}lessons/lesson-r002.md, created ${home}MEMORY.md`,
        `applied: Created ${home}lessons/lesson-r003.md, edited ${home}MEMORY.md`,
        `failed: Cannot capture docs/R004.md:3: ${rival}`,
        "applied: Created .claude/rules/global/rule-r005.md",
      ])
    })
  }
})

Deno.test("route hands off a capture that somebody has to complete, and says what it lacks", async () => {
  const report = await routed([
    capturing("R001", { name: "", relevance: [] }),
    finding("R002", { route: "capture" }),
    capturing("R003", { relevance: "always" }),
    capturing("R004", { body: "x".repeat(1001) }),
  ], { root: "/nonexistent" })
  deepStrictEqual(report.outcomes?.map(({ result }) => result), ["handed_off", "handed_off", "handed_off", "failed"])
  match(
    report.outcomes?.[2]?.hand_off?.text ?? "",
    /\nNot captured: a memory that is always relevant needs a reason; /u,
  )
  match(report.outcomes?.[0]?.hand_off?.text ?? "", /\nThe payload lacks: name, relevance$/u)
  doesNotMatch(report.outcomes?.[1]?.hand_off?.text ?? "", /lacks/u)
})

Deno.test("route refuses a capture that holds a secret or leaves the root, and writes nothing of it", () =>
  withFolder({}, async (root) => {
    const token = `ghp_${"a1B2".repeat(9)}`
    const report = await routed([
      capturing("R001", { body: `Use ${token}.` }),
      capturing("R002", { description: `Use ${token}.` }),
      capturing("R003", { path: "../out.md" }),
      finding("R004", { route: "capture", edits: [{ path: "a.md", create: `Use ${token}.` }] }),
    ], { root })
    deepStrictEqual(said(report), [
      "failed: Cannot capture docs/R001.md:3: there is a secret in its body (github-token); take it out, and run again",
      "failed: Cannot capture docs/R002.md:3: there is a secret in its description (github-token); take it out, and run again",
      'failed: Cannot capture docs/R003.md:3: path "../out.md" leaves the repository',
      "failed: Cannot capture docs/R004.md:3: there is a secret in its edits (github-token); take it out, and run again",
    ])
    deepStrictEqual(readdirSync(root), [])
  }))

Deno.test("route does not write a supersession of which one file has uncommitted changes", () =>
  withFolder({
    "memory/MEMORY.md": "# Memory\n\n- [Old](lessons/old.md) — old\n",
    "memory/lessons/old.md":
      '---\nname: Old\ndescription: "Old"\ntype: user\nscope: [a]\nrelevance: during-review\n---\n\nText.\n',
  }, async (root) => {
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "one")
    const old = join(root, "memory/lessons/old.md")
    const text = readFileSync(old, "utf8")
    writeFileSync(old, `${text}Mine.\n`)
    const findings = [capturing("R001", { relations: [{ type: "supersedes", target: "lessons/old.md" }] })]
    match(
      said(await routed(findings, { root }, realGit))[0] ?? "",
      /^failed: Cannot edit memory\/lessons\/old\.md: it has uncommitted/,
    )
    deepStrictEqual(readdirSync(join(root, "memory/lessons")), ["old.md"])
    git(root, "checkout", "-q", ".")
    match(said(await routed(findings, { root }, realGit))[0] ?? "", /^applied/)
    // Only the intended lines.
    strictEqual(git(root, "diff", "--numstat"), "1\t1\tmemory/MEMORY.md\n1\t0\tmemory/lessons/old.md\n")
  }))

Deno.test("route writes stubs one number after the other, and finds them again", () =>
  withFolder(adr, async (root) => {
    const findings = [proposing("R001"), proposing("R002")]
    deepStrictEqual(said(await routed(findings, { root })), [
      "applied: Created doc/adr/0002-r001-title-of-r001.md",
      "applied: Created doc/adr/0003-r002-title-of-r002.md",
    ])
    deepStrictEqual(said(await routed(findings, { root })), [
      "unchanged: Proposed already in doc/adr/0002-r001-title-of-r001.md",
      "unchanged: Proposed already in doc/adr/0003-r002-title-of-r002.md",
    ])
    match(
      readFileSync(join(root, "doc/adr/0003-r002-title-of-r002.md"), "utf8"),
      /^# 3\. docs\/R002\.md: Title of R002\n\nDate: 2026-12-01\n/u,
    )
  }))

Deno.test("route in a dry run says which stubs and memories it would write, and writes none", () =>
  withFolder(adr, async (root) => {
    const findings = [proposing("R001"), proposing("R002"), capturing("R003"), capturing("R004")]
    deepStrictEqual(said(await routed(findings, { root, dryRun: true })), [
      "applied: Would create doc/adr/0002-r001-title-of-r001.md",
      "applied: Would create doc/adr/0003-r002-title-of-r002.md",
      "applied: Would create .claude/memory/lessons/lesson-r003.md, would create .claude/memory/MEMORY.md",
      "applied: Would create .claude/memory/lessons/lesson-r004.md, would create .claude/memory/MEMORY.md",
    ])
    deepStrictEqual(readdirSync(root, { recursive: true }).length, 3)
  }))

Deno.test("route writes no secret into a stub", () =>
  withFolder(adr, async (root) => {
    const token = `ghp_${"a1B2".repeat(9)}`
    await routed([{ ...proposing("R001"), proposal: { title: "Use tokens", body: `As in ${token}.` } }], { root })
    const stub = readFileSync(join(root, "doc/adr/0002-use-tokens.md"), "utf8")
    match(stub, /As in <redacted:github-token>\./u)
    ok(!stub.includes(token))
  }))

Deno.test("route writes no stub and no memory with the date of a report that has none", () =>
  withFolder({ ...adr, "a.md": "old\n" }, async (root) => {
    const edited = finding("R003", { route: "proposal", edits: [{ path: "a.md", find: "old", replace: "new" }] })
    const { date: _, ...left } = reportOf(proposing("R001"), capturing("R002"), edited)
    const undated = completeReport(left)
    const failure = (id: string): Promise<string> =>
      Effect.runPromise(
        route(undated, [{ _tag: "apply", id }], { root }).pipe(
          Effect.match({ onFailure: ({ message }) => message, onSuccess: () => "routed" }),
          Effect.provide(Layer.mergeAll(hostLayer, noRepository)),
        ),
      )
    for (const id of ["R001", "R002"]) {
      match(
        await failure(id),
        new RegExp(`: ${id} is written with the date of the report, which has none; give it`, "u"),
      )
    }
    strictEqual(await failure("R003"), "routed")
    deepStrictEqual(readdirSync(root).sort(), ["a.md", "doc"])
  }))

Deno.test("route adds a row to the list of work that the configuration names, as a folder or as a file", async () => {
  const table = "| # | proposal |\n|---|---|\n| 1 | later |\n"
  for (
    const [dir, path] of [["todo", "todo/BACKLOG.md"], ["./todo/", "todo/BACKLOG.md"], ["todo/LIST.md", "todo/LIST.md"]]
  ) {
    await withFolder({ ...adr, [path ?? ""]: table }, async (root) => {
      const config = { proposals: { dir: dir ?? "", convention: "backlog" } }
      deepStrictEqual(said(await routed([proposing("R001")], { root, config })), [`applied: Edited ${path}`])
    })
  }
})

Deno.test("route hands off a proposal where nobody can number it", () =>
  withFolder({ "keps/sig-a/12-b/kep.yaml": "title: b\n" }, async (root) => {
    const report = await routed([proposing("R001")], { root })
    match(
      report.outcomes?.[0]?.hand_off?.text ?? "",
      /\nNo stub was written: keps\/ takes its numbers from issues; open one$/u,
    )
    deepStrictEqual(readdirSync(root), ["keps"])
  }))

Deno.test("route never leaves two decisions with one number, however many write at once", () =>
  withFolder(adr, async (root) => {
    const writers = ["A", "B", "C", "D", "E"].map((name) => {
      const report = reportOf(proposing("R001", `Title of ${name}`))
      return route({ ...report, findings: report.findings.map((one) => ({ ...one, key: name })) }, everything(report), {
        root,
      })
    })
    const reports = await Effect.runPromise(
      Effect.all(writers, { concurrency: "unbounded" }).pipe(Effect.provide(Layer.mergeAll(hostLayer, noRepository))),
    )
    const names = readdirSync(join(root, "doc/adr"))
    const numbers = names.map((name) => name.slice(0, 4))
    deepStrictEqual([...new Set(numbers)].length, numbers.length, names.join(", "))
    const applied = reports.flatMap(({ outcomes = [] }) => outcomes).filter(({ result }) => result === "applied")
    deepStrictEqual(applied.flatMap(({ files }) => files).sort(), names.slice(1).map((name) => `doc/adr/${name}`))
    for (const text of reports.flatMap(said).filter((line) => line.startsWith("failed"))) {
      match(
        text,
        /^failed: Cannot write doc\/adr\/\d{4}-r001-title-of-[a-e]\.md: the number \d+ was taken meanwhile \(doc.*\), run again; every file is as it was$/,
      )
    }
  }))

Deno.test("route names the audit of memories from three findings of one check on", async () => {
  const audited = (id: string, key: string): TaggedFinding =>
    finding(id, { route: "memory-audit", pass: "decision-integrity", key })
  const texts = async (...keys: readonly string[]): Promise<readonly string[]> => {
    const report = await routed(keys.map((key, index) => audited(`R00${index + 1}`, key)), { root: "/nonexistent" })
    return (report.outcomes ?? []).map(({ hand_off }) => hand_off?.text.split("\n").at(-1) ?? "")
  }
  const relations = "All of this kind: memory-audit --check 3 (relations)"
  deepStrictEqual(await texts("dangling-reference a", "missing-superseded-by b", "index-shows-superseded c"), [
    "To do: Repoint the link",
    "To do: Repoint the link",
    "To do: Repoint the link",
  ])
  deepStrictEqual(
    await texts("dangling-reference a", "missing-superseded-by b", "index-shows-superseded c", "missing-supersedes d"),
    [relations, relations, "To do: Repoint the link", relations],
  )
})

Deno.test("route writes nothing when the place that was shown is taken", () =>
  withFolder({ "BACKLOG.md": "# Backlog\n\n| # | what |\n|---|---|\n| 7 | a |\n" }, async (root) => {
    const report = reportOf(proposing("R001"), proposing("R002"))
    const select = (place: string): Promise<Report> =>
      Effect.runPromise(
        route(report, report.findings.map(({ id }) => ({ _tag: "apply", id, place })), { root }).pipe(
          Effect.provide(Layer.mergeAll(hostLayer, noRepository)),
        ),
      )
    const before = readFileSync(join(root, "BACKLOG.md"), "utf8")
    deepStrictEqual(said(await select("row 6 of BACKLOG.md")), [
      "failed: Cannot take row 6 of BACKLOG.md, which was shown: by now row 8 of BACKLOG.md is next; run again",
      "failed: Cannot take row 6 of BACKLOG.md, which was shown: by now row 8 of BACKLOG.md is next; run again",
    ])
    strictEqual(readFileSync(join(root, "BACKLOG.md"), "utf8"), before)
    deepStrictEqual(said(await select("row 8 of BACKLOG.md")), [
      "applied: Edited BACKLOG.md",
      "applied: Edited BACKLOG.md",
    ])
    match(
      readFileSync(join(root, "BACKLOG.md"), "utf8"),
      /\n\| 8 \| docs\/R001\.md: Title of R001 .*\n\| 9 \| docs\/R002\.md: Title of R002 /u,
    )
  }))

Deno.test("route keeps to the root when a settings file points out of it", () =>
  withFolder({ "root/.adr-dir": "../out\n", "root/a.md": "" }, async (folder) => {
    mkdirSync(join(folder, "out"))
    const report = await routed([proposing("R001")], { root: join(folder, "root") })
    deepStrictEqual(said(report), ["applied: Created proposals/001-r001-title-of-r001.md"])
    ok(!existsSync(join(folder, "out/0001-r001-title-of-r001.md")))
  }))

import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { TaggedFinding } from "../../src/core/schema/diff_result.ts"
import type { Edit } from "../../src/core/schema/finding.ts"
import type { Report } from "../../src/core/schema/report.ts"
import type { Decision, Selection } from "../../src/core/selection/selection.ts"
import type { Git } from "../../src/engine/git.ts"
import { route, type RouteOptions } from "../../src/engine/route.ts"
import { gitLayer } from "../../src/host/git_process.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { finding } from "../core/selection/rows.ts"
import { git, withFolder } from "../services/program.ts"
import { noRepository, reportOf } from "./route_host.ts"

const realGit: Layer.Layer<Git> = gitLayer().pipe(Layer.provide(hostLayer))
const apply = (...ids: readonly string[]): Selection => ids.map((id) => ({ _tag: "apply", id }))

function run(
  report: Report,
  selection: Selection,
  options: RouteOptions,
  gitOf: Layer.Layer<Git> = noRepository,
): Promise<Report> {
  return Effect.runPromise(route(report, selection, options).pipe(Effect.provide(Layer.mergeAll(hostLayer, gitOf))))
}

/** What became of one finding with these edits, when it is applied. */
async function outcomeOf(root: string, edits: readonly Edit[], gitOf = noRepository): Promise<string> {
  const { findings, outcomes } = await run(reportOf(finding("R001", { edits })), apply("R001"), { root }, gitOf)
  return `${outcomes?.[0]?.result}, ${findings[0]?.status ?? "open"}: ${outcomes?.[0]?.message}`
}

const change: Edit = { path: "a.md", find: "old", replace: "new" }

Deno.test("route applies the edits of what is selected and leaves the rest open", async () => {
  await withFolder({ "a.md": "old\n", "b.md": "old\n" }, async (root) => {
    const report = reportOf(
      finding("R001", { edits: [change, { path: "new/n.md", create: "text\n" }] }),
      finding("R002", { edits: [{ ...change, path: "b.md" }] }),
    )
    const routed = await run(report, apply("R001"), { root })
    deepStrictEqual(routed.findings.map(({ status }) => status), ["applied", undefined])
    deepStrictEqual(routed.outcomes, [{
      id: "R001",
      result: "applied",
      message: "Edited a.md, created new/n.md",
      files: ["a.md", "new/n.md"],
    }])
    deepStrictEqual(["a.md", "b.md", "new/n.md"].map((path) => readFileSync(join(root, path), "utf8")), [
      "new\n",
      "old\n",
      "text\n",
    ])
    deepStrictEqual(readdirSync(root).sort(), ["a.md", "b.md", "new"])
  })
})

Deno.test("route says unchanged, and applied, when it runs again", async () => {
  await withFolder({ "a.md": "old\n" }, async (root) => {
    const edits = [change, { path: "n.md", create: "" }]
    match(await outcomeOf(root, edits), /^applied, applied: Edited a\.md, created n\.md$/)
    const modified = statSync(join(root, "a.md")).mtimeMs
    match(await outcomeOf(root, edits), /^unchanged, applied: Nothing to write/)
    strictEqual(statSync(join(root, "a.md")).mtimeMs, modified)
  })
})

Deno.test("route hands off what has no edits, with what is needed, and it stays open", async () => {
  const report = reportOf(
    finding("R001", { route: "capture", capture: { kind: "lesson" }, proposed_action: "Write it down\nin the memory" }),
    finding("R002", { route: "memory-audit", evidence: [{ path: "m.md", line: 4, quote: "see\nold" }], edits: [] }),
    finding("R003", { route: "direct-fix", tag: "WONT_FIX", status: "wont_fix:by design" }),
    finding("R004", { route: "none", edits: [change] }),
  )
  const routed = await run(report, apply("R004", "R003", "R002", "R001"), { root: "/nonexistent" })
  deepStrictEqual(routed.outcomes?.map(({ id, result, hand_off }) => [id, result, hand_off?.to]), [
    ["R001", "handed_off", "capture"],
    ["R002", "handed_off", "memory-audit"],
    ["R003", "handed_off", "direct-fix"],
    ["R004", "informational", undefined],
  ])
  deepStrictEqual(routed.findings.map(({ status, tag }) => [status, tag]), [
    ["open", "NEW"],
    ["open", "NEW"],
    ["open", "CARRIED"],
    [undefined, "NEW"],
  ])
  strictEqual(routed.outcomes?.[0]?.message, "Left to capture, stays open: Write it down")
  strictEqual(
    routed.outcomes?.[1]?.hand_off?.text,
    "R002 docs/R002.md:3 (link-integrity, Low)\nThe link of R002 leads nowhere\nEvidence: m.md:4: see ⏎ old\n" +
      "To do: Repoint the link",
  )
})

Deno.test("route marks what is skipped and what will not be fixed, and counts the tags anew", async () => {
  const report = reportOf(finding("R001"), finding("R002"), finding("R003", { tag: "CARRIED" }))
  const routed = await run(report, [
    { _tag: "wont_fix", id: "R003", reason: "a sample" },
    { _tag: "skip", id: "R001" },
    { _tag: "wont_fix", id: "R002", reason: "by design", until: "2027-01-31" },
    { _tag: "show", id: "R009" },
  ], { root: "/nonexistent" })
  deepStrictEqual(routed.findings.map(({ status, tag }) => [status, tag]), [
    ["skipped", "NEW"],
    ["wont_fix:by design until 2027-01-31", "WONT_FIX"],
    ["wont_fix:a sample", "WONT_FIX"],
  ])
  deepStrictEqual(routed.tags, { new: 1, carried: 0, wont_fix: 2, unverified: 0, resolved: 0 })
  deepStrictEqual(routed.outcomes?.map(({ result, message }) => [result, message]), [
    ["skipped", "Skipped for this run"],
    ["wont_fix", "Won't fix, until 2027-01-31: by design"],
    ["wont_fix", "Won't fix: a sample"],
  ])
})

Deno.test("route lets a won't-fix row be applied, which clears it, and keeps it when that fails", async () => {
  await withFolder({ "a.md": "old\n" }, async (root) => {
    const row: Partial<TaggedFinding> = { tag: "WONT_FIX", status: "wont_fix:by design" }
    const report = reportOf(
      finding("R001", { ...row, edits: [change] }),
      finding("R002", { ...row, edits: [{ ...change, find: "gone", replace: "put" }] }),
    )
    const routed = await run(report, apply("R001", "R002"), { root })
    deepStrictEqual(routed.findings.map(({ status, tag }) => [status, tag]), [
      ["applied", "CARRIED"],
      ["wont_fix:by design", "WONT_FIX"],
    ])
  })
})

Deno.test("route goes on after a failure, and edits of one file build on each other", async () => {
  await withFolder({ "a.md": "one two three\n" }, async (root) => {
    const edit = (find: string, replace: string): readonly Edit[] => [{ path: "a.md", find, replace }]
    const report = reportOf(
      finding("R001", { edits: edit("two", "2") }),
      finding("R002", { edits: edit("one two", "both") }),
      finding("R003", { edits: edit("2 three", "2 3") }),
    )
    const routed = await run(report, apply("R001", "R002", "R003"), { root })
    deepStrictEqual(routed.outcomes?.map(({ result }) => result), ["applied", "failed", "applied"])
    deepStrictEqual(routed.findings.map(({ status }) => status), ["applied", undefined, "applied"])
    strictEqual(readFileSync(join(root, "a.md"), "utf8"), "one 2 3\n")
  })
})

Deno.test("route writes nothing of a finding of which one edit does not fit", async () => {
  await withFolder({ "a.md": "old\n", "b.md": "x\n" }, async (root) => {
    match(await outcomeOf(root, [change, { path: "b.md", find: "y", replace: "z" }]), /^failed, open: .*b\.md.*gone/)
    strictEqual(readFileSync(join(root, "a.md"), "utf8"), "old\n")
  })
})

Deno.test("route in a dry run writes nothing, keeps every status and says what it would do", async () => {
  await withFolder({ "a.md": "old\n" }, async (root) => {
    const report = reportOf(
      finding("R001", { edits: [change, { path: "n.md", create: "one\n" }] }),
      finding("R002", { edits: [{ path: "n.md", find: "one", replace: "two" }] }),
      finding("R003", { edits: [change] }),
      finding("R004"),
    )
    const decisions: Selection = [...apply("R001", "R002", "R003"), {
      _tag: "wont_fix",
      id: "R004",
      reason: "a sample",
    }]
    const routed = await run(report, decisions, { root, dryRun: true })
    deepStrictEqual(routed.findings, report.findings)
    deepStrictEqual(routed.outcomes?.map(({ result, message, files }) => [result, message, files]), [
      ["applied", "Would edit a.md, would create n.md", []],
      ["applied", "Would create n.md", []],
      ["unchanged", "Nothing to write, it is done already", []],
      ["wont_fix", "Won't fix: a sample", []],
    ])
    deepStrictEqual(readdirSync(root), ["a.md"])
    strictEqual(readFileSync(join(root, "a.md"), "utf8"), "old\n")
  })
})

Deno.test("route writes nothing outside the root, in .git, or into what is no file", async () => {
  await withFolder(
    { "root/a.md": "old\n", "root/.git/config": "old\n", "root/dir/x": "", "out.md": "old\n" },
    async (folder) => {
      const root = join(folder, "root")
      symlinkSync("../out.md", join(root, "link.md"))
      symlinkSync("..", join(root, "up"))
      symlinkSync("../missing.md", join(root, "dangling.md"))
      symlinkSync(".git", join(root, "git"))
      for (
        const [path, why] of [
          ["../out.md", /stays inside it/],
          ["dir/../../out.md", /stays inside it/],
          [join(folder, "out.md"), /relative to the root/],
          ["C:/out.md", /relative to the root/],
          ["link.md", /outside the root/],
          ["up/out.md", /outside the root/],
          ["up", /outside the root/],
          [".git/config", /belongs to git/],
          ["dir/.GIT/config", /belongs to git/],
          ["git/config", /belongs to git/],
          ["dir", /not a regular file/],
          [".", /outside the root/],
          ["a.md/b.md", /not a directory/],
        ] as const
      ) match(await outcomeOf(root, [{ ...change, path }]), why, path)
      for (const path of ["dangling.md", "../new.md", "up/new.md", "up/new/n.md", ".git/hooks/post-commit", "git/n"]) {
        match(await outcomeOf(root, [{ path, create: "x" }]), /^failed, open: Cannot edit/, path)
      }
      deepStrictEqual(readdirSync(folder).sort(), ["out.md", "root"])
      strictEqual(readFileSync(join(folder, "out.md"), "utf8"), "old\n")
      strictEqual(readFileSync(join(root, ".git/config"), "utf8"), "old\n")
      deepStrictEqual(readdirSync(join(root, ".git")), ["config"])
    },
  )
})

Deno.test("route writes through a symbolic link that stays inside the root, once for both names, and keeps the link", async () => {
  await withFolder({ "real/a.md": "one two\n" }, async (root) => {
    symlinkSync("real", join(root, "dir"))
    symlinkSync("real/a.md", join(root, "b.md"))
    const edits = [{ path: "dir/a.md", find: "one", replace: "1" }, { path: "b.md", find: "two", replace: "2" }]
    strictEqual(await outcomeOf(root, edits), "applied, applied: Edited real/a.md")
    strictEqual(readFileSync(join(root, "b.md"), "utf8"), "1 2\n")
    deepStrictEqual(readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink()).length, 2)
  })
})

Deno.test("route keeps permissions, CRLF line endings and a byte order mark", async () => {
  await withFolder({ "a.md": "\uFEFFone\r\nold\r\n" }, async (root) => {
    chmodSync(join(root, "a.md"), 0o750)
    match(await outcomeOf(root, [{ path: "a.md", find: "one\nold", replace: "one\nnew\nmore" }]), /^applied/)
    strictEqual(readFileSync(join(root, "a.md"), "utf8"), "\uFEFFone\r\nnew\r\nmore\r\n")
    strictEqual(statSync(join(root, "a.md")).mode & 0o777, 0o750)
  })
})

Deno.test("route refuses a file that is not UTF-8", async () => {
  await withFolder({}, async (root) => {
    const latin1 = new Uint8Array([0x6f, 0x6c, 0x64, 0x20, 0xe4])
    writeFileSync(join(root, "a.md"), latin1)
    match(await outcomeOf(root, [change]), /^failed, open: Cannot edit a\.md: it is not UTF-8 text/)
    deepStrictEqual(new Uint8Array(readFileSync(join(root, "a.md"))), latin1)
  })
})

Deno.test("route refuses files with uncommitted changes at its start, unless they are allowed", async () => {
  await withFolder({ "sub/a.md": "old x\n", "sub/b.md": "old\n", "sub/c.md": "old\n" }, async (folder) => {
    const root = join(folder, "sub")
    git(folder, "init", "-q")
    git(folder, "add", "sub/a.md", "sub/b.md")
    git(folder, "commit", "-qm", "one")
    writeFileSync(join(root, "b.md"), "old\nmine\n")
    const report = reportOf(
      finding("R001", { edits: [change] }),
      finding("R002", { edits: [{ path: "a.md", find: "x", replace: "y" }] }),
      finding("R003", { edits: [{ ...change, path: "b.md" }] }),
      finding("R004", { edits: [{ ...change, path: "c.md" }] }),
      finding("R005", { edits: [{ path: "n.md", create: "x" }] }),
    )
    const all = apply("R001", "R002", "R003", "R004", "R005")
    const results = (routed: Report): unknown => routed.outcomes?.map(({ result }) => result)
    const first = await run(report, all, { root }, realGit)
    deepStrictEqual(results(first), ["applied", "applied", "failed", "failed", "applied"])
    match(
      first.outcomes?.[2]?.message ?? "",
      /b\.md: it has uncommitted changes or is not tracked; commit it, or use --allow-dirty/,
    )
    strictEqual(readFileSync(join(root, "a.md"), "utf8"), "new y\n")
    const again = await run(report, all, { root }, realGit)
    deepStrictEqual(results(again), ["unchanged", "unchanged", "failed", "failed", "unchanged"])
    const allowed = await run(report, all, { root, allowDirty: true }, realGit)
    deepStrictEqual(results(allowed), ["unchanged", "unchanged", "applied", "applied", "unchanged"])
    strictEqual(readFileSync(join(root, "b.md"), "utf8"), "new\nmine\n")
  })
})

Deno.test("route creates a file in an ignored folder, and no file that the user has deleted", async () => {
  await withFolder({ ".gitignore": "memory/\n", "memory/m.md": "old\n", "a.md": "text\n" }, async (root) => {
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "one")
    rmSync(join(root, "a.md"))
    match(await outcomeOf(root, [{ path: "memory/n.md", create: "x" }], realGit), /^applied/)
    match(
      await outcomeOf(root, [{ path: "memory/m.md", find: "old", replace: "new" }], realGit),
      /^failed.*not tracked/,
    )
    match(await outcomeOf(root, [{ path: "a.md", create: "x" }], realGit), /^failed.*uncommitted/)
  })
})

Deno.test("route finds a file whose name on the disk is written differently than reports write it", async () => {
  await withFolder({ "cafe\u0301/two\nlines.md": "old\n" }, async (root) => {
    git(root, "init", "-q")
    const path = "caf\u00e9/two%0Alines.md"
    match(await outcomeOf(root, [{ ...change, path }], realGit), /^failed.*caf\u00e9\/two%0Alines\.md.*not tracked/)
    match(await outcomeOf(root, [{ path, create: "x" }]), /^failed.*exists already/)
    git(root, "add", ".")
    git(root, "commit", "-qm", "one")
    strictEqual(await outcomeOf(root, [{ ...change, path }], realGit), `applied, applied: Edited ${path}`)
    strictEqual(readFileSync(join(root, "cafe\u0301/two\nlines.md"), "utf8"), "new\n")
  })
})

Deno.test("route refuses a selection that parseSelection would not give, and writes nothing", async () => {
  await withFolder({ "a.md": "old\n" }, async (root) => {
    const report = reportOf(finding("R001", { edits: [change] }))
    const wrong: readonly (readonly [Decision, RegExp])[] = [
      [{ _tag: "apply", id: "R009" }, /no finding of the report has the id "R009"/],
      [{ _tag: "wont_fix", id: "R001", reason: "" }, /the reason for R001 is not one line/],
      [{ _tag: "wont_fix", id: "R001", reason: "a\nb" }, /not one line/],
    ]
    for (const [decision, why] of wrong) {
      const failed = await Effect.runPromise(
        route(report, [...apply("R001"), decision], { root }).pipe(
          Effect.flip,
          Effect.provide(Layer.mergeAll(hostLayer, noRepository)),
        ),
      )
      match(failed.message, why)
    }
    strictEqual(readFileSync(join(root, "a.md"), "utf8"), "old\n")
  })
})

Deno.test("route keeps outcomes of earlier decisions about other findings", async () => {
  const report = reportOf(finding("R001"), finding("R002"))
  const first = await run(report, [{ _tag: "skip", id: "R001" }, { _tag: "skip", id: "R002" }], {
    root: "/nonexistent",
  })
  const second = await run(first, [{ _tag: "wont_fix", id: "R002", reason: "a sample" }], { root: "/nonexistent" })
  deepStrictEqual(second.outcomes?.map(({ id, result }) => [id, result]), [["R001", "skipped"], ["R002", "wont_fix"]])
})

Deno.test("route changes only files of applied findings, whatever is selected, and nothing when run again", async () => {
  const numbers = [1, 2, 3, 4, 5]
  const verb = Schema.Literals(["apply", "skip", "wont_fix", "show", "no decision"])
  const verbs = Arbitrary.all([
    Arbitrary.schema(verb),
    Arbitrary.schema(verb),
    Arbitrary.schema(verb),
    Arbitrary.schema(verb),
    Arbitrary.schema(verb),
  ])
  const report = reportOf(...numbers.map((number) =>
    finding(`R00${number}`, {
      edits: [
        { path: `f${number}.md`, find: `old ${number}`, replace: `new ${number}` },
        { path: "shared.md", find: `<${number}>`, replace: `[${number}]` },
        { path: `made/n${number}.md`, create: `n${number}\n` },
      ],
    })
  ))
  const filesOf = (root: string): readonly string[] =>
    readdirSync(root, { recursive: true, encoding: "utf8" }).sort()
      .map((path) =>
        statSync(join(root, path)).isDirectory() ? path : `${path}=${readFileSync(join(root, path), "utf8")}`
      )
  const checked = await Effect.runPromise(Arbitrary.checkEffect(verbs, (chosen) =>
    Effect.promise(async () => {
      let holds = false
      const before = Object.fromEntries(numbers.map((number) => [`f${number}.md`, `old ${number}\n`]))
      await withFolder({ ...before, "shared.md": "<1><2><3><4><5>\n" }, async (root) => {
        const selection = chosen.flatMap((tag, index): readonly Decision[] => {
          const id = `R00${index + 1}`
          if (tag === "no decision") return []
          return tag === "wont_fix" ? [{ _tag: tag, id, reason: "a sample" }] : [{ _tag: tag, id }]
        })
        const applied = numbers.filter((number) => chosen[number - 1] === "apply")
        await run(report, selection, { root })
        const after = filesOf(root)
        const again = await run(report, selection, { root })
        holds = numbers.every((number) =>
          after.includes(`f${number}.md=${applied.includes(number) ? "new" : "old"} ${number}\n`)
        ) &&
          after.includes(`shared.md=${
            numbers.map((number) => applied.includes(number) ? `[${number}]` : `<${number}>`).join("")
          }\n`) &&
          after.length === 6 + (applied.length === 0 ? 0 : 1 + applied.length) &&
          JSON.stringify(filesOf(root)) === JSON.stringify(after) &&
          (again.outcomes ?? []).every(({ result }) =>
            result !== "applied" && result !== "failed"
          )
      })
      return holds
    }), { runs: 40, seed: 5 }))
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
})

import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict"
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { Report } from "../../src/core/schema/report.ts"
import { git, type Outcome, retro, type Running, withFolder } from "../services/program.ts"
import { commitAll, demoFiles, runs, today, treeOf, withRepository } from "./demo_repository.ts"

const decodeReport = Schema.decodeUnknownSync(Report)

/** A checkpoint of a folder on a day, which must end with 0. */
function checkpoint(folder: string, day: string, ...args: readonly string[]): Outcome {
  const outcome = retro(["checkpoint", "--today", day, ...args], { cwd: folder })
  strictEqual(outcome.code, 0, outcome.stderr)
  return outcome
}

/** The same, as a report that keeps its contract. */
function reportOf(folder: string, day: string, ...args: readonly string[]): Report {
  return decodeReport(JSON.parse(checkpoint(folder, day, "--json", ...args).stdout))
}

/** What a reader compares first. */
function rowsOf(report: Report): readonly (readonly (string | undefined)[])[] {
  return report.findings.map(({ id, tag, locator, status }) => [id, tag, locator, status])
}

function kept(folder: string, version: number): string {
  return readFileSync(join(folder, runs, `v${version}.md`), "utf8")
}

const firstRows = [
  ["R001", "NEW", "docs/adr/0002-use-b.md", "open"],
  ["R002", "NEW", "README.md", "open"],
  ["R003", "NEW", "README.md", "open"],
  ["R004", "NEW", "docs/guide.md", "open"],
]

Deno.test("retro checkpoint run after run: all is new, all is carried, what was fixed is resolved and keeps its id", async () => {
  await withRepository(demoFiles, (folder) => {
    const first = checkpoint(folder, "2026-03-01")
    strictEqual(first.stdout, kept(folder, 1))
    strictEqual(first.stderr, `kept as ${runs}/v1.md\n`)
    strictEqual(readFileSync(join(folder, runs, "latest.md"), "utf8"), kept(folder, 1))

    const second = reportOf(folder, "2026-03-08")
    deepStrictEqual(rowsOf(second), firstRows.map(([id, , locator, status]) => [id, "CARRIED", locator, status]))
    deepStrictEqual(second.persisted, {
      dir: runs,
      version: 2,
      file: "v2.md",
      latest: "latest.md",
      supersedes: "v1.md",
    })
    // Only the header, the tags and the front matter differ.
    const told = (text: string): readonly string[] =>
      text.slice(text.indexOf("## Severity × Pass")).replace(/\n## Resolved since last run \(0\)\nNone\n/u, "")
        .replaceAll("CARRIED", "NEW").split("\n")
    deepStrictEqual(told(kept(folder, 2)), told(kept(folder, 1)))

    const notes = join(folder, "docs/notes.md")
    renameSync(notes, join(folder, "docs/notse.md"))
    commitAll(folder)
    const third = reportOf(folder, "2026-03-09")
    deepStrictEqual(third.findings.map(({ id }) => id), ["R001", "R002", "R003"])
    deepStrictEqual(third.resolved.map(({ id, how }) => [id, how]), [["R004", "not detected"]])
    match(kept(folder, 3), /## Resolved since last run \(1\)\n- R004 — docs\/guide\.md: link to "notse\.md" is dead/u)

    renameSync(join(folder, "docs/notse.md"), notes)
    const fourth = reportOf(folder, "2026-03-10")
    strictEqual(fourth.findings.find(({ id }) => id === "R004")?.reopened, "resolved")
    strictEqual(fourth.id_max, 4)

    const history = retro(["history"], { cwd: folder })
    strictEqual(history.code, 0)
    match(history.stdout, /^v3\.md +2026-03-09 +3 .* R004$/mu)
    match(history.stdout, /^v4\.md +2026-03-10 +4 .* R004$/mu)
    const valid = retro(["validate", join(runs, "v4.md")], { cwd: folder })
    deepStrictEqual([valid.code, valid.stdout], [0, `${runs}/v4.md keeps the output contract\n`])
  })
})

Deno.test("retro checkpoint --select waives, applies, skips and proposes what was shown, and the next run knows", async () => {
  await withRepository(demoFiles, (folder) => {
    checkpoint(folder, "2026-03-01")
    const selection = "wontfix R003 by design until 2027-01-01; apply R001, 4; skip r2"
    const routed = checkpoint(folder, "2026-03-02", "--select", selection)
    deepStrictEqual(routed.stderr.split("\n").filter((line) => !line.startsWith(" ")), [
      "R001  applied   Edited docs/adr/0002-use-b.md",
      "R002  skipped   Skipped for this run",
      "R003  wont_fix  Won't fix, until 2027-01-01: by design",
      "R004  applied   Created docs/adr/0003-guide-remove-the-link-or-point-it-to-what-replaced-its.md",
      `kept as ${runs}/v2.md`,
      "",
    ])
    strictEqual(routed.stdout, kept(folder, 2))
    match(routed.stdout, /^resolutions: \{ applied: 2, skipped: 1, wont_fix: 1, handed_off: 0 \}$/mu)
    // Only the intended lines changed.
    strictEqual(git(folder, "diff", "--numstat"), "2\t0\tdocs/adr/0002-use-b.md\n")
    match(git(folder, "diff"), /^ Accepted\n(?:\+\n| \n)\+Supersedes \[1\. Use A\]\(0001-use-a\.md\)$/mu)

    const third = reportOf(folder, "2026-12-31")
    deepStrictEqual(rowsOf(third), [
      ["R002", "CARRIED", "README.md", "open"],
      ["R003", "WONT_FIX", "README.md", "wont_fix:by design until 2027-01-01"],
      ["R004", "CARRIED", "docs/guide.md", "applied"],
    ])
    deepStrictEqual(third.resolved.map(({ id, how }) => [id, how]), [["R001", "applied"]])
    doesNotMatch(kept(folder, 3).split("## Quick wins")[1] ?? "", /^- \[ \]/mu)
    match(kept(folder, 3), /^- R003 — .* \(reason: "by design", until 2027-01-01\)$/mu)

    const lapsed = checkpoint(folder, "2027-01-02", "--dry-run")
    const warning = `R003: the won't-fix "by design" was until 2027-01-01, which is over; the finding is open again`
    strictEqual(lapsed.stderr, `retro: ${warning}\n`)
    ok(lapsed.stdout.includes(`Warning: ${warning}\n`))
    match(lapsed.stdout, /^\| R003 \| .* \| CARRIED \| .* \| open \|$/mu)
    match(lapsed.stdout, /^- \[ \] R003 — /mu)
  })
})

Deno.test("retro checkpoint does not edit a file with uncommitted changes, and says what failed", async () => {
  await withRepository(demoFiles, (folder) => {
    checkpoint(folder, today)
    const readme = join(folder, "README.md")
    writeFileSync(readme, `${demoFiles["README.md"]}\nMine.\n`)
    const args = ["checkpoint", "--today", today, "--select", "apply R003"]
    const refused = retro(args, { cwd: folder })
    strictEqual(refused.code, 3)
    match(refused.stderr, /^R003 {2}failed {2}.*README\.md.*uncommitted changes/u)
    strictEqual(readFileSync(readme, "utf8"), `${demoFiles["README.md"]}\nMine.\n`)
    match(refused.stdout, /^\| R003 \| .* \| open \|$/mu)
    strictEqual(retro([...args, "--allow-dirty"], { cwd: folder }).code, 0)
    strictEqual(readFileSync(readme, "utf8"), `${demoFiles["README.md"]?.replace("set-up", "setup")}\nMine.\n`)
  })
})

Deno.test("retro checkpoint --dry-run writes nothing, not even what is selected", async () => {
  await withRepository(demoFiles, (folder) => {
    checkpoint(folder, today)
    const before = treeOf(folder)
    const { stdout, stderr } = checkpoint(folder, today, "--dry-run", "--select", "apply R003")
    match(stderr, /^R003 {2}applied {2}Would edit README\.md/u)
    match(stdout, /^\| R003 \| .* \| open \|$/mu)
    deepStrictEqual(treeOf(folder), before)
  })
})

Deno.test("retro checkpoint --fail-on ends with 1 when an open finding is that severe, and says how many", async () => {
  await withRepository({ ...demoFiles, ".retro.yaml": "fail_on: medium\n" }, (folder) => {
    const run = (...args: readonly string[]): Outcome =>
      retro(["checkpoint", "--today", today, ...args], { cwd: folder })
    const byConfig = run()
    strictEqual(byConfig.code, 1)
    strictEqual(
      byConfig.stderr,
      `kept as ${runs}/v1.md\nretro: 3 open findings are medium or worse, which fail_on in .retro.yaml forbids\n`,
    )
    deepStrictEqual([run("--fail-on", "high").code, run("--fail-on", "never").code], [0, 0])
    // What was decided in this run is open no more.
    strictEqual(run("--select", "wontfix R002 by design; wontfix R003 by design; skip R004").code, 0)
  })
})

Deno.test("retro checkpoint --output writes the report there and nothing else, and loses none that cannot be written", async () => {
  await withRepository(demoFiles, (folder) => {
    const { stdout, stderr } = checkpoint(folder, today, "--output", "report.md")
    deepStrictEqual([stdout, stderr], ["", `kept as ${runs}/v1.md\n`])
    strictEqual(readFileSync(join(folder, "report.md"), "utf8"), kept(folder, 1))
    rmSync(join(folder, "report.md"))
    checkpoint(folder, today, "--json", "--output", "report.json")
    decodeReport(JSON.parse(readFileSync(join(folder, "report.json"), "utf8")))
    const lost = retro(["checkpoint", "--today", today, "--output", "no/report.md"], { cwd: folder })
    strictEqual(lost.code, 3)
    match(lost.stderr, /\nretro: Cannot write "no\/report\.md": ENOENT: [^\n]*; create its folder first[^\n]*\n$/u)
    strictEqual(lost.stdout, kept(folder, 3))
  })
})

Deno.test("retro checkpoint narrows by path and by pass, each scope with runs of its own", async () => {
  await withRepository(demoFiles, (folder) => {
    const narrowed = reportOf(folder, today, "docs/guide.md")
    deepStrictEqual(rowsOf(narrowed), [["R001", "NEW", "docs/guide.md", "open"]])
    deepStrictEqual([narrowed.scope, narrowed.scope_slug], ["corpus docs/guide.md", "corpus-docs-guide-md"])
    // From another folder, with another spelling, it is the same scope.
    const again = retro(["checkpoint", "--today", today, "--json", "./guide.md"], { cwd: join(folder, "docs") })
    deepStrictEqual(rowsOf(decodeReport(JSON.parse(again.stdout))), [["R001", "CARRIED", "docs/guide.md", "open"]])
    ok(existsSync(join(folder, ".claude/checkpoints/corpus-docs-guide-md/v2.md")))

    const whole = reportOf(folder, today)
    deepStrictEqual(rowsOf(whole), firstRows)
    const links = reportOf(folder, today, "--pass", "link-integrity")
    deepStrictEqual(links.passes.filter(({ state }) => state !== "skipped").map(({ pass, state }) => [pass, state]), [
      ["link-integrity", "complete"],
    ])
    // Nothing is resolved because nobody looked.
    deepStrictEqual(links.unverified.map(({ id, why }) => [id, why]), [["R001", "pass did not run"]])
    deepStrictEqual(reportOf(folder, today).findings.map(({ id, tag }) => [id, tag]), [
      ["R001", "CARRIED"],
      ["R002", "CARRIED"],
      ["R003", "CARRIED"],
      ["R004", "CARRIED"],
    ])
  })
})

Deno.test("retro checkpoint gives the same bytes whatever the time zone, locale, folder or order of files", async () => {
  const inOrder = Object.entries({ ...demoFiles, "docs/Äpfel.md": "# Ä\n\n[x](ä.md)\n", "docs/z.md": "[x](y.md)\n" })
  const texts = new Set<string>()
  const settings: readonly (Running & { readonly reversed: boolean; readonly from: string })[] = [
    { reversed: false, from: ".", env: { TZ: "UTC", LANG: "C", LC_ALL: "C" } },
    { reversed: true, from: "docs/adr", env: { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" } },
    { reversed: true, from: "docs", env: { TZ: "America/Los_Angeles", LANG: "sv_SE.UTF-8", LC_ALL: "" } },
  ]
  for (const { reversed, from, env } of settings) {
    const files = Object.fromEntries(reversed ? inOrder.toReversed() : inOrder)
    await withFolder(files, (folder) => {
      // Without git nothing but the file system gives an order.
      const args = ["checkpoint", "--today", today, "--root", folder]
      strictEqual(retro(args, { cwd: join(folder, from), ...(env === undefined ? {} : { env }) }).code, 0)
      const { stdout } = checkpoint(folder, "2026-03-02", "--json")
      texts.add(kept(folder, 1) + kept(folder, 2) + stdout)
    })
  }
  strictEqual(texts.size, 1)
})

Deno.test("retro checkpoint works in a repository without commits, and in a folder without git", async () => {
  await withFolder(demoFiles, (folder) => {
    git(folder, "init", "-q")
    writeFileSync(join(folder, ".gitignore"), "docs/guide.md\n")
    const unborn = reportOf(folder, today)
    strictEqual(unborn.commit, undefined)
    ok(unborn.orientations.every(({ note }) => note === "the repository has no commits yet"))
    ok(!unborn.findings.some(({ locator }) => locator === "docs/guide.md"))
    match(kept(folder, 1), /^Note: the repository has no commits yet$/mu)

    rmSync(join(folder, ".git"), { recursive: true })
    const walked = reportOf(folder, "2026-03-02")
    deepStrictEqual(walked.findings.map(({ tag, locator }) => [tag, locator]).at(-1), ["NEW", "docs/guide.md"])
    deepStrictEqual([...new Set(walked.orientations.map(({ since }) => since.method))], ["mtime"])
  })
})

Deno.test("retro checkpoint says when git ignores the report folder", async () => {
  await withRepository({ "a.md": "# A\n", ".gitignore": ".claude/\n" }, (folder) => {
    const { stderr } = checkpoint(folder, today)
    strictEqual(
      stderr,
      `retro: git ignores the report folder ".claude/checkpoints": runs elsewhere will not find this baseline\n` +
        `kept as ${runs}/v1.md\n`,
    )
    match(kept(folder, 1), /^findings_total: 0$/mu)
    match(kept(folder, 1), /^Passes: .*link-integrity 0\b/mu)
  })
})

Deno.test("retro checkpoint in a linked worktree keeps its runs there, and compares with the runs of its branch", async () => {
  await withRepository(demoFiles, async (folder) => {
    checkpoint(folder, today)
    commitAll(folder)
    await withFolder({}, (place) => {
      const linked = join(place, "linked")
      git(folder, "worktree", "add", "-q", linked)
      try {
        const report = reportOf(join(linked, "docs"), "2026-03-02")
        strictEqual(report.run_mode, "repeat")
        ok(existsSync(join(linked, runs, "v2.md")))
        ok(!existsSync(join(folder, runs, "v2.md")))
      } finally {
        git(folder, "worktree", "remove", "--force", linked)
      }
    })
  })
})

Deno.test("retro checkpoint through a symbolic link to the repository is the same run", async () => {
  await withRepository(demoFiles, async (folder) => {
    checkpoint(folder, today)
    await withFolder({}, (place) => {
      mkdirSync(join(place, "deep"))
      symlinkSync(folder, join(place, "deep/link"))
      const linked = reportOf(join(place, "deep/link"), today, "README.md", "docs", "--dry-run")
      deepStrictEqual([linked.scope, linked.scope_slug], ["corpus README.md docs", "corpus-readme-md+corpus-docs"])
      strictEqual(reportOf(join(place, "deep/link"), today).run_mode, "repeat")
    })
  })
})

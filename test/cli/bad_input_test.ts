import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { retro, withFolder } from "../services/program.ts"
import { demoFiles, today, treeOf, withRepository } from "./demo_repository.ts"
import { refuses } from "./refuses.ts"

const finding = {
  pass: "p",
  locator: "a.md",
  verdict: "DEAD",
  severity: "Low",
  what: "a is dead",
  route: "direct-fix",
  proposed_action: "remove a",
}

const findingCases: readonly (readonly [name: string, text: string, says: RegExp])[] = [
  ["a wrong type", JSON.stringify([finding, { ...finding, what: 3 }]), /findings\[1\]\.what: Expected string, got 3/],
  ["a newline in what", JSON.stringify([{ ...finding, what: "a\nb" }]), /findings\[0\]\.what: must be one trimmed/],
  ["an empty verdict", JSON.stringify([{ ...finding, verdict: "" }]), /findings\[0\]\.verdict/],
  ["a severity that is none", JSON.stringify([{ ...finding, severity: "Bad" }]), /findings\[0\]\.severity.*"Critical"/],
  ["a pass that is none", JSON.stringify({ passes: [{ pass: "p" }] }), /passes\[0\]/],
  ["a document of another kind", "3", /must be a list of findings/],
  ["a long wrong document", JSON.stringify({ x: "y".repeat(9_999) }), /^retro: .{1,400}\n$/],
  ["text that is not JSON", "[{", /"-|standard input.*not JSON/],
]

for (const [name, text, says] of findingCases) {
  Deno.test(`retro diff refuses findings with ${name}`, async () => {
    await withFolder({ "base.json": "[]" }, (folder) => {
      refuses(folder, ["diff", "--findings", "-", "--baseline", "base.json"], {
        code: 2,
        stdin: text,
        says: [says, /correct it and run again/],
      })
    })
  })
}

Deno.test("retro diff refuses a baseline with two equal ids, and names both", async () => {
  const row = { ...finding, id: "R001" }
  await withFolder({ "base.json": JSON.stringify([row, { ...row, locator: "b.md" }]) }, (folder) => {
    refuses(folder, ["diff", "--findings", "-", "--baseline", "base.json"], {
      code: 2,
      stdin: "[]",
      says: [/base\.json: findings\[1\]\.id: .*R001.*findings\[0\]\.id; correct it, or name another baseline/],
    })
  })
})

Deno.test("retro diff refuses a baseline with conflict markers, that is a folder, or cut JSON", async () => {
  await withFolder({ "base.md": "---\nschema: 1\n<<<<<<< HEAD\n", "d/base.json": '[{"id":' }, (folder) => {
    const diff = (baseline: string): readonly string[] => ["diff", "--findings", "-", "--baseline", baseline]
    const stdin = "[]"
    refuses(folder, diff("base.md"), { code: 2, stdin, says: [/base\.md": line 3 is a merge conflict.*resolve/] })
    refuses(folder, diff("d"), { code: 3, stdin, says: [/Cannot read "d": EISDIR.*name another/] })
    refuses(folder, diff("d/base.json"), { code: 2, stdin, says: [/base\.json: it is not JSON.*correct it/] })
  })
})

Deno.test("retro diff takes a baseline that is no report as none, warns, and leaves it", async () => {
  await withFolder({ "base.md": "# Notes\n" }, (folder) => {
    const { code, stdout, stderr } = retro(
      ["diff", "--findings", "-", "--baseline", "base.md", "--json"],
      { cwd: folder, stdin: JSON.stringify([finding]) },
    )
    strictEqual(code, 0)
    strictEqual(JSON.parse(stdout).run_mode, "fresh")
    match(stderr, /^retro: baseline at base\.md malformed; treating run as fresh \(line 1: [^\n]+\)\n$/)
    strictEqual(readFileSync(join(folder, "base.md"), "utf8"), "# Notes\n")
  })
})

const emptyReport = { run_mode: "fresh", baseline: null, findings: [], resolved: [], unverified: [], id_max: 0 }

Deno.test("every command refuses a slug that leads out of the report folder", async () => {
  const stdin = JSON.stringify({ ...emptyReport, warnings: [] })
  const says = [/Cannot use "\.\.\/x" as a scope slug: use lower-case letters/]
  const place = ["--report-dir", "kept", "--scope-slug", "../x"]
  await withFolder({ "docs/a.md": "# A\n" }, (folder) => {
    refuses(folder, ["diff", "--findings", "-", ...place], { code: 2, stdin: "[]", says })
    refuses(folder, ["persist", "--report", "-", ...place], { code: 2, stdin, says })
    refuses(folder, ["orient", "docs", "--kind", "docs", ...place], { code: 2, says })
  })
})

Deno.test("render, route and persist refuse a report of another shape, and name the field", async () => {
  await withFolder({}, (folder) => {
    const stdin = JSON.stringify(emptyReport)
    const says = [/the standard input: warnings: Missing key; correct it and run again/]
    refuses(folder, ["render", "--report", "-"], { code: 2, stdin, says })
    refuses(folder, ["route", "--report", "-", "--select", "none"], { code: 2, stdin, says })
    refuses(folder, ["persist", "--report", "-", "--report-dir", "d", "--scope-slug", "s"], { code: 2, stdin, says })
    const broken = { code: 2, stdin: "x\n", says: [/it is not JSON \(.*\); correct it and run again/] }
    refuses(folder, ["route", "--report", "-", "--select", "none"], broken)
    for (const markdown of ["---\nschema: 1\n---\n", "# A report\n"]) {
      const kept = {
        code: 2,
        stdin: markdown,
        says: [/it is Markdown and not JSON, .*; name what was printed with --json/],
      }
      refuses(folder, ["route", "--report", "-", "--select", "none"], kept)
    }
    refuses(folder, ["route", "--report", "-", "--select", "none", "--root", "nowhere"], {
      code: 2,
      stdin: JSON.stringify({ ...emptyReport, warnings: [] }),
      says: [/Cannot look at ".*nowhere": there is no such folder/],
    })
    refuses(folder, ["render", "--report", "no.json"], { code: 2, says: [/"no\.json": there is no such file; name/] })
    refuses(folder, ["validate", "no.md"], { code: 2, says: [/"no\.md": there is no such file; name another/] })
  })
})

Deno.test("retro checkpoint refuses a configuration with an unknown key, a wrong value, or that is a folder", async () => {
  await withRepository(demoFiles, (folder) => {
    const file = join(folder, ".retro.yaml")
    writeFileSync(file, "# mine\nreport_dri: kept\n")
    refuses(folder, ["checkpoint"], {
      code: 2,
      says: [/\.retro\.yaml, line 2: .*"report_dri"; did you mean "report_dir"\?/],
    })
    writeFileSync(file, "passes:\n  link-integrety: false\n")
    refuses(folder, ["checkpoint"], { code: 2, says: [/line 2: .*link-integrety.*did you mean "link-integrity"\?/] })
    writeFileSync(file, "fail_on: [\n")
    refuses(folder, ["checkpoint"], { code: 2, says: [/\.retro\.yaml, line \d: not YAML/] })
    rmSync(file)
    mkdirSync(file)
    refuses(folder, ["checkpoint"], { code: 3, says: [/Cannot read the configuration ".*\.retro\.yaml": EISDIR/] })
  })
})

Deno.test("retro checkpoint keeps runs outside the repository for who says --report-dir, not for the repository", async () => {
  await withRepository(demoFiles, async (folder) => {
    await withFolder({}, (outside) => {
      const file = join(folder, ".retro.yaml")
      writeFileSync(file, "report_dir: ../outside\n")
      refuses(folder, ["checkpoint"], {
        code: 2,
        says: [/\.retro\.yaml, line 1: report_dir: "\.\.\/outside" leads out of the repository; .*--report-dir/],
      })
      mkdirSync(join(folder, "kept"))
      symlinkSync(outside, join(folder, "kept/link"))
      writeFileSync(file, "report_dir: kept/link/deeper\n")
      refuses(folder, ["checkpoint"], {
        code: 2,
        says: [
          /"kept\/link\/deeper": it is a symbolic link that leads out of the repository, to ".*deeper"; .*--report-dir/,
        ],
      })
      deepStrictEqual([...treeOf(outside).keys()], [])
      strictEqual(retro(["checkpoint", "--report-dir", outside], { cwd: folder }).code, 0)
      deepStrictEqual([...treeOf(outside).keys()], ["corpus/latest.md", "corpus/v1.md"])
    })
  })
})

Deno.test("retro checkpoint refuses a place that does not exist or is outside, and a wrong flag", async () => {
  await withRepository(demoFiles, (folder) => {
    refuses(folder, ["checkpoint", "no"], { code: 2, says: [/Cannot look at "no": there is no such file or folder/] })
    refuses(folder, ["checkpoint", ".."], { code: 2, says: [/"\.\.": it lies outside the root ".*--root/] })
    refuses(folder, ["checkpoint", "--root", "README.md"], {
      code: 2,
      says: [/README\.md": the root must be a folder/],
    })
    const before = treeOf(folder)
    const usage = retro(["checkpoint", "--today", "2026-02-30"], { cwd: folder })
    strictEqual(usage.code, 2)
    strictEqual(usage.stdout, "")
    match(usage.stderr, /^usage: retro checkpoint .*\n.*--today: "2026-02-30".*YYYY-MM-DD\n$/su)
    deepStrictEqual(treeOf(folder), before)
  })
})

Deno.test("a path that is empty is refused, because it would stand for everything", async () => {
  await withRepository(demoFiles, (folder) => {
    const before = treeOf(folder)
    for (
      const [name, ...args] of [
        ["argument <path>", "checkpoint", "", "docs"],
        ["argument <path>", "checkpoint", "docs", ""],
        ["argument <path>", "checkpoint", ""],
        ["argument <path>", "checkpoint", "--scope", "module", ""],
        ["flag --root", "checkpoint", "--root", ""],
        ["flag --report-dir", "checkpoint", "--report-dir", ""],
        ["flag --record", "checkpoint", "--record", ""],
        ["argument <root>", "orient", "docs", "", "--kind", "docs"],
        ["argument <dir>", "history", ""],
        ["flag --root", "route", "--root", "", "--report", "-", "--select", "none"],
        ["flag --root", "init", "--root", ""],
      ] as const
    ) {
      const { code, stdout, stderr } = retro(args, { cwd: folder })
      deepStrictEqual([code, stdout], [2, ""], args.join(" "))
      match(stderr, /must be a path and is empty; set the variable that it comes from, or write \.\n$/u)
      strictEqual(/for (?<name>flag --[a-z-]+|argument <[a-z]+>)/u.exec(stderr)?.groups?.["name"], name, stderr)
    }
    deepStrictEqual(treeOf(folder), before)
  })
})

Deno.test("retro checkpoint refuses a selection of what is unknown, was never shown, or is no selection", async () => {
  await withRepository(demoFiles, (folder) => {
    const select = (text: string): readonly string[] => ["checkpoint", "--today", today, "--select", text]
    refuses(folder, select("apply R099"), { code: 2, says: [/"apply R099", the report holds no R099; take ids from/] })
    refuses(folder, select("apply R003"), {
      code: 2,
      says: [/R003 was not shown yet; run without it, look/],
    })
    refuses(folder, select("all"), { code: 2, says: [/"all" needs a prompt.*name the ids/] })
    refuses(folder, select("skip R001; aply R003"), { code: 2, says: [/in "aply R003", "aply" is no verb; use apply/] })
    refuses(folder, select("wontfix R002 later"), { code: 2, says: [/"later" puts it off.*use skip/] })
    refuses(folder, select("wontfix R002 by design until 2026-02-28"), { code: 2, says: [/2026-02-28 is past; give/] })
  })
})

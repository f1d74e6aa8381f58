import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { git, retro, withFolder } from "../services/program.ts"
import { demoFiles, runs, today, treeOf, withRepository } from "./demo_repository.ts"
import { refuses } from "./refuses.ts"

/** Takes from root what lets it read and write everything; another user needs nothing of the kind. */
const unprivileged = Deno.uid() === 0 ? ["setpriv", "--inh-caps=-all", "--bounding-set=-all"] : []
const hasPermissions = Deno.uid() !== null && (Deno.uid() !== 0 || succeeds("setpriv", "--version"))

function succeeds(command: string, ...args: readonly string[]): boolean {
  try {
    return new Deno.Command(command, { args: [...args], stdout: "null", stderr: "null" }).outputSync().success
  } catch {
    return false
  }
}

/** A repository with one kept run, and its latest.md. */
function withKeptRun(use: (folder: string, latest: string) => void): Promise<void> {
  return withRepository(demoFiles, (folder) => {
    strictEqual(retro(["checkpoint", "--today", today], { cwd: folder }).code, 0)
    use(folder, join(folder, runs, "latest.md"))
  })
}

Deno.test("retro checkpoint refuses a last run with two equal ids, of a newer program, with conflict markers, or that is a folder", async () => {
  await withKeptRun((folder, latest) => {
    const text = readFileSync(latest, "utf8")
    writeFileSync(latest, text.replace("| R002 |", "| R001 |"))
    const equal =
      /corpus\/latest\.md: line \d+: two rows are R001; the other is at line \d+; correct it, or name another/
    refuses(folder, ["checkpoint"], { code: 2, says: [equal] })
    refuses(folder, ["diff", "--findings", "-", "--baseline", latest], { code: 2, stdin: "[]", says: [equal] })
    writeFileSync(latest, text.replace("schema: 1", "schema: 2"))
    const newer = /Cannot read the baseline ".*latest\.md": its schema is 2, .*; use the version of retro that wrote it/
    refuses(folder, ["checkpoint"], { code: 2, says: [newer] })
    refuses(folder, ["diff", "--findings", "-", "--baseline", latest], { code: 2, stdin: "[]", says: [newer] })
    writeFileSync(latest, text.replace("## Orientation", "<<<<<<< HEAD\n## Orientation"))
    refuses(folder, ["checkpoint"], { code: 2, says: [/latest\.md": line \d+ is a merge conflict marker; resolve/] })
    rmSync(latest)
    mkdirSync(latest)
    refuses(folder, ["checkpoint"], { code: 3, says: [/Cannot read ".*latest\.md": EISDIR.*move the folder away/] })
  })
})

const malformed: readonly (readonly [name: string, change: (text: string) => string, why: RegExp])[] = [
  ["without front matter", (text) => text.slice("---\n".length), /line 1: there is no front matter/],
  ["with another column count", (text) => text.replace(/^(\| ID .*)$/mu, "$1 Owner |"), /9 cells, the header 10/],
]

Deno.test("retro checkpoint takes a last run that is no report as none, warns, and keeps its bytes", async () => {
  await withKeptRun((folder, latest) => {
    const first = readFileSync(latest, "utf8")
    for (const [index, [name, change, why]] of malformed.entries()) {
      const broken = change(readFileSync(latest, "utf8"))
      writeFileSync(latest, broken)
      const { code, stdout, stderr } = retro(["checkpoint", "--today", today], { cwd: folder })
      strictEqual(code, 0, stderr)
      const [warning = "", kept = "", moved = ""] = stderr.split("\n")
      match(
        warning,
        /^retro: baseline at \.claude\/checkpoints\/corpus\/latest\.md malformed; treating run as fresh/,
        name,
      )
      match(warning, why)
      strictEqual(kept, `kept as ${runs}/v${index + 2}.md`)
      strictEqual(moved, `the malformed latest.md was moved to latest.malformed-${index + 1}.md`)
      match(stdout, /^run_mode: fresh$/mu)
      strictEqual(stdout.includes(`Warning: ${warning.slice("retro: ".length)}`), true, stdout)
      doesNotMatch(stdout, /R00[1-4]\b/u)
      strictEqual(readFileSync(join(folder, runs, `latest.malformed-${index + 1}.md`), "utf8"), broken)
    }
    strictEqual(readFileSync(join(folder, runs, "v1.md"), "utf8"), first)
  })
})

Deno.test({
  name: "retro checkpoint does not take an unreadable last run for none",
  // Root reads everything where nothing can take that from it.
  ignore: !hasPermissions,
  fn: () =>
    withKeptRun((folder, latest) => {
      Deno.chmodSync(latest, 0o000)
      const before = Deno.statSync(join(folder, runs)).mtime
      const { code, stdout, stderr } = retro(["checkpoint"], { cwd: folder, through: unprivileged })
      strictEqual(code, 3)
      strictEqual(stdout, "")
      match(stderr, /^retro: Cannot read ".*latest\.md": EACCES: permission denied; check its permissions[^\n]*\n$/)
      deepStrictEqual(Deno.statSync(join(folder, runs)).mtime, before)
    }),
})

Deno.test("retro checkpoint refuses a report folder that is a file", async () => {
  await withRepository(demoFiles, (folder) => {
    const args = ["checkpoint", "--report-dir", "README.md"]
    refuses(folder, args, { code: 3, says: [/Cannot list ".*README\.md\/corpus": ENOTDIR.*name another/] })
  })
})

Deno.test({
  name: "retro checkpoint prints its report when the report folder cannot be written",
  ignore: !hasPermissions,
  fn: () =>
    withKeptRun((folder) => {
      Deno.chmodSync(join(folder, runs), 0o555)
      const refusal = { code: 3, through: unprivileged, reports: true }
      refuses(folder, ["checkpoint"], {
        ...refusal,
        says: [/Cannot create ".*latest\.md": EACCES.*check its permissions/],
      })
      Deno.chmodSync(join(folder, runs), 0o755)
    }),
})

/** Mounts a full disk at $1 with the files of $1 on it, runs the rest, and leaves the disk's files in $2. */
const fullDisk = [
  'disk=$1 kept=$2; shift 2; cp -r "$disk" "$kept" && mount -t tmpfs -o size=64k none "$disk"',
  'cp -r "$kept"/. "$disk" && rm -r "$kept"',
  '{ head -c 1000000 /dev/zero > "$disk/filler" 2> /dev/null; "$@"; code=$?; rm "$disk/filler"; }',
  'cp -r "$disk" "$kept" && exit "$code"',
].join(" && ")

Deno.test({
  name: "retro checkpoint prints its report when the disk is full, and the runs before are whole",
  // A disk can be mounted only by root, and not in every container.
  ignore: !succeeds("unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"),
  fn: async () => {
    await withKeptRun((folder) => {
      const before = treeOf(join(folder, runs))
      const kept = `${folder}-kept`
      const through = ["unshare", "-m", "sh", "-c", fullDisk, "sh", join(folder, ".claude/checkpoints"), kept]
      try {
        refuses(folder, ["checkpoint"], {
          code: 3,
          through,
          reports: true,
          says: [/Cannot write ".*": (?:ENOSPC|No space left)/, /free some space and run again/],
        })
        deepStrictEqual(treeOf(join(kept, "corpus")), before)
      } finally {
        rmSync(kept, { recursive: true, force: true })
      }
    })
  },
})

Deno.test("retro checkpoint works without git, and says what that means", async () => {
  await withFolder(demoFiles, (folder) => {
    const { code, stderr } = retro(["checkpoint", "--today", today], { cwd: folder, env: { PATH: "/nonexistent" } })
    strictEqual(code, 0, stderr)
    strictEqual(
      stderr,
      `retro: git is not installed: files that it ignores are read too\nkept as ${runs}/v1.md\n`,
    )
  })
})

Deno.test("checkpoint and orient refuse a bare repository", async () => {
  await withFolder({}, (folder) => {
    git(folder, "init", "-q", "--bare", ".")
    const says = [/is in a bare repository or a \.git folder; name a folder with checked-out files instead/]
    refuses(folder, ["checkpoint"], { code: 3, says })
    refuses(folder, ["orient", ".", "--kind", "docs"], { code: 3, says })
  })
})

/** What each file that cannot be read has instead of text. */
const unreadable: Readonly<Record<string, string | Uint8Array>> = {
  "binary.md": new Uint8Array([35, 32, 0, 1, 2]),
  "latin.md": new Uint8Array([35, 32, 0xe9, 10]),
  "huge.md": `# Huge\n\n${"[gone](gone.md) and more of it\n".repeat(50_000_000 / 30)}`,
}

Deno.test("retro checkpoint resolves nothing in a file that has become too large or binary", async () => {
  const files = Object.fromEntries(Object.keys(unreadable).map((name) => [name, "# A\n\n[gone](gone.md)\n"]))
  await withRepository({ ...files, "fine.md": "# Fine\n\n[gone](gone.md)\n" }, (folder) => {
    strictEqual(retro(["checkpoint", "--today", today], { cwd: folder }).code, 0)
    for (const [name, content] of Object.entries(unreadable)) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
      writeFileSync(join(folder, name), bytes)
    }
    const { code, stdout, stderr } = retro(["checkpoint", "--today", today, "--json"], { cwd: folder })
    strictEqual(code, 0)
    deepStrictEqual(stderr.trimEnd().split("\n"), [
      "retro: could not read binary.md (it is binary and holds a NUL byte)",
      "retro: could not read huge.md (it is larger than 5 MB)",
      "retro: could not read latin.md (it is not UTF-8)",
      `kept as ${runs}/v2.md`,
    ])
    const report = JSON.parse(stdout)
    deepStrictEqual(
      report.unverified.map(({ why }: { readonly why: string }) => why),
      Array.from({ length: 3 }, () => "node not scanned"),
    )
    deepStrictEqual(report.tags, { new: 0, carried: 1, wont_fix: 0, unverified: 3, resolved: 0 })
  })
})

Deno.test("retro checkpoint says which file leaves the decisions incomplete", async () => {
  await withRepository({ "docs/adr/0001-a.md": "# 1. A\n\n## Status\n\nAccepted\n" }, (folder) => {
    writeFileSync(join(folder, "docs/adr/0002-b.md"), new Uint8Array([35, 32, 0xe9, 10]))
    const { code, stderr } = retro(["checkpoint", "--today", today, "--dry-run"], { cwd: folder })
    strictEqual(code, 3)
    deepStrictEqual(stderr.trimEnd().split("\n"), [
      "retro: could not read docs/adr/0002-b.md (it is not UTF-8)",
      "retro: consolidation, decision-integrity, index-drift, intent-vs-shipped are incomplete: " +
      'could not read docs/adr/0002-b.md (it is not UTF-8); fix it or leave it out with "ignore" in .retro.yaml',
    ])
  })
})

Deno.test("retro checkpoint reads a file whose front matter it cannot, and says so", async () => {
  const body = "\n# A\n\n[gone](gone.md)\n"
  await withRepository({
    "deep.md": `---\na: ${"[".repeat(150)}${"]".repeat(150)}\n---\n${body}`,
    "large.md": `---\n${"key: value\n".repeat(6_500)}---\n${body}`,
    "other.md": `---\n: [ {\n---\n${body}`,
  }, (folder) => {
    const outcome = retro(["checkpoint", "--today", today, "--json"], { cwd: folder })
    strictEqual(outcome.code, 0, outcome.stderr)
    const lines = outcome.stderr.trimEnd().split("\n")
    strictEqual(lines.length, 4)
    match(lines[0] ?? "", /^retro: left out the front matter of deep\.md, line 2: nested more than 100 levels deep$/)
    match(lines[1] ?? "", /^retro: left out the front matter of large\.md, line 1: .*longer than 65536 characters$/)
    match(lines[2] ?? "", /^retro: left out the front matter of other\.md, line 2: not YAML: /)
    deepStrictEqual(
      JSON.parse(outcome.stdout).findings.flatMap((
        { pass, locator }: { readonly pass: string; readonly locator: string },
      ) => pass === "link-integrity" ? [locator] : []),
      ["deep.md", "large.md", "other.md"],
    )
  })
})

Deno.test("retro checkpoint counts files whose names are not UTF-8, and names the Markdown among them once", async () => {
  await withRepository({ "a.md": "# A\n" }, (folder) => {
    const name = (extension: string): string => `"$(printf 'caf\\351.${extension}')"`
    execFileSync("sh", ["-c", `touch ${name("md")} ${name("png")}`], { cwd: folder })
    const { code, stderr } = retro(["checkpoint", "--today", today, "--dry-run"], { cwd: folder })
    strictEqual(code, 0)
    const lines = stderr.trimEnd().split("\n")
    strictEqual(lines.length, 2, stderr)
    match(lines[0] ?? "", /^retro: could not read caf%E9\.md \(its name is not UTF-8/)
    match(lines[1] ?? "", /^retro: could not read 1 other file by name: not UTF-8/)
    writeFileSync(join(folder, ".retro.yaml"), "ignore: ['caf*']\n")
    const ignored = retro(["checkpoint", "--today", today, "--dry-run"], { cwd: folder })
    deepStrictEqual([ignored.code, ignored.stderr], [0, ""])
  })
})

Deno.test({
  name: "retro checkpoint resolves nothing in a folder that it may not look into, with git and without",
  ignore: !hasPermissions,
  fn: () =>
    withRepository({ "a.md": "# A\n" }, (folder) => {
      const closed = join(folder, "docs/closed")
      mkdirSync(closed, { recursive: true })
      writeFileSync(join(closed, "b.md"), "# B\n\n[gone](gone.md)\n")
      for (const root of [folder, join(folder, "docs")]) {
        strictEqual(retro(["checkpoint", "--today", today, "--root", root], { cwd: folder }).code, 0)
      }
      Deno.chmodSync(closed, 0o000)
      for (const [root, name] of [[folder, "docs/closed"], [join(folder, "docs"), "closed"]] as const) {
        for (const withoutGit of [[], ["env", "PATH=/nonexistent"]]) {
          const run = retro(["checkpoint", "--today", today, "--root", root, "--dry-run", "--json"], {
            cwd: folder,
            through: [...unprivileged, ...withoutGit],
          })
          strictEqual(run.code, 3, run.stderr)
          match(
            run.stderr,
            /^retro: .*\blink-integrity\b.* are incomplete: could not read .*; fix it or leave it out with "ignor/mu,
          )
          match(run.stderr, new RegExp(`^retro: could not read ${name}/ \\((?:EACCES: p|P)ermission denied\\)$`, "mu"))
          const { unverified, resolved } = JSON.parse(run.stdout)
          deepStrictEqual([unverified.length, resolved.length], [1, 0])
        }
      }
      Deno.chmodSync(closed, 0o755)
    }),
})

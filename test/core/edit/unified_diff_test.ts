import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as Result from "effect/Result"
import { previewOf } from "../../../src/core/edit/preview.ts"
import { unifiedDiff } from "../../../src/core/edit/unified_diff.ts"

const numbered = (count: number, mark = ""): string =>
  Array.from({ length: count }, (_, index) => `${mark}line ${index}\n`).join("")

const changes: readonly (readonly [string, string | undefined, string])[] = [
  ["a.md", "one\ntwo\nthree\n", "one\n2\nthree\n"],
  ["a.md", "one\ntwo", "one\n2"],
  ["a.md", "one\n", "one"],
  ["a.md", "one", "one\n"],
  ["a.md", "one\r\ntwo\r\n", "one\r\n2\r\n"],
  ["a.md", "one\ntwo\n", "one\r\ntwo\r\n"],
  ["a.md", numbered(40), numbered(40).replace("line 3\n", "").replace("line 30\n", "line 30\nmore\n")],
  ["a.md", numbered(3000, "a"), numbered(3000, "b")],
  ["a.md", "", "text\n"],
  ["a.md", "text\n", ""],
  ["new file.md", undefined, "text\n"],
  ["docs/with space.md", "one\n", "two\n"],
  ['quo"te\\.md', "one\n", "two\n"],
  ["größe/日本.md", "eins\n", "zwei\n"],
  ["a.md", "\uFEFFone\n", "\uFEFFtwo\n"],
  ["a.md", "-- one\n++ two\n", "-- 1\n++ 2\n"],
]

Deno.test("git apply makes of the old file and a unifiedDiff the new file, byte by byte", () => {
  const folder = mkdtempSync(join(tmpdir(), "retro-diff-"))
  try {
    for (const [path, before, after] of changes) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      if (before !== undefined) writeFileSync(file, before)
      execFileSync("git", ["apply", "--whitespace=nowarn", "-"], {
        cwd: folder,
        input: unifiedDiff(path, before, after),
      })
      strictEqual(readFileSync(file, "utf8"), after, path)
      rmSync(file)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

Deno.test("unifiedDiff writes the hunks that git diff writes", () => {
  const folder = mkdtempSync(join(tmpdir(), "retro-diff-"))
  try {
    for (
      const [path, before, after] of changes.filter(([path, before]) => path === "a.md" && (before ?? "").length < 900)
    ) {
      writeFileSync(join(folder, "old"), before ?? "")
      writeFileSync(join(folder, "new"), after)
      // Exit code 1 says that there is a difference.
      const git = execFileSync("sh", ["-c", "git diff --no-index --no-color -U3 old new; test $? = 1"], { cwd: folder })
      const hunks = git.toString().slice(git.toString().indexOf("\n@@ ")).replace(/^(@@ .* @@) .*$/gmu, "$1")
      const ours = unifiedDiff(path, before, after)
      strictEqual(ours.slice(ours.indexOf("\n@@ ")), hunks)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

Deno.test("unifiedDiff of equal texts is empty", () => {
  strictEqual(unifiedDiff("a.md", "same\n", "same\n"), "")
})

Deno.test("previewOf shows every file that apply would write, and nothing for what is done", () => {
  const edits = [{ path: "a.md", find: "one", replace: "two" }, { path: "n.md", create: "new\n" }]
  deepStrictEqual(Result.getOrThrow(previewOf({ edits }, new Map([["a.md", "one\n"]]))), [
    { path: "a.md", diff: "--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-one\n+two\n" },
    { path: "n.md", diff: "--- /dev/null\n+++ b/n.md\n@@ -0,0 +1 @@\n+new\n" },
  ])
  deepStrictEqual(Result.getOrThrow(previewOf({ edits }, new Map([["a.md", "two\n"], ["n.md", "new\n"]]))), [])
  deepStrictEqual(Result.getOrThrow(previewOf({}, new Map())), [])
})

import { deepStrictEqual, ok } from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { gitIgnore } from "../../../src/core/corpus/git_ignore.ts"
import { temporaryRepository } from "../../services/temporary_repository.ts"
import { cpuTime } from "../../services/cpu_time.ts"

const rules = [
  "# comment",
  "",
  "*.log",
  "!keep.log",
  "build/",
  "/only-root.txt",
  "docs/_drafts/",
  "a/**/z.md",
  "**/deep/x.md",
  "\\#hash.md",
  "\\!bang.md",
  "space.md   ",
  "q?.md",
  "[ab].txt",
  "folder/*",
  "!folder/kept.md",
  "/",
].join("\n")
const nested = "*.md\n!read.md\n/here.txt\n"

const paths = [
  "x.log",
  "deep/x.log",
  "keep.log",
  "build",
  "build/",
  "build/a/b.md",
  "src/build/a.js",
  "only-root.txt",
  "sub/only-root.txt",
  "docs/_drafts/1.md",
  "docs/b/_drafts/1.md",
  "a/z.md",
  "a/b/c/z.md",
  "b/z.md",
  "deep/x.md",
  "1/2/deep/x.md",
  "#hash.md",
  "!bang.md",
  "space.md",
  "q1.md",
  "q12.md",
  "a.txt",
  "c.txt",
  "folder/x.md",
  "folder/kept.md",
  "folder/in/y.md",
  "nested/a.md",
  "nested/read.md",
  "nested/in/a.md",
  "nested/here.txt",
  "nested/in/here.txt",
  "nested/x.log",
  "plain.md",
]

Deno.test("gitIgnore says of a path what git says, whether it is there or not", () => {
  using repository = temporaryRepository()
  const files = new Map([[".gitignore", rules], ["nested/.gitignore", nested], ["a.md", "*"]])
  for (const [path, text] of files) repository.write(path, text)
  const { stdout } = spawnSync("git", ["-C", repository.directory, "check-ignore", "-z", "--stdin"], {
    input: paths.map((path) => `./${path}\0`).join(""),
    encoding: "utf8",
  })
  const expected = stdout.split("\0").filter((path) => path !== "").map((path) => path.replace(/^\.\//u, ""))
  ok(expected.length > 15)
  deepStrictEqual(paths.filter(gitIgnore(files)), expected)
})

Deno.test("gitIgnore ignores nothing without rules", () => {
  deepStrictEqual(paths.filter(gitIgnore(new Map([["a.md", "*"]]))), [])
})

Deno.test("gitIgnore takes no longer than its rules allow, whatever they are", () => {
  const started = cpuTime()
  const hostile = `${"*a".repeat(30)}b\n${"**/".repeat(30)}x\n${"[".repeat(50)}\n${"{a,".repeat(20)}\n`
  const ignored = gitIgnore(new Map([[".gitignore", hostile]]))
  for (const path of ["a".repeat(60), "a/".repeat(40) + "y", "[["]) ignored(path)
  ok(cpuTime() - started < 2_000)
})

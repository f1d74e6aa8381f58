import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { rmSync, symlinkSync } from "node:fs"
import * as Effect from "effect/Effect"
import { type CorpusReading, type CorpusTarget, readCorpus } from "../../src/engine/corpus_reader.ts"
import { gitLayer } from "../../src/host/git_process.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { temporaryFolder, temporaryRepository } from "../services/temporary_repository.ts"

function read(
  root: string,
  target: Partial<CorpusTarget> = {},
  environment?: Record<string, string>,
): Promise<CorpusReading> {
  return Effect.runPromise(
    readCorpus({ root, config: {}, reportDir: ".claude/checkpoints", today: "2026-01-01", ...target }).pipe(
      Effect.provide(gitLayer(environment)),
      Effect.provide(hostLayer),
    ),
  )
}

function texts({ corpus }: CorpusReading): readonly string[] {
  return [...corpus.texts.keys()]
}

Deno.test("readCorpus reads the same files with git, without git and without a repository", async () => {
  using repository = temporaryRepository()
  repository.commit({ "README.md": "# R", "docs/a.markdown": "# A", "src/x.ts": "", "hooks/guard.js": "1" })
  repository.write("untracked.md", "# U")
  repository.write("node_modules/p/README.md", "# P")
  repository.write(".claude/checkpoints/corpus/latest.md", "# Report")
  const expected = ["README.md", "docs/a.markdown", "hooks/guard.js", "untracked.md"]
  const byGit = await read(repository.directory)
  deepStrictEqual(texts(byGit), expected)
  strictEqual(byGit.files_scanned, 4)
  const withoutGit = await read(repository.directory, {}, { PATH: "/nowhere" })
  deepStrictEqual(texts(withoutGit), expected)
  match(withoutGit.warnings.join(), /git is not installed/u)
  rmSync(`${repository.directory}/.git`, { recursive: true })
  const walked = await read(repository.directory)
  deepStrictEqual(texts(walked), expected)
  deepStrictEqual(walked.warnings, [])
  for (const reading of [byGit, withoutGit, walked]) {
    strictEqual(reading.corpus.paths.lookup("src/x.ts"), "file")
    strictEqual(reading.corpus.paths.lookup("node_modules/p/README.md"), "ignored")
    strictEqual(reading.corpus.paths.lookup(".claude/checkpoints/corpus/latest.md"), "ignored")
  }
})

Deno.test("readCorpus leaves out what the configuration ignores, and knows that it is there", async () => {
  using folder = temporaryFolder()
  for (const path of ["a.md", "vendor/b.md", ".claude/c.gen.md"]) folder.write(path, "# T")
  const { corpus } = await read(folder.directory, { config: { ignore: ["vendor", "**/*.gen.md"] } })
  deepStrictEqual(corpus.documents.map((document) => document.path), ["a.md"])
  strictEqual(corpus.paths.lookup("vendor/b.md"), "ignored")
})

Deno.test("readCorpus strips a byte order mark and keeps line ends", async () => {
  using folder = temporaryFolder()
  folder.write("a.md", "\ufeff# A\r\n\r\nb\r\n")
  const [document] = (await read(folder.directory)).corpus.documents
  strictEqual(document?.text, "# A\r\n\r\nb\r\n")
  deepStrictEqual(document?.lines.slice(0, 3), ["# A", "", "b"])
})

Deno.test("readCorpus says why a file was not read", async () => {
  using folder = temporaryFolder()
  folder.write("binary.md", new Uint8Array([35, 0, 65]))
  folder.write("latin.md", new Uint8Array([0x63, 0x61, 0x66, 0xe9]))
  folder.write("large.md", "x".repeat(5_000_001))
  folder.write("hooks/binary.js", new Uint8Array([0]))
  execFileSync("mkfifo", [`${folder.directory}/pipe.md`])
  execFileSync("sh", ["-c", 'echo x > "$(printf "caf\\351.md")"; echo x > "$(printf "caf\\351.png")"'], {
    cwd: folder.directory,
  })
  const reading = await read(folder.directory)
  deepStrictEqual(
    reading.corpus.unreadable.map(({ path, why }) => [path.replace("\ufffd", "?"), why]),
    [
      ["binary.md", "it is binary and holds a NUL byte"],
      ["caf?.md", "its name is not UTF-8, or is written like another file's"],
      ["large.md", "it is larger than 5 MB"],
      ["latin.md", "it is not UTF-8"],
      ["pipe.md", "it is not a regular file"],
    ],
  )
  strictEqual(reading.unreadable_names, 2)
})

Deno.test("readCorpus reads what passes need and what their settings name, and tells when it cannot", async () => {
  using folder = temporaryFolder()
  for (const path of ["a.ts", "b.json", "c.json", "hooks/d.sh"]) folder.write(path, "x")
  folder.write("bad.ts", new Uint8Array([0]))
  folder.write("bad.json", new Uint8Array([0]))
  const nouns = { tools: { file: "./b.json", json_path: "tools" }, hooks: { file: "bad.json", pattern: "x" } }
  const reading = await read(folder.directory, {
    config: { passes: { "count-claim": { nouns } } },
    reads: (path) => path.endsWith(".ts"),
  })
  deepStrictEqual(texts(reading), ["a.ts", "b.json", "hooks/d.sh"])
  deepStrictEqual(reading.corpus.unreadable.map(({ path }) => path), ["bad.json", "bad.ts"])
})

Deno.test("readCorpus reads files whose names no report can hold as they are", async () => {
  using repository = temporaryRepository()
  repository.commit({ "two\nlines.md": "# A", "cafe\u0301/b.md": "# B" })
  const reading = await read(repository.directory)
  deepStrictEqual(texts(reading), ["caf\u00e9/b.md", "two%0Alines.md"])
  strictEqual(reading.locate("two%0Alines.md"), `${reading.root}/two\nlines.md`)
  rmSync(`${repository.directory}/.git`, { recursive: true })
  deepStrictEqual(texts(await read(repository.directory)), ["caf\u00e9/b.md", "two%0Alines.md"])
})

for (const withGit of [true, false]) {
  Deno.test(`readCorpus reads each file once through symbolic links, and nothing outside, ${withGit ? "with" : "without"} git`, async () => {
    using outside = temporaryFolder()
    outside.write("secret.md", "# Secret")
    using repository = withGit ? temporaryRepository() : temporaryFolder()
    const { directory } = repository
    for (const path of ["a.md", "docs/b.md"]) repository.write(path, "# T")
    symlinkSync("a.md", `${directory}/alias.md`)
    symlinkSync("../docs", `${directory}/docs/loop`)
    symlinkSync("docs", `${directory}/linked`)
    symlinkSync("self.md", `${directory}/self.md`)
    symlinkSync(`${outside.directory}/secret.md`, `${directory}/secret.md`)
    symlinkSync(outside.directory, `${directory}/outside`)
    symlinkSync("nowhere.md", `${directory}/broken.md`)
    if (withGit) repository.commit({})
    symlinkSync("docs/b.md", `${directory}/untracked-alias.md`)
    symlinkSync(outside.directory, `${directory}/untracked-outside`)
    const { corpus } = await read(directory)
    deepStrictEqual([...corpus.texts.keys()], ["a.md", "docs/b.md"])
    deepStrictEqual(corpus.unreadable, [])
    strictEqual(corpus.paths.lookup("alias.md"), "file")
    strictEqual(corpus.paths.lookup("secret.md"), "file")
    strictEqual(corpus.paths.lookup("linked/b.md"), "ignored")
    strictEqual(corpus.paths.lookup("untracked-outside/secret.md"), "ignored")
    for (const path of ["broken.md", "self.md"]) strictEqual(corpus.paths.lookup(path), undefined, path)
  })
}

Deno.test("readCorpus does not read tracked files through a folder that became a link to outside", async () => {
  using outside = temporaryFolder()
  outside.write("a.md", "# Secret")
  using repository = temporaryRepository()
  repository.commit({ "docs/a.md": "# A", "b.md": "# B" })
  rmSync(`${repository.directory}/docs`, { recursive: true })
  symlinkSync(outside.directory, `${repository.directory}/docs`)
  deepStrictEqual(texts(await read(repository.directory)), ["b.md"])
})

Deno.test("readCorpus does not read reports through a link", async () => {
  using folder = temporaryFolder()
  folder.write(".claude/checkpoints/corpus/latest.md", "# Report")
  folder.write("a.md", "# A")
  symlinkSync(".claude/checkpoints/corpus/latest.md", `${folder.directory}/REPORT.md`)
  deepStrictEqual(texts(await read(folder.directory)), ["a.md"])
})

Deno.test("readCorpus leaves reports out when the root, or their folder, is given through a link", async () => {
  using folder = temporaryFolder()
  folder.write("tree/kept/corpus/latest.md", "# Report")
  folder.write("tree/a.md", "# A")
  symlinkSync("tree", `${folder.directory}/link`)
  symlinkSync("kept", `${folder.directory}/tree/reports`)
  const reportDir = `${folder.directory}/link/kept`
  deepStrictEqual(texts(await read(`${folder.directory}/link`, { reportDir })), ["a.md"])
  deepStrictEqual(texts(await read(`${folder.directory}/tree`, { reportDir })), ["a.md"])
  deepStrictEqual(texts(await read(`${folder.directory}/tree`, { reportDir: "reports" })), ["a.md"])
})

Deno.test("readCorpus walks a folder that an outer repository ignores as a whole", async () => {
  using repository = temporaryRepository()
  repository.commit({ ".gitignore": "out/\n" })
  repository.write("out/a.md", "# A")
  const reading = await read(`${repository.directory}/out`)
  deepStrictEqual(texts(reading), ["a.md"])
  strictEqual(reading.repository, undefined)
  match(reading.warnings.join(), /git ignores the root/u)
})

Deno.test("readCorpus warns when git ignores the report folder", async () => {
  using repository = temporaryRepository()
  repository.commit({ ".gitignore": ".claude/\n", "a.md": "# A" })
  match((await read(repository.directory)).warnings.join(), /git ignores the report folder "\.claude\/checkpoints"/u)
  deepStrictEqual((await read(repository.directory, { reportDir: "reports" })).warnings, [])
})

Deno.test("readCorpus takes a sub-folder and a linked worktree as roots", async () => {
  using repository = temporaryRepository()
  repository.commit({ "a.md": "# A", "sub/b.md": "# B" })
  deepStrictEqual(texts(await read(`${repository.directory}/sub`)), ["b.md"])
  using elsewhere = temporaryFolder()
  repository.git(["worktree", "add", "-q", `${elsewhere.directory}/tree`])
  const tree = `${elsewhere.directory}/tree`
  deepStrictEqual(texts(await read(tree)), ["a.md", "sub/b.md"])
  deepStrictEqual((await read(tree, {}, { PATH: "/nowhere" })).corpus.paths.files, ["a.md", "sub/b.md"])
})

Deno.test("readCorpus normalises the scope and keeps every file for lookups", async () => {
  using folder = temporaryFolder()
  for (const path of ["a.md", "docs/b.md"]) folder.write(path, "# T")
  const { corpus } = await read(folder.directory, { scope: ["./docs/"] })
  deepStrictEqual(corpus.scope, ["docs"])
  strictEqual(corpus.documents.length, 2)
  deepStrictEqual((await read(folder.directory, { scope: ["docs", "."] })).corpus.scope, [])
})

Deno.test("readCorpus reads the files that the configuration names", async () => {
  using folder = temporaryFolder()
  folder.write("data/list.json", "[]")
  const config = { passes: { "count-claim": { nouns: { entries: { file: "./data/list.json", json_path: "$" } } } } }
  deepStrictEqual(texts(await read(folder.directory, { config })), ["data/list.json"])
})

Deno.test("readCorpus fails for a root that does not exist and names it", async () => {
  using folder = temporaryFolder()
  const missing = readCorpus({ root: `${folder.directory}/none`, config: {}, reportDir: "r", today: "2026-01-01" })
  const error = await Effect.runPromise(
    Effect.flip(missing).pipe(Effect.provide(gitLayer()), Effect.provide(hostLayer)),
  )
  match(error.message, /^Cannot find the root ".*\/none"/u)
})

Deno.test("readCorpus looks at overlapping places once, and at nothing else", async () => {
  using folder = temporaryFolder()
  for (const path of ["a.md", "sub/b.md", "sub/deep/c.md", "other/d.md"]) folder.write(path, "# T")
  const within = ["sub/deep", "a.md", "sub", "sub/deep"].map((path) => `${folder.directory}/${path}`)
  deepStrictEqual(texts(await read(folder.directory, { within })), ["a.md", "sub/b.md", "sub/deep/c.md"])
})

import { deepStrictEqual, match, rejects, strictEqual } from "node:assert/strict"
import { spawn } from "node:child_process"
import { chmodSync, mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { Progress } from "../../src/engine/progress.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { checkTooling, type ToolingRun } from "../../src/pipelines/tooling.ts"
import { bashLine } from "../core/session/session_report.ts"
import { systemFailure } from "../services/faulty_file_system.ts"
import { withFolder } from "../services/program.ts"

function check(transcripts: readonly string[], stdin = ""): Promise<ToolingRun> {
  const input = Stdio.layerTest({ stdin: Stream.make(new TextEncoder().encode(stdin)) })
  return Effect.runPromise(checkTooling({ transcripts }).pipe(Effect.provide(Layer.mergeAll(hostLayer, input))))
}

Deno.test("a folder stands for every *.jsonl in it, by path, and its other files for nothing", () =>
  withFolder({
    "b/one.jsonl": bashLine("t1", "gh b-one"),
    "b.jsonl": bashLine("t2", "gh b"),
    "a/deep/er/x.jsonl": bashLine("t3", "gh a-deep"),
    "a/journal.jsonl": bashLine("t4", "gh journal"),
    "a/notes.txt": "gh notes\n",
    "z.jsonl": "",
  }, async (folder) => {
    const { report } = await check([folder])
    deepStrictEqual(report.details.map(({ source, segment }) => [source.file, segment]), [
      [join(folder, "a/deep/er/x.jsonl"), "gh a-deep"],
      [join(folder, "b.jsonl"), "gh b"],
      [join(folder, "b/one.jsonl"), "gh b-one"],
    ])
    strictEqual(report.coverage.files, 4)
  }))

Deno.test("files are read in the order in which they are named, each once, however often it is named", () =>
  withFolder({ "a.txt": "gh a\n", "b.txt": "gh b\n", "s/x.jsonl": bashLine("t", "gh x") }, async (folder) => {
    const [a, b, s] = [join(folder, "a.txt"), join(folder, "b.txt"), join(folder, "s")]
    symlinkSync(a, join(folder, "link.txt"))
    const { report } = await check([b, a, "-", b, join(folder, "link.txt"), s, join(s, "x.jsonl"), "-"], "gh stdin\n")
    deepStrictEqual(report.rawCallViolations, ["gh: gh b", "gh: gh a", "gh: gh stdin", "gh: gh x"])
    deepStrictEqual(report.details.map(({ source }) => source.file), [b, a, "-", join(s, "x.jsonl")])
    strictEqual(report.coverage.files, 4)
  }))

Deno.test("links to files are followed in a folder, and links to folders are not", () =>
  withFolder({ "out/x.jsonl": bashLine("t", "gh x"), "in/y.txt": "" }, async (folder) => {
    symlinkSync(join(folder, "out/x.jsonl"), join(folder, "in/x.jsonl"))
    symlinkSync(join(folder, "in"), join(folder, "in/loop.jsonl"))
    mkdirSync(join(folder, "in/folder.jsonl"))
    deepStrictEqual((await check([join(folder, "in")])).report.rawCallViolations, ["gh: gh x"])
  }))

Deno.test("without a name the standard input is read, and a named pipe as a whole", async () => {
  deepStrictEqual((await check([], "gh x\n")).findings, {
    internalToolingOnly: false,
    rawCallViolations: ["gh: gh x"],
    allowedWriteOps: [],
  })
  await withFolder({}, async (folder) => {
    const pipe = join(folder, "pipe")
    strictEqual(await ended(spawn("mkfifo", [pipe])), 0)
    const writer = spawn("sh", ["-c", 'printf "gh a\\n"; sleep 0.1; printf "gh b\\n"'], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    const copy = spawn("sh", ["-c", `cat > '${pipe}'`], { stdio: ["pipe", "ignore", "inherit"] })
    writer.stdout.pipe(copy.stdin)
    deepStrictEqual((await check([pipe])).report.rawCallViolations, ["gh: gh a", "gh: gh b"])
  })
})

function ended(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((resolve) => child.on("exit", resolve))
}

Deno.test("a transcript that is not there, a folder without one and one that cannot be opened are bad input", () =>
  withFolder({ "empty/a.txt": "", "closed/x.jsonl": "" }, async (folder) => {
    const refused = async (name: string, problem: RegExp): Promise<void> => {
      await rejects(check([join(folder, name)]), (error: unknown) => {
        match(String(error), problem)
        return error instanceof Object && "_tag" in error && error._tag === "SessionNotOpened"
      })
    }
    await refused("none.txt", /Cannot open the transcript ".*none\.txt": there is no such file; name another$/u)
    await refused(
      "empty",
      /empty": there is no "\*\.jsonl" file in this folder \(journal\.jsonl is none of a session\); name another$/u,
    )
    if (process.getuid?.() === 0) return
    chmodSync(join(folder, "closed/x.jsonl"), 0)
    await refused("closed", /closed\/x\.jsonl": .*permission denied.*check its permissions/iu)
  }))

Deno.test("reading that breaks off is a failure, and never a clean answer", () =>
  withFolder({ "a.txt": "git status\n".repeat(200_000) }, async (folder) => {
    const broken = Layer.effect(
      FileSystem.FileSystem,
      Effect.map(FileSystem.FileSystem, (real): FileSystem.FileSystem => ({
        ...real,
        open: (path, options) =>
          Effect.map(real.open(path, options), (file) => {
            let reads = 0
            const read: typeof file.read = (buffer, at) =>
              ++reads > 2 ? Effect.fail(systemFailure("EIO", "read")) : file.read(buffer, at)
            return new Proxy(file, { get: (target, key) => key === "read" ? read : Reflect.get(target, key) })
          }),
      })),
    ).pipe(Layer.provide(hostLayer))
    const program = checkTooling({ transcripts: [join(folder, "a.txt")] }).pipe(Effect.flip)
    const error = await Effect.runPromise(program.pipe(Effect.provide(Layer.mergeAll(hostLayer, broken))))
    deepStrictEqual([error._tag, error.message], ["IoFailed", `Cannot read "${join(folder, "a.txt")}": EIO: i/o error`])
  }))

Deno.test("a standard input that breaks off is a failure", async () => {
  const stdin = Stream.concat(Stream.make(new TextEncoder().encode("ls\n")), Stream.fail(systemFailure("EIO", "read")))
  const program = checkTooling({ transcripts: [] }).pipe(
    Effect.flip,
    Effect.provide(Layer.mergeAll(hostLayer, Stdio.layerTest({ stdin }))),
  )
  match((await Effect.runPromise(program)).message, /^Cannot read "the standard input": EIO/u)
})

Deno.test("long reading says how far it is", () =>
  withFolder({}, async (folder) => {
    const file = join(folder, "a.jsonl")
    const line = bashLine("t", `echo ${"x".repeat(2_000_000)}`)
    await Effect.runPromise(
      Effect.flatMap(FileSystem.FileSystem, (fs) => fs.writeFileString(file, line.repeat(110))).pipe(
        Effect.provide(hostLayer),
      ),
    )
    const said: string[] = []
    const progress = (doing: string): Effect.Effect<void> => Effect.sync(() => said.push(doing))
    const { report } = await Effect.runPromise(
      checkTooling({ transcripts: [file] }).pipe(
        Effect.provideService(Progress, progress),
        Effect.provide(Layer.mergeAll(hostLayer, TestClock.layer())),
      ),
    )
    deepStrictEqual([report.coverage.records, report.coverage.duplicates], [110, 109])
    deepStrictEqual(said, ["reading transcripts: 101 of 220 MB", "reading transcripts: 202 of 220 MB"])
  }))

Deno.test("slow reading says how far it is, also of the standard input", async () => {
  const line = new TextEncoder().encode(`ls ${"x".repeat(600_000)}\n`)
  const later = Effect.as(TestClock.adjust("1500 millis"), line)
  const stdin = Stream.fromEffectRepeat(later).pipe(Stream.take(4))
  const said: string[] = []
  const progress = (doing: string): Effect.Effect<void> => Effect.sync(() => said.push(doing))
  const { report } = await Effect.runPromise(
    checkTooling({ transcripts: [] }).pipe(
      Effect.provideService(Progress, progress),
      Effect.provide(Layer.mergeAll(hostLayer, Stdio.layerTest({ stdin }), TestClock.layer())),
    ),
  )
  strictEqual(report.coverage.records, 4)
  deepStrictEqual(said, ["reading transcripts: 1.2 MB", "reading transcripts: 2.4 MB"])
})

Deno.test("a file of a folder that leads to nothing is named, and the rest is read", () =>
  withFolder({ "s/b.JSONL": bashLine("t", "gh x"), "s/journal.jsonl": bashLine("u", "gh y") }, async (folder) => {
    symlinkSync("gone.jsonl", join(folder, "s/a.jsonl"))
    symlinkSync("c.jsonl", join(folder, "s/c.jsonl"))
    const { report: { coverage, rawCallViolations } } = await check([join(folder, "s")])
    deepStrictEqual(rawCallViolations, ["gh: gh x"])
    deepStrictEqual([coverage.complete, coverage.files, coverage.skipped.count], [false, 3, 2])
    deepStrictEqual(coverage.skipped.first, { file: join(folder, "s/a.jsonl"), line: 1, reason: "it leads to no file" })
  }))

Deno.test("of a folder, what cannot be opened any more is said, and the rest is read; what was named has to be there", () =>
  withFolder({
    "s/a.jsonl": bashLine("t1", "gh a"),
    "s/b.jsonl": bashLine("t2", "gh b"),
    "s/sub/c.jsonl": bashLine("t3", "gh c"),
  }, async (folder) => {
    const [s, gone, closed] = ["s", "s/a.jsonl", "s/sub"].map((name) => join(folder, name))
    const faulty = Layer.effect(
      FileSystem.FileSystem,
      Effect.map(FileSystem.FileSystem, (real): FileSystem.FileSystem => ({
        ...real,
        open: (path, options) =>
          path === gone ? Effect.fail(systemFailure("EACCES", "open")) : real.open(path, options),
        readDirectoryEntries: (path) =>
          path === closed ? Effect.fail(systemFailure("EACCES", "readdir")) : real.readDirectoryEntries(path),
      })),
    ).pipe(Layer.provideMerge(hostLayer))
    const checked = (...transcripts: readonly string[]): Promise<ToolingRun> =>
      Effect.runPromise(checkTooling({ transcripts }).pipe(Effect.provide(faulty)))
    const { report: { coverage, rawCallViolations } } = await checked(s ?? "")
    deepStrictEqual(rawCallViolations, ["gh: gh b"])
    deepStrictEqual([coverage.complete, coverage.files, coverage.skipped.count], [false, 3, 2])
    strictEqual(coverage.skipped.first?.file, gone)
    match(coverage.skipped.first?.reason ?? "", /^EACCES/u)
    await rejects(checked(gone ?? ""), /Cannot open the transcript/u)
    await rejects(checked(closed ?? ""), /Cannot open the transcript/u)
  }))

Deno.test("a folder with nothing but a journal says that a journal is no session", () =>
  withFolder({ "s/journal.jsonl": "" }, async (folder) => {
    await rejects(
      check([join(folder, "s")]),
      /no "\*\.jsonl" file in this folder \(journal\.jsonl is none of a session\)/u,
    )
  }))

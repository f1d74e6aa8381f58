import { deepStrictEqual } from "node:assert/strict"
import * as Effect from "effect/Effect"
import { readCorpus } from "../../src/engine/corpus_reader.ts"
import { fileHistory } from "../../src/engine/file_history.ts"
import { Git } from "../../src/engine/git.ts"
import { gitLayer } from "../../src/host/git_process.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { temporaryFolder, temporaryRepository } from "../services/temporary_repository.ts"

function historyOf(root: string, dated: readonly string[]) {
  const target = {
    root,
    config: {},
    reads: (path: string) => path.endsWith(".ts"),
    reportDir: "r",
    today: "2026-12-31",
  }
  return Effect.runPromise(
    Effect.flatMap(readCorpus(target), (reading) => fileHistory(reading, dated)).pipe(
      Effect.provide(gitLayer()),
      Effect.provide(hostLayer),
    ),
  )
}

Deno.test("fileHistory gives the day of each file's last commit and of each line that is asked for", async () => {
  using repository = temporaryRepository()
  repository.commit({ "a.md": "one\ntwo\n", 'b/ü "x".md': "b", "\nodd.md": "o" }, "2026-01-01T23:30:00-0400")
  repository.commit({ "a.md": "one\n2\n", "c.ts": "c" }, "2026-02-02T00:00:00Z")
  repository.commit({}, "2026-03-01T00:00:00Z")
  repository.write("a.md", "one\n2\nthree\n\tfour\n")
  repository.write("new.md", "")
  const history = await historyOf(repository.directory, ["a.md", "new.md", "none.md"])
  deepStrictEqual([...history?.last_change ?? []].sort(), [
    ["%0Aodd.md", "2026-01-02"],
    ["a.md", "2026-02-02"],
    ['b/ü "x".md', "2026-01-02"],
    ["c.ts", "2026-02-02"],
  ])
  deepStrictEqual([...history?.lines ?? []], [
    ["a.md", ["2026-01-02", "2026-02-02", "2026-12-31", "2026-12-31"]],
  ])
  const inFolder = await historyOf(`${repository.directory}/b`, [])
  deepStrictEqual([...inFolder?.last_change ?? []], [['ü "x".md', "2026-01-02"]])
})

Deno.test("fileHistory is undefined without a repository and before its first commit", async () => {
  using folder = temporaryFolder()
  deepStrictEqual(await historyOf(folder.directory, []), undefined)
  using repository = temporaryRepository()
  repository.write("a.md", "")
  deepStrictEqual(await historyOf(repository.directory, ["a.md"]), undefined)
})

Deno.test("lineDays of a file that git does not know is nothing, and no failure", async () => {
  using repository = temporaryRepository()
  repository.commit({ "a.md": "one\n" })
  const days = await Effect.runPromise(
    Effect.flatMap(Git, (git) => git.lineDays(repository.directory, "none.md", "2026-12-31")).pipe(
      Effect.provide(gitLayer()),
      Effect.provide(hostLayer),
    ),
  )
  deepStrictEqual(days, [])
})

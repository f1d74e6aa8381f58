import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { symlinkSync } from "node:fs"
import * as Effect from "effect/Effect"
import type { Corpus } from "../../src/core/corpus/corpus.ts"
import { readCorpusAt } from "../../src/engine/base_corpus.ts"
import { readCorpus } from "../../src/engine/corpus_reader.ts"
import { mostBytes } from "../../src/engine/file_texts.ts"
import { gitLayer } from "../../src/host/git_process.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { type TemporaryRepository, temporaryRepository } from "../services/temporary_repository.ts"

/** The corpus on disk, and the same as a commit has it. */
function both(
  repository: TemporaryRepository,
  commit: string,
): Promise<{ readonly head: Corpus; readonly base: Corpus }> {
  const config = { ignore: ["vendor"] }
  const program = Effect.gen(function* () {
    const reads = (path: string): boolean => path.endsWith(".json")
    const reading = yield* readCorpus({
      root: repository.directory,
      config,
      reads,
      reportDir: "reports",
      today: "2026-03-01",
    })
    return { head: reading.corpus, base: yield* readCorpusAt(reading, { commit, config, reads }) }
  })
  return Effect.runPromise(program.pipe(Effect.provide(gitLayer()), Effect.provide(hostLayer)))
}

function facts(corpus: Corpus): unknown {
  return {
    documents: corpus.documents.map((document) => [document.path, document.lines, document.links]),
    decisions: corpus.decisions.map(({ path, number, status }) => [path, number, status]),
    texts: [...corpus.texts].sort(),
    files: corpus.paths.files,
    entries: ["vendor/x.md", "out/a.js", "linked/b.md", "gone.md", "docs", "reports/corpus/latest.md"]
      .map((path) => [path, corpus.paths.lookup(path), corpus.paths.outside(path)?.why]),
    unreadable: corpus.unreadable,
    rest: [corpus.scope, corpus.config, corpus.today],
  }
}

Deno.test("readCorpusAt of HEAD gives what readCorpus gives of a clean work tree", async () => {
  using repository = temporaryRepository()
  symlinkSync("docs", `${repository.directory}/linked`)
  symlinkSync("nowhere.md", `${repository.directory}/gone.md`)
  symlinkSync("docs/b.md", `${repository.directory}/also-b.md`)
  const head = repository.commit({
    ".gitignore": "out/\n",
    "README.md": "\ufeff# One\r\n\r\n[b](docs/b.md)\r\n",
    "docs/b.md": "# B\n",
    "docs/adr/0001-use-a.md": "# 1. Use A\n\n## Status\n\nAccepted\n",
    "data.json": "{}\n",
    "other.txt": "not read\n",
    "vendor/x.md": "# X\n",
    "reports/corpus/latest.md": "---\n",
  })
  repository.write("out/a.js", "1")
  const { head: onDisk, base } = await both(repository, head)
  deepStrictEqual(facts(base), facts(onDisk))
})

Deno.test("readCorpusAt says what was there and leaves the work tree alone", async () => {
  using repository = temporaryRepository()
  repository.write("bad.md", new Uint8Array([0xff, 0xfe]))
  repository.write("vendor/bad.md", new Uint8Array([0xff, 0xfe]))
  const first = repository.commit({ "a.md": "old\n", "b.md": "old\n", "big.md": "x".repeat(mostBytes + 1) })
  repository.git(["rm", "-q", "b.md", "big.md"])
  repository.commit({ "a.md": "new\n" })
  repository.write("a.md", "newest\n")
  const status = repository.git(["status", "--porcelain"])
  const { head, base } = await both(repository, first)
  deepStrictEqual([...base.texts].sort(), [["a.md", "old\n"], ["b.md", "old\n"]])
  deepStrictEqual(base.unreadable, [
    { path: "bad.md", why: "it is no UTF-8 text, or not in this clone" },
    { path: "big.md", why: "it is larger than 5 MB" },
  ])
  deepStrictEqual([...head.texts], [["a.md", "newest\n"]])
  strictEqual(repository.git(["status", "--porcelain"]), status)
})

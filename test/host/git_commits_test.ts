import { deepStrictEqual } from "node:assert/strict"
import * as Effect from "effect/Effect"
import { Git } from "../../src/engine/git.ts"
import { gitLayer } from "../../src/host/git_process.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { temporaryRepository } from "../services/temporary_repository.ts"

Deno.test("unknownCommits gives those of some hashes that stand for nothing, and takes no other name", async () => {
  using repository = temporaryRepository()
  const head = repository.commit({ "a.md": "a" })
  const names = [head, head.slice(0, 7), "deadbee1", "deadbee1", "0".repeat(40), "--help", "HEAD~9", "a b\nc"]
  const unknown = (asked: readonly string[]) =>
    Effect.runPromise(
      Effect.flatMap(Git, (git) => git.unknownCommits(repository.directory, asked)).pipe(
        Effect.provide(gitLayer()),
        Effect.provide(hostLayer),
      ),
    )
  deepStrictEqual(await unknown(names), ["deadbee1", "0".repeat(40)])
  deepStrictEqual(await unknown([]), [])
})

import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { batchPrompt } from "../../src/cli/batch_prompt.ts"
import { Prompter } from "../../src/engine/prompter.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { stderrPrompterLayer } from "../../src/host/stderr_prompter.ts"
import { finding, unverified } from "../core/selection/rows.ts"
import { noRepository, reportOf } from "../engine/route_host.ts"

/** Asks about a few findings at the terminal that it is run in, and prints the selection, or that it was interrupted. */
const report = {
  ...reportOf(
    finding("R001", { locator: "a.md:3", evidence: [{ path: "a.md", line: 3, quote: "old\u001b[31m" }] }),
    finding("R002", { edits: [{ path: "a.md", find: "old", replace: "new" }] }),
    finding("R003", { edits: [{ path: "a.md", find: "gone", replace: "new" }] }),
  ),
  unverified: [unverified("R004")],
}

const program = Effect.gen(function* () {
  const { canAsk } = yield* Prompter
  const asked = yield* Effect.exit(batchPrompt(report, {
    previewing: { root: Deno.args[0] ?? "", config: {}, date: "2026-03-01", allowDirty: false },
    today: "2026-03-01",
  }))
  const result = Exit.isSuccess(asked)
    ? { canAsk: yield* canAsk, selection: asked.value }
    : { interrupted: Cause.hasInterruptsOnly(asked.cause) }
  // deno-lint-ignore no-console -- this program's result is its output
  console.log(JSON.stringify(result))
})

if (import.meta.main) {
  await Effect.runPromise(program.pipe(Effect.provide(Layer.mergeAll(hostLayer, noRepository, stderrPrompterLayer))))
}

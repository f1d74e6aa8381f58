import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { readdirSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { diff } from "../../src/engine/diff.ts"
import { orient } from "../../src/engine/orient.ts"
import { gitLayer } from "../../src/host/git_process.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { checkpoint } from "../../src/pipelines/checkpoint.ts"
import { withFolder } from "../services/program.ts"

Deno.test("checkpoint, orient and diff fail on a date that is none, and write nothing", () =>
  withFolder({ "a.md": "# A\n" }, async (root) => {
    const machine = gitLayer().pipe(Layer.provideMerge(hostLayer))
    for (const today of ["nonsense", "2026-02-30", ""]) {
      const stages: readonly Effect.Effect<unknown, { readonly _tag: string; readonly message: string }>[] = [
        checkpoint({ root, passes: [], config: {}, reportDir: "runs", today, select: () => Effect.succeed([]) }).pipe(
          Effect.provide(machine),
        ),
        orient({ kind: "docs", roots: ["."], root, reportDir: "runs", scopeSlug: "docs", today }).pipe(
          Effect.provide(machine),
        ),
        diff({ findings: [], today }),
      ]
      for (const stage of stages) {
        const error = await Effect.runPromise(Effect.flip(stage))
        strictEqual(error._tag, "TodayInvalid")
        strictEqual(error.message, `Cannot run on "${today}": today must be a calendar date YYYY-MM-DD`)
      }
    }
    deepStrictEqual(readdirSync(root), ["a.md"])
  }))

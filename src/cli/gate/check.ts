import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { checkRetrospectiveGate, type GateCheck, type GateVerdict, uncheckedGate } from "../../core/gate/check_gate.ts"
import { readDevLoopConfig } from "../../engine/dev_loop_config.ts"
import { findGatePlace } from "../../engine/gate_place.ts"
import { readRetrospective } from "../../engine/retrospective_file.ts"
import { isDeeperThan } from "../../core/foreign/nesting.ts"
import { AnswerIsNo, type ExitCode } from "../exit_code.ts"
import { readJson, UsageInvalid } from "../input.ts"
import { printJson, printNote } from "../output.ts"

/** What a caller wants to do when it does not say: to start something. */
const anyStart: unknown = { publicEntrypoint: "dev-loop", routeKind: "route" }

const exitCodes: { readonly [verdict in GateVerdict]: ExitCode } = {
  open: 0,
  "not enforced": 0,
  closed: 1,
  "cannot evaluate": 3,
}

/** A routing that is nested deeper is not printed whole, so that it cannot be gone by. */
const maxDepth = 200

/** `retro gate check`: the routing to go by, as JSON, and a line on the standard error that says why. */
export const check = Command.make(
  "check",
  {
    routing: Flag.String("routing").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription('The proposed routing as JSON; "-" for the standard input (by default, any start)'),
      Flag.optional,
    ),
    json: Flag.Boolean("json").pipe(
      Flag.withDefault(false),
      Flag.withDescription("Changes nothing: the routing is JSON in any case"),
    ),
  },
  Effect.fnUntraced(function* ({ routing }) {
    const { verdict, checkpointState, routing: effective, text } = yield* answer(routing)
    yield* printJson(effective)
    yield* printNote(`retro gate: ${verdict} (${checkpointState}): ${text}`.replace(/\s+/gu, " "))
    const code = exitCodes[verdict]
    if (code !== 0) return yield* new AnswerIsNo({ code })
  }),
).pipe(Command.withDescription(
  "Say whether a start or resume may go on. Exit codes: 0 open or not enforced, 1 closed, 3 cannot be evaluated, " +
    "2 bad usage or a routing that is not JSON; only 0 with a line on the standard error that begins " +
    '"retro gate: open" or "retro gate: not enforced" lets a caller go on',
))

const proposedIn = Effect.fnUntraced(function* (file: string) {
  if (file === "") {
    return yield* new UsageInvalid({ problem: 'Cannot read the routing: --routing is empty; name a file, or "-"' })
  }
  const routing = yield* readJson(file)
  return isDeeperThan(maxDepth, routing)
    ? { routing: undefined, problem: `the proposed routing is nested more than ${maxDepth} levels deep; pass another` }
    : { routing }
})

const answer = Effect.fnUntraced(function* (source: Option.Option<string>) {
  const proposal = yield* Option.match(source, {
    onNone: () => Effect.succeed({ routing: anyStart }),
    onSome: (file) =>
      proposedIn(file).pipe(
        // Bad usage is told apart; what cannot be read is one more reason to stay closed.
        Effect.catchTag("IoFailed", (error) => Effect.succeed({ routing: undefined, problem: error.message })),
      ),
  })
  if ("problem" in proposal) return uncheckedGate(proposal.routing, proposal.problem)
  return yield* findGatePlace.pipe(
    Effect.flatMap(({ worktree, main }) =>
      Effect.map(
        Effect.all([readRetrospective(main), readDevLoopConfig(worktree)]),
        ([checkpoint, config]): GateCheck =>
          checkRetrospectiveGate({ checkpoint, config, proposedRouting: proposal.routing }),
      )
    ),
    Effect.catch((error) => Effect.succeed(uncheckedGate(proposal.routing, error.message))),
  )
})

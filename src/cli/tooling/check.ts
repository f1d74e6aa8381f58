import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import { sessionFormats } from "../../core/session/session_event.ts"
import { Progress } from "../../engine/progress.ts"
import { checkTooling } from "../../pipelines/tooling.ts"
import { standardInput } from "../../engine/session_sources.ts"
import { AnswerIsNo } from "../exit_code.ts"
import { UsageInvalid } from "../input.ts"
import { jsonFlag, printNote, printRedacted, printRedactedNote, printResult } from "../output.ts"
import { progressOnTerminal } from "../progress.ts"
import { policyOf } from "./policy.ts"
import { cleanText, doubtText, violationText } from "./report_text.ts"

/** The standard input is empty after it was read once, and empty is clean. */
const twice = "--policy - and the transcript cannot both be the standard input; name a file for one of them"
/** What a person sees who gave no transcript. */
const waiting = "retro: reading commands from the standard input; end with Ctrl-D, or name a file with --transcript"

/** `retro tooling check`: clean on the standard output, violations on the standard error and exit code 1. */
export const check = Command.make(
  "check",
  {
    transcripts: Flag.String("transcript").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription(
        'What the agent typed: a file, a folder of session files, or "-" for the standard input (the default). May be given several times',
      ),
      Flag.atLeast(0),
    ),
    from: Flag.Literals("from", ["auto", ...sessionFormats]).pipe(
      Flag.withDefault("auto"),
      Flag.withDescription(
        "The format: plain lines, or sessions of Claude Code, Codex or pi; auto finds it by the content of each file",
      ),
    ),
    policy: Flag.String("policy").pipe(
      Flag.withMetavar("default|strict|FILE"),
      Flag.withDefault("default"),
      Flag.withDescription(
        "What counts as a raw call: a built-in policy, or a file in YAML or JSON; strict adds node -p and --print, " +
          'programs piped into node, "ssh host COMMAND", pasted prompts ("$ gh x") and literal variables (G=gh; $G x)',
      ),
    ),
    json: jsonFlag,
  },
  Effect.fnUntraced(function* ({ transcripts, from, policy, json }) {
    // An empty name stands for none: a caller's variable that is not set.
    const names = transcripts.filter((name) => name !== "")
    const readsInput = names.length === 0 || names.includes(standardInput)
    if (readsInput && policy === standardInput) return yield* new UsageInvalid({ problem: twice })
    if (readsInput && (yield* (yield* Stdio.Stdio).stdinIsTerminal)) yield* printNote(waiting)
    const { report } = yield* checkTooling({
      transcripts: names,
      from,
      policy: yield* policyOf(policy),
    }).pipe(Effect.provideService(Progress, yield* progressOnTerminal))
    if (json) yield* printRedacted(report)
    else {
      yield* report.ok ? printResult(cleanText(report)) : printRedactedNote(violationText(report))
      const doubts = doubtText(report)
      if (doubts !== "") yield* printRedactedNote(doubts)
    }
    if (!report.ok) return yield* new AnswerIsNo({ code: 1 })
  }),
).pipe(
  Command.withDescription(
    "Say whether an agent used internal tooling alone, from what it typed.\n\n" +
      "Exit codes: 0 no raw call; 1 at least one; 2 the command line, the policy or a file that was named is wrong; " +
      "3 reading broke off. What is undecided or was not read is said and changes no exit code",
  ),
  Command.withExamples([
    { command: "retro tooling check --transcript ~/.claude/projects/-w-app", description: "All sessions of a project" },
    { command: "retro tooling check --transcript commands.txt --json", description: "Plain lines, as JSON" },
  ]),
)

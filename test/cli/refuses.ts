import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict"
import { retro, type Running } from "../services/program.ts"
import { treeOf } from "./demo_repository.ts"

/** How the program refuses. */
export interface Refusal extends Running {
  readonly code: number
  /** What the one message says: what failed, where, and the next step. */
  readonly says: readonly RegExp[]
  /** Whether the report is on the standard output all the same. */
  readonly reports?: boolean
}

/** Runs the program in a folder: it must refuse, in one line, and leave every file as it was. */
export function refuses(
  folder: string,
  args: readonly string[],
  { code, says, reports = false, ...running }: Refusal,
): void {
  const before = treeOf(folder)
  const outcome = retro(args, { cwd: folder, ...running })
  const told = `${args.join(" ")}\n${outcome.stderr}`
  strictEqual(outcome.code, code, told)
  match(outcome.stderr, /^retro: [^\n]+\n$/u, told)
  doesNotMatch(outcome.stderr, /internal error|\bat .*:\d+:\d+|undefined|\[object/u)
  for (const text of says) match(outcome.stderr, text)
  strictEqual(outcome.stdout.includes("## Findings table"), reports, told)
  if (!reports) strictEqual(outcome.stdout, "", told)
  deepStrictEqual(treeOf(folder), before, told)
}

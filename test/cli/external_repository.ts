import { type Outcome, retro } from "../services/program.ts"
import { today, withRepository } from "./demo_repository.ts"

/** What the judge of these tests says when it is asked nothing special. */
export const coverage = { type: "coverage", scanned: ["README.md", "docs/a.md"], complete: true }

/** A finding about the third line of `docs/a.md`. */
export const vague = {
  locator: "docs/a.md",
  verdict: "VAGUE",
  severity: "High",
  what: 'says "soon", which is no date',
  route: "none",
  proposed_action: "",
  key: "soon",
  evidence: [{ path: "docs/a.md", line: 3, quote: "We ship soon." }],
}

/** A judge that prints `answer.ndjson`, keeps what it was asked, and ends as `end.sh` says. */
export const judge = "cat > ../request.json\necho thinking >&2\ncat ../answer.ndjson\n. ../end.sh\n"

/** A repository with one pass that is a program. */
export const files: Readonly<Record<string, string>> = {
  ".retro.yaml": "passes:\n  judge:\n    command: [sh, judge.sh]\n",
  "judge.sh": judge,
  "README.md": "# Demo\n\nSee [a](docs/a.md).\n",
  "docs/a.md": "# A\n\nWe ship soon.\n",
}

/** A repository, and the folder around it, where its judge finds what to answer. */
export interface JudgedRepository {
  readonly root: string
  readonly around: string
  /** Makes the judge answer these lines, and end so. */
  readonly answers: (lines: readonly unknown[], end?: string) => void
  readonly checkpoint: (...args: readonly string[]) => Outcome
}

/** Makes a repository whose judge answers {@link coverage} alone, hands it on, and removes it. */
export function withJudge(
  more: Readonly<Record<string, string>>,
  use: (repository: JudgedRepository) => void | Promise<void>,
): Promise<void> {
  return withRepository({ ...files, ...more }, async (folder) => {
    const around = `${folder}-around`
    Deno.mkdirSync(around)
    const root = `${around}/repository`
    Deno.renameSync(folder, root)
    const answers: JudgedRepository["answers"] = (lines, end = "exit 0") => {
      const text = lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("")
      Deno.writeTextFileSync(`${around}/answer.ndjson`, text)
      Deno.writeTextFileSync(`${around}/end.sh`, `${end}\n`)
    }
    const checkpoint: JudgedRepository["checkpoint"] = (...args) =>
      retro(["checkpoint", ...(args.includes("--today") ? [] : ["--today", today]), ...args], { cwd: root })
    answers([coverage])
    try {
      await use({ root, around, answers, checkpoint })
    } finally {
      Deno.removeSync(around, { recursive: true })
    }
  })
}

const wrappers: ReadonlySet<string> = new Set(["sudo", "env", "xargs", "time", "nice", "command"])
const assignment = /^[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+(?=\S)/u
const allowed = /^gh\s+(?:pr\s+(?:merge|ready)|issue\s+(?:create|edit)|label\s+create)\b/u

/** What a matcher without a parser says of a transcript, in order: labels of raw calls, `allowed` for write operations. */
export function naiveLabels(transcript: string): readonly string[] {
  return transcript.split(/\r?\n/u).map((line) => line.trim()).filter((line) => !line.startsWith("#")).flatMap((line) =>
    line.split(/&&|\|\||\||;/u).flatMap((piece) => {
      const label = labelOf(headOf(piece.trim()))
      return label === undefined ? [] : [label]
    })
  )
}

/** The piece without assignments, folders and the six wrappers before its command. */
function headOf(piece: string): string {
  let rest = piece
  while (assignment.test(rest)) rest = rest.replace(assignment, "")
  const [first = "", ...others] = rest.split(/(?=\s)/u)
  const program = first.slice(first.lastIndexOf("/") + 1)
  const after = others.join("")
  return wrappers.has(program) && after.trim() !== "" ? headOf(after.trim()) : program + after
}

function labelOf(command: string): string | undefined {
  if (/^node\b/u.test(command)) return isInline(command.split(/\s+/u).slice(1)) ? "node -e" : undefined
  if (/^gh\b/u.test(command)) return allowed.test(command) ? "allowed" : "gh"
  return /^python3?\b/u.exec(command)?.[0]
}

function isInline(words: readonly string[]): boolean {
  for (const word of words) {
    if (word === "-e" || word === "--eval" || word.startsWith("--eval=")) return true
    if (!word.startsWith("-")) return false
  }
  return false
}

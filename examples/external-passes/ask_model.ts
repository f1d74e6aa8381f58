/**
 * A pass of retro that asks a model, through the model's own command line, where documents break the house's rules:
 *
 *     deno run --allow-read --allow-env --allow-run ask_model.ts claude -p
 *
 * The arguments are a command that reads a prompt on its standard input and prints the answer.
 */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import process from "node:process"

/** What retro asks: the fields that this pass needs. */
interface Request {
  readonly request: { readonly rules: readonly string[]; readonly candidates: readonly string[] }
}

/** The most characters of one prompt: more files are asked about in further prompts. */
const longestPrompt = 100_000

const task = `You check documents against rules. Rules and documents follow, with their lines numbered.
Print one JSON object on one line for each sentence that breaks a rule:
{"path": "docs/a.md", "line": 3, "quote": "the words exactly as they stand in that line", "rule": "the path of the rule", "what": "what is wrong, in one sentence", "fix": "what to do"}
When you are through with all documents, print {"done": true}. Print it alone when nothing breaks a rule.`

function numbered(path: string): string {
  const lines = readFileSync(path, "utf8").split(/\r\n|[\r\n]/u)
  return `\n=== ${path}\n${lines.map((line, index) => `${index + 1}: ${line}`).join("\n")}\n`
}

/** The documents of each prompt. */
function batches(paths: readonly string[]): readonly (readonly string[])[] {
  const all: string[][] = [[]]
  let length = 0
  for (const path of paths) {
    length += numbered(path).length
    if (length > longestPrompt && all.at(-1)?.length !== 0) {
      all.push([])
      length = numbered(path).length
    }
    all.at(-1)?.push(path)
  }
  return all.filter((batch) => batch.length > 0)
}

function say(item: unknown): void {
  process.stdout.write(`${typeof item === "string" ? item : JSON.stringify(item)}\n`)
}

/** What the model prints, object by object; it may talk around them. What is no JSON is passed on: retro names it. */
function objectsIn(text: string): readonly { readonly [field: string]: unknown }[] {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line.startsWith("{"))
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line)]
    } catch {
      say(line)
      return []
    }
  })
}

/** Asks about some documents; `false`: the model did not come to its end. */
function ask(model: readonly string[], prompt: string, rules: readonly string[]): boolean {
  const [command = "", ...args] = model
  const run = spawnSync(command, args, { input: prompt, encoding: "utf8", maxBuffer: 1 << 26 })
  if (run.status !== 0) {
    // One that does not read its prompt has neither a code nor words.
    const why = run.error?.message ?? `it ended with code ${run.status}: ${run.stderr?.trim()}`
    process.stderr.write(`cannot ask ${model.join(" ")}: ${why.split("\n").at(-1)}\n`)
    process.exit(1)
  }
  const said = objectsIn(run.stdout)
  for (const { path, line, quote, rule, what, fix } of said.filter(({ done }) => done !== true)) {
    say({
      locator: path,
      verdict: "BREAKS-RULE",
      severity: "Medium",
      what,
      route: "direct-fix",
      proposed_action: fix,
      // In the model's own words it would be another one in every run.
      ...(rules.some((known) => known === rule) ? { key: rule } : {}),
      evidence: [{ path, line, quote }],
    })
  }
  return said.some(({ done }) => done === true)
}

const model = process.argv.slice(2)
const { request }: Request = JSON.parse(readFileSync(0, "utf8"))
const rules = request.rules.map(numbered).join("")
const scanned: string[] = []
const left: string[] = []
for (const batch of batches(request.candidates.filter((path) => !request.rules.includes(path)))) {
  process.stderr.write(`asking about ${batch.join(", ")}\n`)
  const prompt = `${task}\n\nThe rules:\n${rules}\nThe documents:\n${batch.map(numbered).join("")}`
  if (ask(model, prompt, request.rules)) scanned.push(...batch)
  else left.push(...batch)
}
say({
  type: "coverage",
  scanned,
  complete: left.length === 0,
  ...(left.length === 0 ? {} : { why: `the model did not come to its end with ${left.join(", ")}` }),
})

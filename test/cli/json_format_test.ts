import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { retro } from "../services/program.ts"

const transcript = { stdin: "git status\n" }

Deno.test("--format json is --json, for every command that prints a result", () => {
  for (
    const command of [
      ["tooling", "check"],
      ["schema", "Finding"],
      ["gate", "status"],
      ["checkpoint", "--root", "fixtures/repository", "--dry-run", "--today", "2027-01-31"],
    ]
  ) {
    const [short, long] = [
      retro([...command, "--json"], transcript),
      retro([...command, "--format", "json"], transcript),
    ]
    deepStrictEqual(short, long)
    strictEqual(short.stdout.startsWith("{"), true, command.join(" "))
  }
})

Deno.test("--format names the other form, too, and nothing else", () => {
  strictEqual(retro(["tooling", "check", "--format", "text"], transcript).stdout, "internalToolingOnly: true\n")
  const { code, stderr } = retro(["tooling", "check", "--format", "md"], transcript)
  deepStrictEqual([code, stderr.includes('Expected: "text" | "json"')], [2, true])
})

import { ok } from "node:assert/strict"
import { builtInPasses } from "../../src/passes/built_in.ts"
import { corpusOf } from "./corpus_of.ts"
import { cpuTime } from "../services/cpu_time.ts"

const many = 60_000
/** Quadratic work takes 2 seconds and more on each of these, linear work takes milliseconds. */
const slowest = 1_500

const runs: readonly (readonly [string, string])[] = [["blanks", " "], ["tabs", "\t"], ["hyphens", "-"], [
  "points",
  ".",
]]
const places: readonly (readonly [string, (run: string) => string, string?])[] = [
  ["a paragraph", (run) => `Words a${run}x more.\n`],
  ["a line of its own", (run) => `# A\n\n${run}x\n`],
  ["a status", (run) => `# 1. A\n\n## Status\n\nAccepted${run}x\n`, "docs/adr/0001-a.md"],
  ["a heading", (run) => `# Words a${run}x\n\n- a\n- \`docs/\` (3)\n`],
  ["code", (run) => `\`\`\`\nreport_dir: a${run}x\n\`\`\`\n`],
  ["inline code", (run) => `Run \`a: ${run}x\`, then \`key${run}\`.\n`],
  ["a table", (run) => `| a${run}x | default |\n|---|---|\n| \`key\` | a${run}x |\n`],
  ["a tree", (run) => `\`\`\`\ndocs/\n├── a.md${run}x\n\`\`\`\n`],
  ["front matter", (run) => `---\nname: a${run}x\ndescription: "a${run}x"\nstatus:${run}x y\n---\n\n# A\n`],
  ["the front matter of a skill", (run) => `---\nname: a\ndescription: a${run}x\n---\n\n# A\n`, "skills/a/SKILL.md"],
  ["the form of a tree", (run) => `\`\`\`\n---\nid: <id>${run}x\nname: <a>${run}x\n---\n\`\`\`\n`, "docs/README.md"],
  ["a vision", (run) => `# Vision\n\n## Modules\n\n- a${run}x\n- b${run}x\n`, "VISION.md"],
  [
    "a hook",
    (run) => JSON.stringify({ hooks: { Stop: [{ hooks: [{ command: `a${run}x` }] }] } }),
    ".claude/settings.json",
  ],
]

Deno.test("builtInPasses read a long run of one sign in linear time, wherever it stands", () => {
  for (const [sign, character] of runs) {
    for (const [place, textWith, path = "docs/a.md"] of places) {
      const text = textWith(character.repeat(many))
      const others = [["docs/b.md", "# B\n"], ["skills/b/SKILL.md", "---\nname: b\ndescription: b\n---\n"]] as const
      const read = cpuTime()
      const corpus = corpusOf(new Map([...others, [path, text]]))
      ok(cpuTime() - read < slowest, `reading ${sign} in ${place}`)
      for (const pass of builtInPasses) {
        const start = cpuTime()
        pass.look(corpus)
        const took = cpuTime() - start
        ok(took < slowest, `${pass.id}, ${sign} in ${place}: ${Math.round(took)} ms`)
      }
    }
  }
})

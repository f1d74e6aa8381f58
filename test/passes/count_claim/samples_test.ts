import { deepStrictEqual } from "node:assert/strict"
import { countClaim } from "../../../src/passes/count_claim.ts"
import { excused, lookWith } from "../look_with.ts"

Deno.test("countClaim says that a number in code is a sample, where it would be wrong of a folder", () => {
  const look = lookWith(countClaim)
  const files = { "skills/a/SKILL.md": "", "skills/b/SKILL.md": "", "docs/a.md": "" }
  const told = (line: string): readonly string[] => {
    const result = look({ ...files, "README.md": `# A\n\n\`\`\`\n${line}\n\`\`\`\n` })
    return [...result.findings.map(({ what }) => what), ...excused(result)]
  }
  deepStrictEqual(told("reading 31 skills …"), ["README.md: sample"])
  deepStrictEqual(told("reading 2 skills …"), [])
  deepStrictEqual(told("reading 31 lights …"), [])
})

import { ok } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { groundPass } from "../../../src/core/corpus/ground_pass.ts"
import { PassResult } from "../../../src/core/schema/pass_result.ts"
import { decisionIntegrity } from "../../../src/passes/decision_integrity.ts"
import { decisionCorpus } from "../../passes/decision_corpus.ts"
import { cpuTime } from "../../services/cpu_time.ts"

const pieces = [
  "[",
  "](",
  ")",
  "|",
  "<!--",
  "-->",
  "- Status: ",
  "## Status\n",
  "Superseded by ",
  "0001",
  ",",
  "\n",
  "---\n",
]
  .concat([
    "status: ",
    "eip: 1\n",
    "PEP: 1\n",
    "```\n",
    "BIP: 2\n",
    "Replaces: ",
    "../",
    "%zz",
    "\r\n",
    "{",
    "> Moved to ",
    "é",
  ])
const Text: Schema.Codec<readonly number[]> = Schema.Array(
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: pieces.length - 1 })),
).check(Schema.isMaxLength(40))

Deno.test("any text in any kind of file is read without an exception", async () => {
  const outcome = await Effect.runPromise(Arbitrary.checkEffect(Arbitrary.schema(Text), (indexes) => {
    const text = indexes.map((index) => pieces[index]).join("")
    const corpus = decisionCorpus(
      new Map([
        ["doc/adr/README.md", text],
        ["doc/adr/0001-a.md", `# 1. A\n\n## Status\n\n${text}\n`],
        ["doc/adr/0002-b.md", `# 2. B\n\n- Status: ${text}\n\n## Decision\n`],
        ["doc/adr/0003-c.md", `---\nstatus: ${text}\n---\n# C\n\n## Decision\n`],
        ["doc/adr/0004-d.md", `# D\n\n| | |\n|-|-|\n| Status | ${text} |\n| Supersedes | ${text} |\n`],
        ["peps/pep-1.rst", `PEP: 1\nStatus: ${text}\n`],
        ["peps/pep-2.rst", `PEP: 2\nStatus: Final\nReplaces: ${text}\n`],
        ["keps/a/1-b/kep.yaml", `status: x\nreplaces:\n  - ${text}\n`],
        ["b.mediawiki", text],
      ]),
    )
    const result = decisionIntegrity.look(corpus)
    const isWhole = Schema.is(PassResult)(result) && groundPass(result, corpus.texts).warnings.length === 0
    return isWhole && result.findings.every((finding) => (finding.evidence ?? []).length > 0)
  }, { runs: 400, seed: 3 }))
  ok(outcome._tag === "Passed", outcome._tag === "Passed" ? "" : Arbitrary.formatCheckFailure(outcome))
})

Deno.test("very long lines of brackets, pipes and comments take no time", () => {
  const long = ["[", "|", "<!--", "[](", "- [", "super", "| - ", " ,"].map((piece) => piece.repeat(100_000))
  const texts = new Map(long.map((piece, at): [string, string] => [
    `doc/adr/000${at}-a.md`,
    `# ${at}. A\n\n- Status: ${piece}\n\nSupersedes ${piece}\n\n## Status\n\nSuperseded by ${piece}\n`,
  ]))
  for (const [at, piece] of long.entries()) {
    texts.set(`peps/pep-${at}.rst`, `PEP: ${at}\nStatus: ${piece}\nReplaces: ${piece}\n\n`)
  }
  const corpus = decisionCorpus(new Map([...texts].filter(([path]) => path.endsWith(".rst"))))
  const start = cpuTime()
  decisionIntegrity.look(corpus)
  decisionCorpus(texts)
  ok(cpuTime() - start < 10_000)
})

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { byCodeUnit } from "../../src/core/code_unit_order.ts"
import type { Corpus } from "../../src/core/corpus/corpus.ts"
import { groundPass } from "../../src/core/corpus/ground_pass.ts"
import { applyEdits } from "../../src/core/edit/apply_edits.ts"
import { PassResult } from "../../src/core/schema/pass_result.ts"
import { enumDrift } from "../../src/passes/enum_drift.ts"
import { formatContract } from "../../src/passes/format_contract.ts"
import { frontmatter } from "../../src/passes/frontmatter.ts"
import type { Pass } from "../../src/passes/pass.ts"
import { pathConfig } from "../../src/passes/path_config.ts"
import { reviewDue } from "../../src/passes/review_due.ts"
import { corpusOf } from "./corpus_of.ts"

const passes: readonly Pass[] = [enumDrift, formatContract, frontmatter, pathConfig, reviewDue]

const paths = [
  "README.md",
  "LOG.md",
  "CHANGELOG.md",
  "docs/log-contract.md",
  "docs/README.md",
  "docs/a.md",
  "docs/b.md",
  "docs/c.md",
  "docs/d.md",
  "skills/one/SKILL.md",
  "skills/two/SKILL.md",
  "agents/a.md",
  "agents/b.md",
  "vendor/a.md",
]
/** What the passes read, whole and broken. */
const fronts = [
  "",
  "---\nname: one\ndescription: x\ntype: user\nstatus: draft\nreview: 2020-01-01\n---\n",
  "---\nname: two: three\ntype: other\n---\n",
  "---\nname: a #1 b\ntype: user\nnext-review: Q1 2021\n---\n",
  "---\nlist: [a\n---\n",
  "---\r\nname: one\r\ntype: 'user'\r\n---\r\n",
  "---\n",
  "---\n---\n",
]
const parts = [
  "# Log contract\n\nThe format of `LOG.md`:\n\n- A line with the marker `✓`.\n\n```\n- ✓ x\n```\n",
  "- one\n- two\n- three\n- four\n- five\n- removed `LOG.md`\n",
  "## 1\n\n- removed `docs/a.md`\n",
  "The `state` is one of `a`, `b`, `c`, `d`.\n",
  "The `state` is one of `a`, `b`, `c`.\nSee the authority [a](docs/a.md), [b](a.md).\n",
  "| key | values |\n|--|--|\n| `state` | `a` \\| `b` \\| `c` \\| `e` |\n",
  "```yaml\nstate: <a | b | c | ...>\n```\n",
  "Every file:\n\n```yaml\n---\nname: <short>\ntype: user\nlevel: <a | b | c>\n---\n```\n",
  "Set `out_dir: a/b` here.\n",
  "`out_dir` defaults to `c/d/`.\r\n",
  "Under `<out_dir>/<x>/latest.md`, which is `e/f/<y>/latest.md`.\n",
  "**Status:** Accepted | **Review:** 2021-01-01\n",
  "## Review date\n\n1 May 2020\n",
  "| `state` | x |\n|--|--|\n| `a` | 1 |\n| `b` | 2 |\n| `\u2028c` | `\ud83d\ude00` |\n",
  "`` ` `` | `{` <!-- `x: a | b | c` --> {{ }} <\n",
  "\u0000\u0085 é ‮ `kind: ü | ö | ä` ![](\n",
]

const Sample = Schema.Struct({
  files: Schema.Array(Schema.Struct({
    path: Schema.Literals(paths),
    front: Schema.Literals(fronts),
    parts: Schema.Array(Schema.Literals(parts)).check(Schema.isMinLength(2), Schema.isMaxLength(6)),
    noise: Schema.String.check(Schema.isMaxLength(12)),
  })).check(Schema.isMinLength(6), Schema.isMaxLength(14)),
})

function filesOf({ files }: typeof Sample.Type): ReadonlyMap<string, string> {
  return new Map(files.map((file) => [file.path, `${file.front}${file.parts.join("\n")}${file.noise}`]))
}

/** A property that held of results without findings alone would say nothing. */
async function holds(seed: number, property: (pass: Pass, corpus: Corpus, backwards: Corpus) => void): Promise<void> {
  const found = new Map(passes.map(({ id }) => [id, 0]))
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(
      Arbitrary.schema(Sample),
      (sample) => {
        const files = filesOf(sample)
        const [corpus, backwards] = [corpusOf(files), corpusOf(new Map([...files].reverse()))]
        for (const pass of passes) {
          found.set(pass.id, (found.get(pass.id) ?? 0) + pass.look(corpus).findings.length)
          property(pass, corpus, backwards)
        }
        return true
      },
      { runs: 200, seed },
    ),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
  for (const [id, findings] of found) ok(findings > 5, `${id} found only ${findings}`)
}

Deno.test("the passes over what files claim give sound results whose evidence stands", () =>
  holds(51, (pass, corpus) => {
    const files = corpus.texts
    const result = pass.look(corpus)
    ok(Schema.is(PassResult)(result), JSON.stringify(result))
    deepStrictEqual(groundPass(result, files).warnings, [])
    for (const { evidence = [] } of [...result.findings, ...result.near_misses ?? []]) {
      for (const { path, line, quote } of evidence) {
        const lines = files.get(path)?.split(/\r\n|\n|\r/u) ?? []
        ok(lines[line - 1]?.includes(quote), `${path}:${line} ${quote}`)
      }
    }
    const keys = result.findings.map(({ locator, key }) => `${locator}\0${key}`)
    strictEqual(new Set(keys).size, keys.length, keys.join(" "))
    deepStrictEqual(
      result.findings.map(({ locator }) => locator),
      result.findings.map(({ locator }) => locator).sort(byCodeUnit),
    )
  }))

Deno.test("the passes over what files claim say the same whatever the order of files", () =>
  holds(52, (pass, corpus, backwards) => {
    deepStrictEqual(pass.look(corpus), pass.look(backwards))
  }))

Deno.test("the passes over what files claim give edits that apply, and mend what they are for", () =>
  holds(53, (pass, corpus) => {
    const files = corpus.texts
    for (const { edits, locator, key, what } of pass.look(corpus).findings) {
      if (edits === undefined) continue
      const mended = new Map([...files, ...Result.getOrThrow(applyEdits(files, edits))])
      const after = pass.look(corpusOf(mended)).findings
      ok(!after.some((one) => one.locator === locator && one.key === key && one.what === what), `${locator}: ${what}`)
    }
  }))

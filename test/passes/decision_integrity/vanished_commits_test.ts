import { deepStrictEqual } from "node:assert/strict"
import { decisionIntegrity } from "../../../src/passes/decision_integrity.ts"
import { corpusOf, type More } from "../corpus_of.ts"
import { lookAt } from "../look_with.ts"

const path = ".claude/memory/lessons/retry.md"

function memory(body: string, more = ""): string {
  return `---\nname: retry\ntype: project\nscope: [net]\n${more}---\n\n${body}\n`
}

/** What is asked of git about a memory, and what is told where the repository has none of it. */
function askedAndTold(text: string, more: More = {}): readonly [asked: readonly string[], told: readonly string[]] {
  const corpus = corpusOf(new Map([[".claude/memory/MEMORY.md", "# Index\n"], [path, text]]), more)
  const asked = decisionIntegrity.commits?.(corpus) ?? []
  const { findings } = lookAt(decisionIntegrity, { ...corpus, unknown_commits: new Set(asked), ...more })
  return [
    asked,
    findings.filter(({ key }) => key?.startsWith("vanished")).map(({ key = "" }) => key.split(" ")[1] ?? ""),
  ]
}

function told(body: string): readonly string[] {
  return askedAndTold(memory(body))[1]
}

Deno.test("a memory in force that names a commit that is not there is stale", () => {
  const text = memory("Retries came with commit `deadbee1`.\nSee the limits (abcdef12), and `c0ffee3`.")
  const corpus = corpusOf(new Map([[".claude/memory/MEMORY.md", "# Index\n"], [path, text]]), {
    unknown_commits: new Set(["deadbee1", "abcdef12"]),
  })
  const { findings } = lookAt(decisionIntegrity, corpus)
  deepStrictEqual(
    findings.map(({ key, what, verdict, severity, route, evidence }) => [
      key,
      what,
      `${verdict} ${severity} ${route}`,
      evidence?.[0]?.line,
    ]),
    [
      [
        "vanished-artefact abcdef12",
        'it names the commit "abcdef12", which this repository does not have',
        "STALE Low memory-audit",
        8,
      ],
      [
        "vanished-artefact deadbee1",
        'it names the commit "deadbee1", which this repository does not have',
        "STALE Low memory-audit",
        7,
      ],
    ],
  )
})

Deno.test("a commit is named behind that word, in inline code or in parentheses", () => {
  deepStrictEqual(told("Done in commit 1234567 and commits `cafe123` (`0a1b2c3`), by hand (4d5e6f7)."), [
    "0a1b2c3",
    "1234567",
    "4d5e6f7",
    "cafe123",
  ])
  const whole = "0123456789abcdef0123456789abcdef01234567"
  deepStrictEqual(told(`Since \`${whole}\`.`), [whole])
})

Deno.test("what only looks like a commit is none", () => {
  for (
    const body of [
      "It took `1234567` tries (20240102), and `defaced` is a word (effaced).",
      "We commit defaced pages, and commit `abc12` is too short.",
      `The digest \`${"0a".repeat(21)}\` is too long, and \`0a1b2c3-x\` is a name.`,
      "The colour `ff00aa80`, the key `0a1b2c3d`, the checksum (0a1b2c3d) and the id `0a1b2c3e`.",
      "See [the change](0a1b2c3) and [`0a1b2c3`](https://github.com/acme/other/commit/0a1b2c3).",
      "```\ncommit 0a1b2c3\n```",
    ]
  ) deepStrictEqual(askedAndTold(memory(body)), [[], []], body)
})

Deno.test("a commit of another repository, an example and one that is said to be gone are fine, and said", () => {
  const why = (body: string): readonly string[] => {
    const corpus = corpusOf(new Map([[".claude/memory/MEMORY.md", "# Index\n"], [path, memory(body)]]), {
      unknown_commits: new Set(["0a1b2c3"]),
    })
    const { findings, near_misses = [] } = lookAt(decisionIntegrity, corpus)
    return [...findings.map(({ what }) => what), ...near_misses.map((miss) => miss.why.replace(/:.*/su, ""))]
  }
  deepStrictEqual(why("Mended upstream in commit `0a1b2c3`."), ["another repository"])
  deepStrictEqual(why("It came from the repository of the meters (0a1b2c3)."), ["another repository"])
  deepStrictEqual(why("Name it, for example `0a1b2c3`."), ["example"])
  deepStrictEqual(why("The branch was squashed: `0a1b2c3` is in no clone."), ["gone"])
  for (const body of ["We lost days before commit `0a1b2c3`.", "In this repository, see commit `0a1b2c3`."]) {
    deepStrictEqual(why(body), ['it names the commit "0a1b2c3", which this repository does not have'], body)
  }
})

Deno.test("commits of memories that are replaced and of recaps, and without a whole history, are nobody's business", () => {
  deepStrictEqual(askedAndTold(memory("See `0a1b2c3`.", "superseded_by: lessons/other.md\n"))[1], [])
  deepStrictEqual(askedAndTold(memory("See `0a1b2c3`."), { unknown_commits: new Set() }), [["0a1b2c3"], []])
  const recap = new Map([[".claude/memory/sessions/2026-01-02-net.md", memory("See `0a1b2c3`.")]])
  const corpus = corpusOf(recap, { unknown_commits: new Set(["0a1b2c3"]) })
  deepStrictEqual(lookAt(decisionIntegrity, corpus).findings.map(({ key }) => key), [])
})

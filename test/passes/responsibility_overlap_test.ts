import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Corpus } from "../../src/core/corpus/corpus.ts"
import { groundPass } from "../../src/core/corpus/ground_pass.ts"
import { PassResult } from "../../src/core/schema/pass_result.ts"
import { similarPairs } from "../../src/passes/responsibility_overlap/similar_pairs.ts"
import { triggerClashes } from "../../src/passes/responsibility_overlap/trigger.ts"
import { responsibilityOverlap } from "../../src/passes/responsibility_overlap.ts"
import { corpusOf } from "./corpus_of.ts"

function skill(name: string, description: string, body = ""): readonly [string, string] {
  return [
    `skills/${name}/SKILL.md`,
    `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${body}\n`,
  ]
}

function agent(name: string, description: string, body = ""): readonly [string, string] {
  return [`agents/${name}.md`, `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${body}\n`]
}

type More = Partial<Pick<Corpus, "scope" | "unreadable" | "config">>

function look(files: readonly (readonly [string, string])[], more: More = {}): PassResult {
  return responsibilityOverlap.look(corpusOf(new Map(files), more))
}

/** Verdicts of the findings and guards of the near misses. */
function outcome(files: readonly (readonly [string, string])[], more: More = {}): readonly string[] {
  const { findings, near_misses = [] } = look(files, more)
  return [
    ...findings.map(({ severity, locator, key }) => `${severity} ${locator} ${key}`),
    ...near_misses.map(({ locator, why }) => `${locator} ${why.slice(0, why.indexOf(":"))}`),
  ]
}

const reviewing =
  "Review pull requests for correctness, naming and missing tests, and list what must change before the merge."
const checking =
  "Check pull requests for correctness, naming and missing tests, and list what must change before a merge."
const others = [
  skill("deploy", "Roll a release out to production, watch its error rate, roll it back."),
  skill("changelog", "Append what shipped to the list of changes."),
  agent("painter", "Draw diagrams of modules from the source tree."),
]

Deno.test("responsibilityOverlap finds two skills that promise the same job", () => {
  const files = [skill("review", reviewing), skill("inspect", checking), ...others]
  const corpus = corpusOf(new Map(files))
  const result = responsibilityOverlap.look(corpus)
  deepStrictEqual(result.findings, [{
    pass: "responsibility-overlap",
    locator: "skills/inspect/SKILL.md",
    verdict: "OVERLAP",
    severity: "Medium",
    what: "seems to do the job of skills/review/SKILL.md: " +
      "their descriptions share 9 words (pull, requests, correctness, naming, missing, tests)",
    route: "proposal",
    proposed_action: 'say in both when to use "inspect" and when "review", or make one of the two',
    evidence: [
      { path: "skills/inspect/SKILL.md", line: 3, quote: `description: ${JSON.stringify(checking)}` },
      { path: "skills/review/SKILL.md", line: 3, quote: `description: ${JSON.stringify(reviewing)}` },
    ],
    key: "skills/review/SKILL.md",
    structural: true,
    relations: [{ from: "skills/inspect/SKILL.md", to: "skills/review/SKILL.md", kind: "overlaps" }],
  }])
  strictEqual(result.complete, true)
  strictEqual(result.scanned.length, 5)
  strictEqual(result.clean, 4)
  deepStrictEqual(result.near_misses, [])
  deepStrictEqual(groundPass(result, corpus.texts).warnings, [])
})

Deno.test("responsibilityOverlap asks only the silent side when one states the boundary", () => {
  const files = [
    skill("review", reviewing),
    skill("inspect", checking, "Not for style: use the `review` skill."),
    ...others,
  ]
  const [finding, ...more] = look(files).findings
  deepStrictEqual(more, [])
  strictEqual(finding?.severity, "Low")
  strictEqual(finding.proposed_action, 'say in skills/review/SKILL.md when to use "inspect" instead')
})

Deno.test("responsibilityOverlap excuses what its guards know", () => {
  const cases: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    boundary: [
      skill("review", reviewing, "For a second look at style alone, run `/inspect`."),
      skill("inspect", checking, "**review** comes first; this one is about the rest."),
    ],
    copy: [
      skill("review", reviewing),
      [".claude/skills/review/SKILL.md", `---\nname: review\ndescription: ${reviewing}\n---\n`],
    ],
    entry: [skill("review", reviewing), agent("review", reviewing, "Runs the `review` skill and reports.")],
    retired: [skill("review", reviewing), skill("inspect", `Deprecated. ${checking}`)],
    scaffold: [
      skill("new-server", `Scaffold a new server: routes, handlers, storage, tests, logging, metrics and tracing.`),
      skill("server-expert", `Work on a server: routes, handlers, storage, tests, logging, metrics and tracing.`),
    ],
    qualifier: [agent("python-expert", `Python: ${reviewing}`), agent("rust-expert", `Rust: ${reviewing}`)],
    thin: [skill("a", "Renders invoices."), skill("b", "Renders invoices twice.")],
    part: [
      skill("review", reviewing),
      ["skills/review/lib/inspect/SKILL.md", `---\nname: inspect\ndescription: ${checking}\n---\n`],
    ],
    series: [
      agent("klarna-payment-agent", "Adds klarna payments to a shop: checkout, refunds, webhooks and reports."),
      agent("stripe-payment-agent", "Adds stripe payments to a shop: checkout, refunds, webhooks and reports."),
    ],
    subject: [
      agent("architecture", "Phase specialist for the architecture of large systems."),
      agent("pseudocode", "Phase specialist for the pseudocode of large systems."),
    ],
    sample: [
      skill("review", reviewing),
      ["test/fixtures/skills/inspect/SKILL.md", `---\nname: inspect\ndescription: ${checking}\n---\n`],
    ],
    argument: [
      skill("recap", 'Notes on a session. Use on "wrap up the session".'),
      skill("close", 'Archives a plan. Use on "wrap up <slug>".'),
    ],
  }
  for (const [guard, files] of Object.entries(cases)) {
    const outcomes = outcome([...files, ...others])
    deepStrictEqual(outcomes.map((text) => text.slice(text.lastIndexOf(" ") + 1)), [guard], guard)
  }
})

Deno.test("responsibilityOverlap compares what users say, however little the descriptions share", () => {
  const phrase = [
    skill("recap", 'Notes on a session. Use on "wrap up".'),
    skill("wrap", 'Drives the closing organs. Use when the user says "wrap up the day".'),
  ]
  deepStrictEqual(outcome([...phrase, ...others]), ["Medium skills/recap/SKILL.md skills/wrap/SKILL.md"])
  const command = [
    skill("state", "Where a plan stands. Use on /state or /status."),
    skill("health", "Whether the service answers. Use when the user types /status."),
  ]
  deepStrictEqual(outcome([...command, ...others]), ["High skills/health/SKILL.md skills/state/SKILL.md"])
  const elsewhere = [
    skill("prep", 'Loads rules after /clear, never on "wrap up".'),
    skill("wrap", 'Offers what is next after /clear. Use on "wrap up".'),
    skill("other", 'There is no /wrap command. Skip on "wrap up".'),
  ]
  deepStrictEqual(outcome([...elsewhere, ...others]), [])
})

Deno.test("responsibilityOverlap counts a shared output from the lower threshold on", () => {
  const files = [
    skill("diary", "Writes what happened to `notes/today.md`: tickets, calls, meetings and their outcome."),
    skill("minutes", "Writes the meetings of a team and their outcome to `notes/today.md`, with all names."),
    ...others,
  ]
  deepStrictEqual(outcome(files), ["High skills/diary/SKILL.md skills/minutes/SKILL.md"])
  const apart = files.map(([path, text]) => [path, text.replace("Writes the", "Reads the")] as const)
  deepStrictEqual(outcome(apart), [])
})

Deno.test("responsibilityOverlap takes its thresholds from the configuration", () => {
  const files = [skill("review", reviewing), skill("inspect", checking), ...others]
  deepStrictEqual(outcome(files, { config: { passes: { "responsibility-overlap": { threshold: 0.99 } } } }), [])
  const low = { config: { passes: { "responsibility-overlap": { threshold: 0.01 } } } }
  ok(outcome(files, low).length > 1)
})

Deno.test("responsibilityOverlap speaks of the organ in scope, and looks everywhere", () => {
  const files = [skill("review", reviewing), skill("inspect", checking), ...others]
  const scoped = look(files, { scope: ["skills/review"] })
  deepStrictEqual(scoped.scanned, ["skills/review/SKILL.md"])
  deepStrictEqual(scoped.findings.map(({ locator, key }) => [locator, key]), [
    ["skills/review/SKILL.md", "skills/inspect/SKILL.md"],
  ])
  deepStrictEqual(outcome(files, { scope: ["agents"] }), [])
})

Deno.test("responsibilityOverlap does not run without organs, and is incomplete where one is unread", () => {
  strictEqual(look([["README.md", "# Hello\n"]]).skip_reason, "no skills or agents with a description")
  strictEqual(look([["README.md", "# Hello\n"]]).ran, false)
  const unread = look(others, { unreadable: [{ path: "skills/x/SKILL.md", why: "too large" }] })
  strictEqual(unread.complete, false)
  strictEqual(unread.skip_reason, "could not read skills/x/SKILL.md (too large)")
})

/** What comparing all pairs comes to. */
function everyPair(sets: readonly ReadonlySet<string>[], threshold: number): readonly string[] {
  const count = (token: string): number => sets.filter((set) => set.has(token)).length
  const weight = (token: string): number => Math.log(1 + sets.length / count(token)) ** 2
  const norm = (set: ReadonlySet<string>): number => Math.sqrt([...set].reduce((sum, token) => sum + weight(token), 0))
  return sets.flatMap((left, one) =>
    sets.flatMap((right, other) => {
      if (other <= one || left.size === 0) return []
      const shared = [...left].reduce((sum, token) => sum + (right.has(token) ? weight(token) : 0), 0)
      const score = shared / (norm(left) * norm(right))
      return score >= threshold - 1e-9 ? [`${one} ${other} ${score.toFixed(6)}`] : []
    })
  )
}

const Words: Schema.Codec<readonly (readonly number[])[]> = Schema.Array(
  Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 }))).check(Schema.isMaxLength(9)),
).check(Schema.isMaxLength(25))

async function holds<Value>(codec: Schema.Codec<Value>, property: (value: Value) => void, seed: number): Promise<void> {
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(codec), (value) => {
      property(value)
      return true
    }, { runs: 200, seed }),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
}

Deno.test("similarPairs finds exactly the pairs that comparing all of them finds", () =>
  holds(Words, (sample) => {
    // Equal sets stand for each other: they are left out here.
    const names = new Set<string>()
    const sets = sample.map((numbers) => new Set(numbers.map((number) => `w${number}`))).filter((set) => {
      const name = [...set].sort().join()
      return names.has(name) ? false : names.add(name)
    })
    for (const threshold of [0.1, 0.3, 0.45, 0.8]) {
      const found = similarPairs(sets, threshold).pairs
      deepStrictEqual(
        found.map(({ left, right, score }) => `${left} ${right} ${score.toFixed(6)}`),
        everyPair(sets, threshold),
      )
    }
  }, 7))

/** Numbers that look random and are the same in every run. */
function sequence(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648
}

Deno.test("responsibilityOverlap compares few pairs of 2,000 organs", () => {
  const next = sequence(11)
  // Few words are common and many are rare, as in prose.
  const word = (): string => `word${Math.floor(4000 * next() ** 3)}`
  const files = Array.from(
    { length: 2000 },
    (_, index) =>
      skill(`organ-${index}`, Array.from({ length: 40 }, word).join(" ") + `. Use on "do ${word()} ${word()}".`),
  )
  strictEqual(responsibilityOverlap.look(corpusOf(new Map(files))).scanned.length, 2000)
  const { met, compared } = similarPairs(files.map(([, text]) => new Set(text.split(/\W+/u))), 0.3)
  const all = 2000 * 1999 / 2
  ok(met < all / 3, `met ${met} pairs`)
  ok(compared < all / 10, `compared ${compared} pairs`)
})

Deno.test("responsibilityOverlap compares nothing where all descriptions are one, or come from one form", () => {
  for (const text of [() => reviewing, (index: number) => `${reviewing} For customer${index}.`]) {
    const files = Array.from({ length: 2000 }, (_, index) => skill(`organ-${index}`, text(index)))
    ok(responsibilityOverlap.look(corpusOf(new Map(files))).findings.length <= 10_000)
    const sets = files.map((_, index) => new Set(text(index).split(/\W+/u)))
    strictEqual(similarPairs(sets, 0.3).compared, 0)
  }
})

const Organs = Schema.Array(Schema.Struct({
  name: Schema.Literals(["review", "inspect", "c++ (x)", "wrap", "$&", "a|b"]),
  kind: Schema.Literals(["skill", "agent"]),
  words: Schema.Array(
    Schema.Literals([
      "review",
      "pull",
      "requests",
      "Use on",
      '"wrap up"',
      "/wrap",
      "<slug>",
      "writes `a/b.md`.",
      "Python",
      "'",
      "never",
      "日本",
    ]),
  ).check(Schema.isMaxLength(14)),
  body: Schema.Literals(["", "See `review`.", "Run /wrap.", "# [x"]),
})).check(Schema.isMaxLength(7))

Deno.test("responsibilityOverlap says the same in any order of files, sorted, with evidence where it says", () =>
  holds(Organs, (sample) => {
    const files = new Map(sample.map(({ name, kind, words, body }, index) => {
      const make = kind === "skill" ? skill : agent
      return make(`${name}-${index % 3}`, words.join(" "), body)
    }))
    const corpus = corpusOf(files)
    const result = responsibilityOverlap.look(corpus)
    ok(Schema.is(PassResult)(result))
    deepStrictEqual(groundPass(result, corpus.texts).warnings, [])
    const sorted = result.findings.map(({ locator, key }) => `${locator}\0${key}`)
    deepStrictEqual(sorted, [...new Set(sorted)].sort())
    deepStrictEqual(responsibilityOverlap.look(corpusOf(new Map([...files].reverse()))), result)
  }, 3))

Deno.test("triggerClashes tells few organs of one phrase each with each, and of many the first with each of the others", () => {
  const phrase = (text: string) => ({ text, words: new Set(text.split(" ")) })
  const clashes = (count: number, text: string, others: readonly string[] = []) =>
    triggerClashes([
      ...Array.from({ length: count }, () => ({ phrases: [phrase(text)], commands: new Set<string>() })),
      ...others.map((other) => ({ phrases: [phrase(other)], commands: new Set<string>() })),
    ])
  strictEqual(clashes(12, "wrap up").length, 66)
  const many = clashes(500, "wrap up", ["wrap up now"])
  strictEqual(many.length, 499 + 500)
  ok(many.every(({ left, right, clash }) => clash === "same phrase" ? left === 0 : right === 500))
})

Deno.test("similarPairs tells a set with those before it that it is most like, where very many are alike", () => {
  const shared = ["one", "two", "three", "four", "five", "six"]
  const sets = Array.from({ length: 300 }, (_, index) => new Set([...shared, `own${index}`, `part${index % 3}`]))
  const { pairs } = similarPairs(sets, 0.1)
  const ofLast = pairs.filter(({ right }) => right === 299)
  strictEqual(ofLast.length, 40)
  ok(ofLast.every(({ left }) => left % 3 === 299 % 3))
})

Deno.test("responsibilityOverlap tells every organ that one clashes with, however many these are", () => {
  const jobs = ["north gate", "south wall", "east tower", "west bridge", "old cellar", "new stable", "round well"]
  const files = [
    skill(
      "a-all",
      `Looks after the castle. Use when the user says ${jobs.map((job) => `"mend the ${job}"`).join(", ")}.`,
    ),
    ...jobs.map((job) => skill(job.replace(" ", "-"), `Repairs one thing. Use when the user says "mend the ${job}".`)),
  ]
  const { findings } = look(files)
  deepStrictEqual(
    findings.filter(({ locator }) => locator === "skills/a-all/SKILL.md").map(({ key }) => key),
    jobs.map((job) => `skills/${job.replace(" ", "-")}/SKILL.md`).sort(),
  )
})

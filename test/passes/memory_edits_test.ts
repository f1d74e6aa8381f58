import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { applyEdits } from "../../src/core/edit/apply_edits.ts"
import type { Finding } from "../../src/core/schema/finding.ts"
import { decisionIntegrity } from "../../src/passes/decision_integrity.ts"
import { linkIntegrity } from "../../src/passes/link_integrity.ts"
import { corpusOf } from "./corpus_of.ts"

const passes = [decisionIntegrity, linkIntegrity]

type Files = Readonly<Record<string, string>>

function findingsOf(files: Files): readonly Finding[] {
  const texts = new Map(Object.entries(files).map(([path, text]) => [`memory/${path}`, text]))
  return passes.flatMap((pass) => pass.look(corpusOf(texts)).findings)
}

/** The files after every edit of an audit, and what is found then. */
function audited(files: Files): { readonly after: Files; readonly left: readonly Finding[] } {
  let texts = new Map(Object.entries(files).map(([path, text]) => [`memory/${path}`, text]))
  for (const { route, edits = [] } of findingsOf(files)) {
    strictEqual(route, "memory-audit")
    texts = new Map([...texts, ...Result.getOrThrow(applyEdits(texts, edits))])
  }
  const after = Object.fromEntries([...texts].map(([path, text]) => [path.slice("memory/".length), text]))
  return { after, left: findingsOf(after) }
}

const head = (name: string): string =>
  `name: ${name}\ndescription: "${name}: it is"\ntype: user\nscope: [a]\nrelevance: during-review\n`
const memory = (name: string, fields = ""): string => `---\n${head(name)}${fields}---\n\nText of ${name}.\n`
const supersedes = (target: string): string => `relations:\n  - type: supersedes\n    target: ${target}\n`

Deno.test("the audit's edits write the link back, whatever the front matter looks like, and change no other byte", () => {
  const old: readonly (readonly [string, string])[] = [
    [memory("Old"), "superseded_by: lessons/new.md\n"],
    [memory("Old", "# a comment\nkind:   'lesson'   # why\n"), "superseded_by: lessons/new.md\n"],
    [memory("Old").replaceAll("\n", "\r\n"), "superseded_by: lessons/new.md\r\n"],
    [`\uFEFF${memory("Old")}`, "superseded_by: lessons/new.md\n"],
    [memory("Old").replace("---\n\nText of Old.\n", "---"), "superseded_by: lessons/new.md\n"],
    [memory("Old").replace("---\n\n", "---  \n\n"), "superseded_by: lessons/new.md\n"],
    [memory("Old", "relations:\n- type: related_to\n  target: lessons/new.md\n"), "superseded_by: lessons/new.md\n"],
    [memory("Old", 'note: |\n  ---\n  text\nlast: "x"\n'), "superseded_by: lessons/new.md\n"],
  ]
  for (const [text, added] of old) {
    const { after, left } = audited({
      "lessons/old.md": text,
      "lessons/new.md": memory("New", supersedes("lessons/old.md")),
    })
    deepStrictEqual(left, [], text)
    const now = after["lessons/old.md"] ?? ""
    ok(now.includes(added), now)
    strictEqual(now.replace(added, ""), text)
  }
})

Deno.test("the audit's edits fill a field that is there and says nothing", () => {
  for (const empty of ["superseded_by:\n", 'superseded_by: ""\n', "superseded_by: null\n", "superseded_by: ~\n"]) {
    const { after, left } = audited({
      "lessons/old.md": memory("Old", `${empty}kind: lesson\n`),
      "lessons/new.md": memory("New", supersedes("lessons/old.md")),
    })
    strictEqual(after["lessons/old.md"], memory("Old", "superseded_by: lessons/new.md\nkind: lesson\n"))
    deepStrictEqual(left, [])
  }
})

Deno.test("the audit's edits write the inverse relation beside those that are there, in their form", () => {
  const forms: readonly (readonly [string, string])[] = [
    ["", "relations:\n  - type: supersedes\n    target: lessons/old.md\n"],
    ["relations: []\n", "relations:\n  - type: supersedes\n    target: lessons/old.md\n"],
    [
      "relations:\n- type: related_to\n  target: lessons/old.md\n",
      "relations:\n- type: supersedes\n  target: lessons/old.md\n- type: related_to\n  target: lessons/old.md\n",
    ],
    [
      "relations:\n    - type: related_to\n      target: lessons/old.md # both\n",
      "relations:\n    - type: supersedes\n      target: lessons/old.md\n    - type: related_to\n      target: lessons/old.md # both\n",
    ],
  ]
  for (const [before, after] of forms) {
    const result = audited({
      "lessons/old.md": memory("Old", "superseded_by: lessons/new.md\n"),
      "lessons/new.md": memory("New", before),
    })
    strictEqual(result.after["lessons/new.md"], memory("New", after))
    deepStrictEqual(result.left, [])
  }
})

Deno.test("the audit writes nothing where two memories do not agree, and leaves it to a person", () => {
  const conflicts: readonly Files[] = [
    // Another memory superseded it already.
    {
      "lessons/old.md": memory("Old", "superseded_by: lessons/other.md\n"),
      "lessons/other.md": memory("Other", supersedes("lessons/old.md")),
      "lessons/new.md": memory("New", supersedes("lessons/old.md")),
    },
    // Two memories supersede one.
    {
      "lessons/old.md": memory("Old"),
      "lessons/other.md": memory("Other", supersedes("lessons/old.md")),
      "lessons/new.md": memory("New", supersedes("lessons/old.md")),
    },
    // Relations on one line.
    {
      "lessons/old.md": memory("Old", "superseded_by: lessons/new.md\n"),
      "lessons/new.md": memory("New", "relations: [{ type: related_to, target: lessons/old.md }]\n"),
    },
  ]
  for (const files of conflicts) {
    const findings = findingsOf(files)
    ok(findings.length > 0)
    deepStrictEqual(findings.flatMap(({ edits = [] }) => edits), [])
  }
})

Deno.test("the audit's edits re-path a relation to the only memory of that name, and leave several to a person", () => {
  const from = memory("New", "relations:\n  - type: supports\n    target: 'lessons/old.md'   # long ago\n")
  const moved = audited({ "decisions/old.md": memory("Old"), "lessons/new.md": from })
  strictEqual(moved.after["lessons/new.md"], from.replace("lessons/old.md", "decisions/old.md"))
  deepStrictEqual(moved.left, [])
  const several = findingsOf({ "a/old.md": memory("Old"), "b/old.md": memory("Old b"), "lessons/new.md": from })
  deepStrictEqual(several.map(({ route, edits }) => [route, edits]), [["memory-audit", undefined]])
})

Deno.test("the audit's edits take out of the index what is superseded or gone, and nothing else", () => {
  const index =
    "# Memory\r\n\r\n<!-- BUDGET: memories=3 -->\r\n\r\n* [Old](lessons/old.md) — old\r\n* [Gone](lessons/gone.md) — gone\r\n" +
    "* [New](lessons/new.md) — new\r\n"
  const { after, left } = audited({
    "MEMORY.md": index,
    "lessons/old.md": memory("Old", "superseded_by: lessons/new.md\n"),
    "lessons/new.md": memory("New", supersedes("lessons/old.md")),
  })
  strictEqual(
    after["MEMORY.md"],
    index.replace("* [Old](lessons/old.md) — old\r\n", "").replace("* [Gone](lessons/gone.md) — gone\r\n", ""),
  )
  deepStrictEqual(left, [])
})

Deno.test("the audit leaves an entry that says more than one thing to a person", () => {
  for (
    const line of [
      "- [Gone](lessons/gone.md), see [New](lessons/new.md)",
      "- [Gone](lessons/gone.md)\n  and what follows",
      "See [Gone](lessons/gone.md).",
    ]
  ) {
    const [finding] = findingsOf({ "MEMORY.md": `# Memory\n\n${line}\n`, "lessons/new.md": memory("New") })
    deepStrictEqual([finding?.route, finding?.edits], ["proposal", undefined], line)
  }
  const [elsewhere] = findingsOf({ "README.md": "- [Gone](lessons/gone.md)\n", "lessons/new.md": memory("New") })
  strictEqual(elsewhere?.route, "proposal")
})

Deno.test("the audit leaves an entry of what is superseded to a person when it says more than that", () => {
  const files = {
    "lessons/old.md": memory("Old", "superseded_by: lessons/new.md\n"),
    "lessons/new.md": memory("New", supersedes("lessons/old.md")),
  }
  for (
    const entry of [
      "- [Old](lessons/old.md), now [New](lessons/new.md)",
      "- [Old](lessons/old.md)\n  and what follows",
      "- [Old](lessons/old.md)\n  - [New](lessons/new.md)",
    ]
  ) {
    const [finding] = findingsOf({ ...files, "MEMORY.md": `# Memory\n\n${entry}\n` })
    deepStrictEqual([finding?.route, finding?.edits], ["memory-audit", undefined], entry)
  }
})

Deno.test("the audit's edits re-path an entry of the index whose memory moved", () => {
  const index = "# Memory\n\n- [Old](lessons/old.md) — old\n"
  const files = { "MEMORY.md": index, "decisions/old.md": memory("Old") }
  const [finding] = findingsOf(files)
  deepStrictEqual(finding?.edits?.length, 1)
  const texts = new Map(Object.entries(files))
  const edits = (finding?.edits ?? []).map((edit) => ({ ...edit, path: edit.path.slice("memory/".length) }))
  strictEqual(
    Result.getOrThrow(applyEdits(texts, edits)).get("MEMORY.md"),
    index.replace("lessons/old.md", "decisions/old.md"),
  )
})

Deno.test("the audit's edits end what they mend, whatever memories say of each other, and a second audit has none", async () => {
  const link = Schema.Literals(["supersedes", "superseded_by", "both", "listed", "none"])
  const one = Arbitrary.schema(link)
  const links = Arbitrary.all([one, one, one, one, one])
  const checked = await Effect.runPromise(Arbitrary.checkEffect(links, (chosen) =>
    Effect.sync(() => {
      const files: Record<string, string> = {}
      const entries: string[] = []
      for (const [index, kind] of chosen.entries()) {
        const [newer, older] = [`lessons/new-${index}.md`, `decisions/old-${index}.md`]
        const [byNewer, byOlder] = [
          kind === "supersedes" || kind === "both" || kind === "listed",
          kind === "superseded_by" || kind === "both",
        ]
        const end = index % 2 === 0 ? "\n" : "\r\n"
        files[newer] = memory(`New ${index}`, byNewer ? supersedes(older) : "").replaceAll("\n", end)
        files[older] = memory(`Old ${index}`, byOlder ? `superseded_by: ${newer}\n` : "").replaceAll("\n", end)
        entries.push(`- [New ${index}](${newer}) — new`)
        if (kind === "listed" || kind === "none") entries.push(`- [Old ${index}](${older}) — old`)
      }
      files["MEMORY.md"] = `# Memory\n\n${entries.join("\n")}\n`
      const { after, left } = audited(files)
      const kept = Object.entries(files).every(([path, text]) => {
        const lines = (after[path] ?? "").split("\n")
        const gone = text.split("\n").filter((line) => !lines.includes(line))
        return gone.every((line) => path === "MEMORY.md" && line.includes("old-"))
      })
      return left.length === 0 && kept && JSON.stringify(audited(after).after) === JSON.stringify(after)
    }), { runs: 150, seed: 3 }))
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
})

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Result from "effect/Result"
import { applyEdits } from "../../src/core/edit/apply_edits.ts"
import type { Config } from "../../src/core/schema/config.ts"
import type { PassResult } from "../../src/core/schema/pass_result.ts"
import { frontmatter } from "../../src/passes/frontmatter.ts"
import { corpusOf } from "./corpus_of.ts"
import { type Files, lookWith, toldBy } from "./look_with.ts"

function look(files: Files, config: Config = {}): PassResult {
  return lookWith(frontmatter)(files, { config })
}

function said(files: Files, config: Config = {}): readonly string[] {
  return toldBy(({ locator, key, what }) => `${locator} ${key}: ${what}`, look(files, config))
}

/** The findings after all edits of the first run were applied. */
function mended(files: Files): readonly string[] {
  const texts = new Map(Object.entries(files))
  const edits = look(files).findings.flatMap(({ edits }) => edits ?? [])
  ok(edits.length > 0)
  return said(Object.fromEntries([...texts, ...Result.getOrThrow(applyEdits(texts, edits))]))
}

const readme = [
  "# Rules",
  "",
  "Every file starts with:",
  "",
  "```yaml",
  "---",
  "name: <short>",
  "type: user",
  "level: <must | should | may>",
  "origin: <url>  # optional",
  "---",
  "```",
  "",
].join("\n")

function tree(changed: Files): Files {
  const rule = (name: string): string => `---\nname: ${name}\ntype: user\nlevel: must\n---\n# ${name}\n`
  const names = ["a", "b", "c", "d", "e", "f", "g"]
  return {
    "rules/README.md": readme,
    ...Object.fromEntries(names.map((name) => [`rules/x/${name}.md`, rule(name)])),
    ...changed,
  }
}

Deno.test("frontmatter holds the files of a tree against the form that its README gives", () => {
  deepStrictEqual(said(tree({})), [])
  deepStrictEqual(
    said(tree({
      "rules/x/one.md": "---\nname: one\ntype: feedback\nlevel: must\n---\n",
      "rules/x/two.md": "---\nname: two\ntype: user\nlevel: never\norigin: x\n---\n",
      "rules/x/three.md": "---\nname:\ntype: user\nlevel: may\n---\n",
      "rules/x/four.md": "# Four\n",
      "other/five.md": "---\ntype: feedback\n---\n",
    })),
    [
      "rules/x/four.md front matter: there is no front matter; rules/README.md gives one to the files of this tree (10 of 11 do)",
      'rules/x/one.md type: "type" is "feedback"; rules/README.md fixes "user" for this tree (9 of 10 do)',
      'rules/x/three.md name: "name" is missing; rules/README.md asks for it in this tree (9 of 10 do)',
      'rules/x/two.md level: "level" is "never"; rules/README.md fixes one of must, should, may for this tree (9 of 10 do)',
    ],
  )
})

Deno.test("frontmatter gives a fixed value back by an edit", () =>
  deepStrictEqual(
    mended(tree({ "rules/x/one.md": "---\nname: type\ntype: feedback\nlevel: must\n---\ntype: feedback\n" })),
    [],
  ))

Deno.test("frontmatter knows a rule that nobody follows, a value that nobody calls fixed, and an example", () => {
  const unfollowed = Object.fromEntries(["h", "i", "j", "k", "l"].map((name) => [
    `rules/x/${name}.md`,
    `---\nname: ${name}\ntype: user\nlevel: perhaps\n---\n`,
  ]))
  deepStrictEqual(said(tree(unfollowed)), ["rules/README.md: not in force"])
  const unsaid = { "rules/README.md": readme.replace("Every file starts with:", "Like this:") }
  const feedback = { "rules/x/one.md": "---\nname: one\ntype: feedback\nlevel: must\n---\n" }
  deepStrictEqual(said(tree({ ...unsaid, ...feedback })), ["rules/README.md: not in force"])
  const example = { "rules/README.md": readme.replace(/<.*>/gu, "words") }
  deepStrictEqual(said(tree({ ...example, ...feedback })), [])
  const open = { "rules/README.md": readme.replace("may>", "when-X>") }
  deepStrictEqual(said(tree({ ...open, "rules/x/two.md": "---\nname: two\ntype: user\nlevel: none\n---\n" })), [])
})

Deno.test("frontmatter finds what YAML cannot read, and quotes it where that mends it", () => {
  const files = { "a.md": '---\ntitle: Pass: the first "one"\nglobs: *.ts\nplain: it: is\n---\n# A\n' }
  deepStrictEqual(look(files).findings.map(({ key, route, severity }) => [key, route, severity]), [
    ["yaml", "direct-fix", "Medium"],
  ])
  deepStrictEqual(mended(files), [])
  const [broken] = look({ "b.md": "---\nlist: [a\n---\n# B\n" }).findings
  deepStrictEqual([broken?.route, broken?.edits], ["proposal", undefined])
  const [mixed] = look({ "b.md": "---\ntitle: a: b\nlist: [a\n---\n# B\n" }).findings
  deepStrictEqual([mixed?.route, mixed?.edits], ["proposal", undefined])
})

Deno.test("frontmatter finds a text that is cut by a number sign, and leaves comments alone", () => {
  const files = { "a.md": "---\ntitle: Mends issue #12 for good\nstate: open # for now\n---\n" }
  deepStrictEqual(said(files), [
    'a.md title: "title" ends before "#12 for good": to YAML, the rest of the line is a comment',
  ])
  deepStrictEqual(mended(files), [])
})

Deno.test("frontmatter asks skills for a name and a description", () => {
  const skill = (front: string): string => `---\n${front}---\n# A skill\n`
  deepStrictEqual(
    said({
      "skills/fine/SKILL.md": skill("name: fine\ndescription: Works.\n"),
      "skills/bare/SKILL.md": "# Bare\n",
      "skills/other/SKILL.md": skill("name: another\ndescription: Works.\n"),
      "skills/mute/SKILL.md": skill('name: mute\ndescription: ""\n'),
      "skills/nameless/SKILL.md": skill("description: Works.\n"),
      "SKILL.md": skill("name: anything\ndescription: Works.\n"),
    }),
    [
      "skills/bare/SKILL.md front matter: the skill has no front matter: nothing says its name and when to use it",
      'skills/mute/SKILL.md description: the skill has no "description": it is empty',
      'skills/nameless/SKILL.md name: the skill has no "name"',
      'skills/other/SKILL.md name: the skill is named "another", and its folder "other"',
    ],
  )
  deepStrictEqual(mended({ "skills/x/SKILL.md": skill("name: y\ndescription: y\n") }), [])
  deepStrictEqual(said({ "skills/store/slices/SKILL.md": skill("name: store/slices\ndescription: Works.\n") }), [
    "skills/store/slices/SKILL.md: qualified",
  ])
  deepStrictEqual(said({ "bundles/a/SKILL.md": "# A\n", "bundles/b/SKILL.md": "# B\n" }), [
    "bundles/a/SKILL.md: another kind",
    "bundles/b/SKILL.md: another kind",
  ])
})

Deno.test("frontmatter expects of agents and commands what the others of their folder do", () => {
  const agents = (count: number): Files =>
    Object.fromEntries(
      ["a", "b", "c", "d", "e"].slice(0, count).map((name) => [
        `agents/${name}.md`,
        `---\nname: ${name}\ndescription: Does ${name}.\n---\n`,
      ]),
    )
  const odd = {
    "agents/odd.md": "---\nname: strange\ndescription: x\n---\n",
    "commands/alone.md": "# Alone\n",
  }
  deepStrictEqual(said({ ...agents(5), ...odd }), [
    'agents/odd.md name: the agent is named "strange", and its file "odd"; the others of its folder have one name',
  ])
  const lone = 'agents/odd.md name: the agent is named "strange", and its file "odd"'
  deepStrictEqual(said({ ...agents(3), ...odd }), [`${lone}; the others of its folder have one name`])
  deepStrictEqual(said(odd), [lone])
  const titled = { "agents/odd.md": "---\nname: A strange one\n---\n", "agents/even.md": "---\nname: Even\n---\n" }
  deepStrictEqual(said(titled), [])
  const numbered = { "agents/01-a.md": "---\nname: a\n---\n", "agents/02-b.md": "---\nname: b\n---\n" }
  deepStrictEqual(said(numbered), [])
  deepStrictEqual(said({ ...agents(5), "agents/bare.md": "# Bare\n", "agents/mute.md": "---\nname: mute\n---\n" }), [
    "agents/bare.md front matter: the agent has no front matter, and the others of its folder have one",
    'agents/mute.md description: the agent has no "description", and the others of its folder have one',
  ])
})

Deno.test("frontmatter applies the rules of the configuration", () => {
  const config = {
    passes: { frontmatter: { rules: [{ glob: "posts/*.md", required: ["date"], values: { tags: ["a", "b"] } }] } },
  }
  deepStrictEqual(
    said({ "posts/x.md": "---\ntags: [a, c]\n---\n", "posts/y.md": "# Y\n", "z.md": "# Z\n" }, config),
    [
      'posts/x.md date: "date" is missing; the configuration asks for it in posts/*.md',
      'posts/x.md tags: "tags" is "c"; the configuration allows one of a, b in posts/*.md',
      'posts/y.md date: "date" is missing; the configuration asks for it in posts/*.md',
    ],
  )
})

Deno.test("frontmatter excuses forms, templates, test data, others' files and text between rules", () => {
  const bad = "---\nx: [a\n---\n"
  deepStrictEqual(
    said({
      "templates/a.md": bad,
      "test/fixtures/a.md": bad,
      "vendor/a.md": bad,
      "form.md": "---\ntitle: {{ title }} by {{ author }}\n---\n",
      "rule.md": "---\nJust [some text.\n---\n",
    }),
    [
      "form.md: form",
      "rule.md: no front matter",
      "templates/a.md: template",
      "test/fixtures/a.md: test data",
      "vendor/a.md: someone else's file",
    ],
  )
})

Deno.test("frontmatter does not run where no file has front matter", () => {
  strictEqual(look({}).skip_reason, "no Markdown files")
  strictEqual(look({ "a.md": "# A\n" }).skip_reason, "no file has front matter")
})

Deno.test("frontmatter looks at files in scope alone, and counts what it could not read", () => {
  const bad = "---\nx: [a\n---\n"
  const corpus = corpusOf(new Map([["a/x.md", bad], ["b/x.md", bad]]), {
    scope: ["a"],
    unreadable: [{ path: "a/closed/", why: "no permission" }],
  })
  const result = frontmatter.look(corpus)
  deepStrictEqual([result.findings.map(({ locator }) => locator), result.complete], [["a/x.md"], false])
})

Deno.test("frontmatter asks an agent for nothing that half of its siblings lack", () => {
  const agents = (front: string, names: readonly string[]): Files =>
    Object.fromEntries(names.map((name) => [`agents/${name}.md`, `---\nname: ${name}\n${front}---\n`]))
  const half = { ...agents("description: Works.\n", ["a", "b", "c", "d"]), ...agents("", ["e", "f", "g", "h"]) }
  deepStrictEqual(said(half), [])
})

Deno.test("frontmatter gives no edit that quotes anchors, aliases and tags of a front matter which is too much to read", () => {
  const lists = Array.from({ length: 9 }, (_, level) => `k${level + 1}: &k${level + 1} [${`*k${level}, `.repeat(9)}]`)
  const bomb = `---\nk0: &k0 [x, x]\n${lists.join("\n")}\n---\n`
  deepStrictEqual(look({ "a.md": bomb }).findings.map(({ key, route, edits }) => [key, route, edits]), [
    ["yaml", "proposal", undefined],
  ])
  deepStrictEqual(mended({ "a.md": "---\nname: *bold* words\n---\n" }), [])
})

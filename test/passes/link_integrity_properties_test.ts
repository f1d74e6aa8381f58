import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { groundPass } from "../../src/core/corpus/ground_pass.ts"
import { applyEdits } from "../../src/core/edit/apply_edits.ts"
import { PassResult } from "../../src/core/schema/pass_result.ts"
import { linkIntegrity } from "../../src/passes/link_integrity.ts"
import { corpusOf } from "./corpus_of.ts"

const folder = Schema.Literals(["", "docs", "docs/deep", "docs/deep/er", "a b", "ünï", "src", "c#"])
const name = Schema.Literals([
  "one.md",
  "two.md",
  "three.md",
  "four (4).md",
  "five%5.md",
  "six.ts",
  "sévèn.md",
  "8#.md",
])
const form = Schema.Literals(["inline", "angle", "image", "reference", "html", "table", "root", "dotted"])
const anchor = Schema.Literals(["", "#first", "#second-one", "#first-1"])

const Sample = Schema.Struct({
  files: Schema.Array(Schema.Struct({ folder, name })).check(Schema.isMinLength(2), Schema.isMaxLength(8)),
  from: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 7 })),
  links: Schema.Array(Schema.Struct({
    to: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 7 })),
    form,
    anchor,
  })).check(Schema.isMinLength(1), Schema.isMaxLength(6)),
})

const body = "# First\n\n## Second *one*\n\n### First\n"

function escaped(path: string): string {
  return path.split("/").map((segment) => encodeURIComponent(segment).replaceAll("(", "%28").replaceAll(")", "%29"))
    .join("/")
}

function destination(from: string, to: string, form: string): string {
  if (form === "root") return `/${escaped(to)}`
  const up = from.split("/").slice(1).map(() => "../").join("")
  return `${form === "dotted" && up === "" ? "./" : ""}${up}${escaped(to)}`
}

const written: Readonly<Record<string, (target: string, index: number) => string>> = {
  inline: (target) => `Some text [with *a* link](${target} "title") and more`,
  angle: (target) => `[x](<${target}>)`,
  image: (target) => `- ![x](${target})`,
  reference: (target, index) => `[x${index}] and [y][x${index}]\n\n[x${index}]: ${target}`,
  html: (target) => `<p>\n  <a href="${target}">x</a>\n</p>`,
  table: (target) => `| a | b |\n|---|---|\n| \`code\` | [x](${target}) |`,
  root: (target) => `> [x](${target})`,
  dotted: (target) => `[x](\n${target})`,
}

interface Tree {
  readonly files: ReadonlyMap<string, string>
  readonly from: string
  /** Path and destination of each link. */
  readonly links: readonly { readonly path: string; readonly target: string }[]
}

/** A tree whose links all lead to a file, and to an anchor where they name one. */
function treeOf({ files, from, links }: typeof Sample.Type): Tree {
  const paths = [...new Set(files.map((file) => file.folder === "" ? file.name : `${file.folder}/${file.name}`))]
  const start = "docs/from.md"
  const made = links.map((link) => {
    const path = paths[(link.to + from) % paths.length] ?? start
    const target = destination(start, path, link.form) + (path.endsWith(".md") ? link.anchor : "")
    return { path, target, text: (written[link.form] ?? String)(target, links.indexOf(link)) }
  })
  const text = made.map((link) => link.text).join("\n\n") + "\n"
  return { files: new Map([...paths.map((path) => [path, body] as const), [start, text]]), from: start, links: made }
}

async function holds(property: (tree: Tree) => boolean, seed: number): Promise<void> {
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(Sample), (value) => property(treeOf(value)), { runs: 500, seed }),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
}

Deno.test("linkIntegrity reports no link to a file that exists", () =>
  holds(({ files }) => {
    const result = linkIntegrity.look(corpusOf(files))
    deepStrictEqual(result.findings, [])
    deepStrictEqual(result.near_misses, [])
    return result.clean === result.scanned.length
  }, 31))

Deno.test("linkIntegrity reports every link to a file that was removed, and its evidence stands", () =>
  holds(({ files, links }) => {
    const removed = links[0]?.path ?? ""
    const rest = new Map([...files].filter(([path]) => path !== removed))
    const result = linkIntegrity.look(corpusOf(rest))
    const dead = new Set(links.filter((link) => link.path === removed).map((link) => link.target))
    deepStrictEqual(result.findings.map((finding) => finding.key), [...dead].sort())
    deepStrictEqual(groundPass(result, rest).warnings, [])
    return Schema.is(PassResult)(result)
  }, 32))

Deno.test("linkIntegrity's edits make the next run clean when a file was moved", () =>
  holds(({ files, links, from }) => {
    const moved = links[0]?.path ?? ""
    const name = moved.slice(moved.lastIndexOf("/") + 1)
    if ([...files.keys()].filter((path) => path.endsWith(name)).length > 1) return true
    const after = new Map([...files].map(([path, text]) => [path === moved ? `new place/${name}` : path, text]))
    const folder = moved.slice(0, -name.length)
    // Of a folder that is gone as a whole, a namesake elsewhere may be another file.
    if (![...after.keys()].some((path) => path.startsWith(folder))) return true
    const { findings } = linkIntegrity.look(corpusOf(after))
    ok(findings.length > 0)
    const edits = findings.flatMap((finding) => {
      strictEqual(finding.route, "direct-fix")
      ok(finding.edits !== undefined, after.get(from))
      return finding.edits
    })
    const mended = new Map([...after, ...Result.getOrThrow(applyEdits(after, edits))])
    return linkIntegrity.look(corpusOf(mended)).findings.length === 0
  }, 33))

Deno.test("linkIntegrity reports every anchor that is gone", () =>
  holds(({ files, links, from }) => {
    const bare = new Map([...files].map(([path, text]) => [path, path === from ? text : "# Another\n"]))
    const dead = new Set(links.filter((link) => /#(?:first|second)/u.test(link.target)).map((link) => link.target))
    deepStrictEqual(linkIntegrity.look(corpusOf(bare)).findings.map((finding) => finding.key), [...dead].sort())
    return true
  }, 34))

Deno.test("linkIntegrity says the same whatever the order of files and documents", () =>
  holds(({ files, links }) => {
    const rest = [...files].filter(([path]) => path !== links[0]?.path)
    const [one, two] = [corpusOf(new Map(rest)), corpusOf(new Map(rest.reverse()))]
    deepStrictEqual(linkIntegrity.look(one), linkIntegrity.look(two))
    return true
  }, 35))

import { byCodeUnit } from "../../core/code_unit_order.ts"
import { folderOf, foldersAround } from "../../core/corpus/folder_path.ts"
import { isFolderPage } from "../../core/decision/decision_path.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { setApart } from "../guard/set_apart.ts"
import { placeOnLine, textEdits } from "../outcome/text_edits.ts"
import { firstTextLine } from "./organ_problems.ts"
import { gap, type Problem, stale } from "./problem.ts"
import { isFilled, mappingOf, scalarsOf } from "./scalar.ts"
import { type TemplateKey, type TreeTemplate, treeTemplates } from "./tree_template.ts"

/** A rule is in force where so many files, and this share of them, follow it. */
const fewest = 3
const share = 0.8
/** Without a word that binds, a fixed value is one that nearly every file of many has. */
const unsaidFewest = 20
const unsaidShare = 0.95

/** What the trees' own READMEs say against files of theirs, and which of their rules nobody follows. */
export interface TreeProblems {
  readonly problems: ReadonlyMap<string, readonly Problem[]>
  readonly nearMisses: readonly NearMiss[]
}

/** Holds the files of each tree against the front matter that its README gives them. */
export function treeProblems(documents: readonly MarkdownDocument[]): TreeProblems {
  const inOrder = [...documents].sort((left, right) => byCodeUnit(right.path, left.path))
  // Of two pages of one folder, the one whose name comes first counts.
  const templates = new Map(treeTemplates(inOrder).map((template) => [template.folder, template]))
  const trees = new Map<TreeTemplate, MarkdownDocument[]>()
  for (const document of templates.size === 0 ? [] : documents) {
    if (isFolderPage(document.path) || setApart(document.path) !== undefined) continue
    const folder = foldersAround(folderOf(document.path)).find((around) => templates.has(around))
    const template = templates.get(folder ?? "")
    if (template === undefined) continue
    const tree = trees.get(template) ?? []
    tree.push(document)
    trees.set(template, tree)
  }
  const problems = new Map<string, Problem[]>()
  const nearMisses: NearMiss[] = []
  for (const [template, tree] of trees) {
    for (const judge of [withoutFrontMatter, ...template.keys.flatMap(judgesOf)]) {
      const { follow, breaks } = judged(tree, (document) => judge.breaks(document))
      if (breaks.length === 0 || follow === 0) continue
      if (judge.inForce(follow, tree.length, template)) {
        for (const document of breaks) {
          const known = problems.get(document.path) ?? []
          problems.set(document.path, known)
          known.push(judge.problem(document, template, `${follow} of ${follow + breaks.length} do`))
        }
      } else {
        nearMisses.push({
          locator: template.document.path,
          what: judge.what,
          why: `not in force: ${follow} of ${follow + breaks.length} files follow it`,
          evidence: evidenceOf(template.document, [judge.line ?? 1]),
        })
      }
    }
  }
  return { problems, nearMisses }
}

interface Judge {
  readonly what: string
  readonly line?: number
  /** `undefined`: it says nothing of that file. */
  readonly breaks: (document: MarkdownDocument) => boolean | undefined
  readonly inForce: (follow: number, files: number, template: TreeTemplate) => boolean
  readonly problem: (document: MarkdownDocument, template: TreeTemplate, extent: string) => Problem
}

function judged(
  tree: readonly MarkdownDocument[],
  breaks: (document: MarkdownDocument) => boolean | undefined,
): { readonly follow: number; readonly breaks: readonly MarkdownDocument[] } {
  const said = tree.map((document) => ({ document, isBroken: breaks(document) }))
  return {
    follow: said.filter(({ isBroken }) => isBroken === false).length,
    breaks: said.filter(({ isBroken }) => isBroken === true).map(({ document }) => document),
  }
}

function mostFollow(follow: number, files: number): boolean {
  return follow >= fewest && follow >= share * files
}

const withoutFrontMatter: Judge = {
  what: "front matter in every file",
  breaks: (document) => document.front_matter._tag === "invalid" ? undefined : document.front_matter._tag === "absent",
  inForce: mostFollow,
  problem: (document, template, extent) => ({
    ...gap,
    key: "front matter",
    what: `there is no front matter; ${template.document.path} gives one to the files of this tree (${extent})`,
    proposed_action: `give it the front matter of ${template.document.path}`,
    evidence: [
      ...evidenceOf(document, [firstTextLine(document)]),
      ...evidenceOf(template.document, template.keys.slice(0, 1).map(({ line }) => line)),
    ],
  }),
}

function judgesOf(key: TemplateKey): readonly Judge[] {
  const required: Judge = {
    what: `"${shown(key.key)}" in every file`,
    line: key.line,
    breaks: (document) => {
      const front = mappingOf(document)
      return front === undefined ? undefined : !isFilled(front.values[key.key])
    },
    inForce: mostFollow,
    problem: (document, template, extent) => ({
      ...gap,
      key: shown(key.key),
      what: `"${shown(key.key)}" is missing; ${template.document.path} asks for it in this tree (${extent})`,
      proposed_action: `give it a "${shown(key.key)}"`,
      evidence: [
        ...evidenceOf(document, [mappingOf(document)?.lines[key.key] ?? 1]),
        ...evidenceOf(template.document, [key.line], key.key),
      ],
    }),
  }
  const value = valueJudge(key)
  return [...(key.optional ? [] : [required]), ...(value === undefined ? [] : [value])]
}

function valueJudge({ key, rule, line }: TemplateKey): Judge | undefined {
  if (rule._tag === "any") return undefined
  const allowed = rule._tag === "fixed" ? [rule.text] : rule.words
  const text = rule._tag === "fixed" ? `"${shown(rule.text)}"` : `one of ${rule.words.join(", ")}`
  const wrongIn = (document: MarkdownDocument): string | undefined =>
    scalarsOf(mappingOf(document)?.values[key]).find((one) => !allowed.includes(one))
  return {
    what: `"${shown(key)}" is ${text}`,
    line,
    breaks: (document) => isFilled(mappingOf(document)?.values[key]) ? wrongIn(document) !== undefined : undefined,
    inForce: (follow, files, { binding }) =>
      rule._tag === "words" || binding
        ? mostFollow(follow, files)
        : follow >= unsaidFewest && follow >= unsaidShare * files,
    problem: (document, template, extent) => {
      const wrong = wrongIn(document) ?? ""
      const at = mappingOf(document)?.lines[key] ?? 1
      const place = rule._tag === "fixed" ? placeOnLine(document, at, wrong, key.length + 1) : undefined
      const edits = place === undefined || rule._tag !== "fixed" || !isPlain(rule.text)
        ? undefined
        : textEdits(document, [{ ...place, to: rule.text }])
      return {
        ...stale,
        key: shown(key),
        what: `"${shown(key)}" is "${shown(wrong)}"; ${template.document.path} fixes ${text} for this tree (${extent})`,
        proposed_action: rule._tag === "fixed"
          ? `change "${shown(key)}" to "${shown(rule.text)}"`
          : `change "${shown(key)}" to ${text}, or add "${shown(wrong)}" to ${template.document.path}`,
        evidence: [...evidenceOf(document, [at], wrong), ...evidenceOf(template.document, [line], key)],
        ...(edits === undefined ? {} : { edits }),
      }
    },
  }
}

/** A text that YAML reads as just that without quotes. */
function isPlain(text: string): boolean {
  return /^[A-Za-z][\w /.-]*$/u.test(text) && !/^(?:true|false|null|yes|no)$/iu.test(text)
}

import type { TextBlock } from "../../core/markdown/markdown_blocks.ts"
import { sentenceAt, sentencesOf } from "../../core/markdown/sentence.ts"
import { sentenceWords } from "../../core/markdown/block_words.ts"
import { codeSpans } from "../../core/markdown/code_span.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import { under } from "../../core/corpus/folder_path.ts"
import type { Said } from "../outcome/said.ts"
import {
  commandForm,
  descriptionLine,
  descriptionOf,
  isSample,
  namesItsCommand,
  type Organ,
  type Wiring,
} from "./wiring.ts"

const pass = "dead-config"

/** What a command hands over to. */
interface Delegation {
  readonly name: string
  readonly line: number
}

const delegation = new RegExp(
  [
    "\\b(?:runs?|invokes?|executes?|loads?|calls?|follows?|uses?|delegates? to|starts?) (?:the )?[`*]*/?([a-z][\\w-]*)[`*]* skill\\b",
    "\\b[Aa]lias (?:for|of) [`*]*/?([a-z][\\w-]*)",
    "\\bskills/([\\w-]+)/SKILL\\.md",
    "\\bskill:? `/?([a-z][\\w-]*)`",
  ].join("|"),
  "giu",
)

function delegationsOf({ document }: Organ): readonly Delegation[] {
  return document.lines.flatMap((line, index) =>
    [...line.matchAll(delegation)].map((match) => ({
      name: match.slice(1).find((name) => name !== undefined) ?? "",
      line: index + 1,
    }))
  )
}

interface Shim {
  readonly wiring: Wiring
  readonly command: Organ
  readonly delegations: readonly Delegation[]
}

const shimGuards: readonly Guard<Shim>[] = [
  {
    why: "sample: it lies among templates, tests or someone else's files",
    fires: ({ command }) => isSample(command.path),
  },
  {
    why: (shim) => `alias: it runs ${delegate(shim)?.path}`,
    fires: (shim) => delegate(shim) !== undefined,
  },
  {
    why: "own procedure: its steps, sections or code stand in the command itself",
    fires: ({ command: { document: { blocks, headings } } }) =>
      blocks.lists.some(({ ordered }) => ordered) || headings.some(({ level }) => level === 2) ||
      blocks.code.length > 0,
  },
  {
    why: "skills elsewhere: no skill is kept here, so what it runs comes from another place",
    fires: ({ wiring }) => wiring.skills.length === 0,
  },
]

/** The skill or the other command that it hands over to. */
function delegate({ wiring, command, delegations }: Shim): Organ | undefined {
  return delegations.map(({ name }) => wiring.skill(name) ?? wiring.command(name))
    .find((organ) => organ !== undefined && organ.path !== command.path)
}

/** Commands that run a skill which is not there; where skills have commands, those without a skill or a procedure, too. */
export function deadShims(wiring: Wiring): Said {
  const findings: Finding[] = []
  const near_misses: NearMiss[] = []
  for (const command of wiring.commands) {
    if (!wiring.isInScope(command.path) || wiring.skill(command.name) !== undefined) continue
    const delegations = delegationsOf(command).filter(({ name }) => name !== command.name || isDelegated(command, name))
    const isAlias = delegate({ wiring, command, delegations }) !== undefined
    const missing = isAlias ? undefined : delegations[0]
    if (missing === undefined && !wiring.hasShims(command.home)) continue
    const what = missing === undefined
      ? `no skill is named "${shown(command.name)}", though skills here have commands of their name`
      : `runs the skill "${shown(missing.name)}", which does not exist`
    const why = excuse(shimGuards, { wiring, command, delegations })
    const evidence = evidenceOf(command.document, [missing?.line ?? descriptionLine(command)], missing?.name)
    if (why !== undefined) near_misses.push({ locator: command.path, what, why, evidence })
    else {
      findings.push({
        pass,
        locator: command.path,
        severity: missing === undefined ? "Low" : "High",
        verdict: missing === undefined ? "DEAD-candidate" : "DEAD",
        what,
        ...(missing === undefined ? { route: "none", proposed_action: "" } : {
          route: "direct-fix",
          proposed_action: `point the command to the skill that is meant, or remove it`,
        }),
        evidence,
        key: `shim-dead ${shown(missing?.name ?? command.name)}`,
      })
    }
  }
  return { findings, near_misses }
}

/** A command that names itself hands over to nothing, unless it says that it is a skill. */
function isDelegated({ document }: Organ, name: string): boolean {
  return new RegExp(`skills/${name}/|\\b${name}[\`*]* skill\\b`, "iu").test(document.text)
}

interface Gap {
  readonly wiring: Wiring
  readonly skill: Organ
  /** The sentences of its description that hold its command, up to it. */
  readonly before: readonly string[]
}

const gapGuards: readonly Guard<Gap>[] = [
  {
    why: "sample: it lies among templates, tests or someone else's files",
    fires: ({ skill }) => isSample(skill.path),
  },
  {
    why: "library: other skills call it, users do not",
    fires: ({ skill }) => /\blibrary[- ]only\b/iu.test(descriptionOf(skill)) || isHidden(skill),
  },
  { why: "model-triggered: its description names no command", fires: ({ before }) => before.length === 0 },
  {
    why: "negated: its description says that there is no such command",
    fires: ({ before }) => before.every((text) => /\b(?:no|not|never|without|cannot)\b|n't\b/iu.test(text)),
  },
]

/** Skills that offer a command and have none, where another one of their home has one. */
export function shimGaps(wiring: Wiring): Said {
  const findings: Finding[] = []
  const near_misses: NearMiss[] = []
  for (const skill of wiring.skills) {
    if (!wiring.isInScope(skill.path) || wiring.shimOf(skill) !== undefined) continue
    const what = `has no command /${shown(skill.name)}`
    const evidence = evidenceOf(skill.document, [descriptionLine(skill)], `/${skill.name}`)
    // Where few skills have commands, one that names none is nothing to speak of.
    if (!namesItsCommand(skill) && !wiring.hasShims(skill.home)) continue
    if (!wiring.hasShim(skill.home)) {
      if (wiring.commands.length > 0) {
        const why = "host: skills here have no commands, a host starts them by their name"
        near_misses.push({ locator: skill.path, what, why, evidence })
      }
      continue
    }
    const why = excuse(gapGuards, { wiring, skill, before: beforeCommand(skill) })
    if (why !== undefined) near_misses.push({ locator: skill.path, what, why, evidence })
    else {
      const path = under(skill.home, `commands/${skill.name}.md`)
      findings.push({
        pass,
        locator: skill.path,
        severity: "Medium",
        verdict: "GAP",
        what: `its description offers /${shown(skill.name)}, and there is no such command`,
        route: "direct-fix",
        proposed_action: `write ${path}, which runs the skill`,
        evidence,
        key: "shim-gap",
        ...(wiring.corpus.paths.lookup(path) === undefined ? { edits: [{ path, create: shimText(skill) }] } : {}),
      })
    }
  }
  return { findings, near_misses }
}

function isHidden({ document: { front_matter } }: Organ): boolean {
  return front_matter._tag === "mapping" && front_matter.values["user-invocable"] === false
}

function beforeCommand(skill: Organ): readonly string[] {
  const form = commandForm(skill.name)
  return sentencesOf(blockOf(descriptionOf(skill))).flatMap(({ text }) => {
    const match = form.exec(text)
    return match === null ? [] : [text.slice(0, match.index)]
  })
}

/** A description as a block of text. */
function blockOf(text: string): TextBlock {
  return { kind: "paragraph", text, line: 1, end_line: 1, quoted: false, depth: 0 }
}

function shimText(skill: Organ): string {
  const description = JSON.stringify(descriptionOf(skill).replace(/\s+/gu, " ").trim())
  return `---\ndescription: ${description}\n---\n\nRun the \`${skill.name}\` skill.\n`
}

/** Flags that a skill shows behind its command, and that its command does not mention although it shows forms. */
export function flagDrift(wiring: Wiring): Said {
  const findings: Finding[] = []
  const near_misses: NearMiss[] = []
  for (const skill of wiring.skills) {
    const shim = wiring.shimOf(skill)
    if (shim === undefined || !wiring.isInScope(shim.path) || isSample(shim.path)) continue
    const forms = formsOf(skill)
    const ofShim = formsOf({ ...shim, name: skill.name })
    if (ofShim.length === 0) continue
    for (const [flag, lines] of Map.groupBy(forms.flatMap(flagsOf), ({ flag }) => flag)) {
      if (hasWord(shim.document.text, flag)) continue
      const why = lines.every(({ isDenied }) => isDenied)
        ? "denied: the skill says that there is none"
        : showsExamples(shim, ofShim.filter(({ text }) => text.includes(" ")))
        ? "examples: the command shows some of its forms, not all"
        : undefined
      const what = `does not mention ${flag}, which ${skill.path} shows for /${shown(skill.name)}`
      const evidence = [
        ...evidenceOf(shim.document, [ofShim[0]?.line ?? 1], `/${skill.name}`),
        ...evidenceOf(skill.document, lines.map(({ line }) => line), flag),
      ]
      if (why !== undefined) near_misses.push({ locator: shim.path, what, why, evidence })
      else {
        findings.push({
          pass,
          locator: shim.path,
          severity: "Low",
          verdict: "DRIFTED",
          what,
          route: "direct-fix",
          proposed_action: `add the form with ${flag} to the command, or take it out of the skill`,
          evidence,
          key: `flag-drift ${flag}`,
        })
      }
    }
  }
  return { findings, near_misses }
}

/** Whether the text above the first form that a command shows calls the forms examples. */
function showsExamples({ document }: Organ, [first]: readonly Form[]): boolean {
  const above = document.blocks.texts.findLast(({ depth, line }) => depth === 0 && line < (first?.line ?? 0))
  return /\b(?:examples?|e\.g\.|for instance)[^.]*:\s*$/iu.test(above?.text ?? "")
}

/** A command as a text shows it, with what stands behind it. */
interface Form {
  readonly text: string
  readonly line: number
  /** Whether its sentence says that it does not exist, or not yet. */
  readonly isDenied: boolean
}

const denying =
  /\b(?:no|not|never|planned|future|later|removed|deprecated|dropped|unsupported|rejected|parked)\b|n't\b/iu

function formsOf({ document, name }: Organ): readonly Form[] {
  const isForm = (text: string): boolean => text === `/${name}` || text.startsWith(`/${name} `)
  const spans = codeSpans(document).filter(({ text }) => isForm(text.trim())).map(({ text, line, block, start }) => {
    const sentence = sentenceAt(block, start)
    return { text, line, isDenied: sentence !== undefined && denying.test(sentenceWords(block, sentence)) }
  })
  const code = document.blocks.code.flatMap(({ text, text_line }) =>
    text.split("\n").flatMap((line, index) =>
      isForm(line.trim()) ? [{ text: line, line: text_line + index, isDenied: false }] : []
    )
  )
  return [...spans, ...code]
}

function flagsOf(form: Form): readonly (Form & { readonly flag: string })[] {
  return (form.text.match(/(?<![\w-])--[a-z][\w-]*/gu) ?? []).map((flag) => ({ ...form, flag }))
}

function hasWord(text: string, flag: string): boolean {
  return new RegExp(`${flag}(?![\\w-])`, "u").test(text)
}

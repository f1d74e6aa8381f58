import { blockWords, sentenceWords } from "../../core/markdown/block_words.ts"
import { type CodeSpan, codeSpans } from "../../core/markdown/code_span.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { sentenceAt } from "../../core/markdown/sentence.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import { nothing, type Said } from "../outcome/said.ts"
import { isSample, type Wiring } from "./wiring.ts"

const pass = "dead-config"

/** Commands that agents' hosts have by themselves. */
const builtIn: ReadonlySet<string> = new Set(
  ("add-dir agent agents approvals batch bashes bug btw checkpoints chrome clear code-review color compact config context copy cost debug desktop " +
    "diff doctor effort exit export extra-usage fast feedback files fork goal help hooks ide init insights " +
    "install-github-app install-slack-app keybindings learn login logout loop mcp memory mention mobile model new " +
    "output-style passes permissions plan plugin plugins powerup pr-comments pr_comments privacy-settings quit rate-limit-options " +
    "release-notes reload-plugins remote-control remote-env rename resume review rewind sandbox save schedule " +
    "security-review settings share simplify skills stats status statusline stickers tag tasks team-onboarding teleport " +
    "terminal-setup theme think todos tools ultrareview undo upgrade usage user vim voice web-setup").split(" "),
)
/** Folders of machines, and routes that services have. */
const machine =
  /^(?:bin|boot|dev|etc|home|lib|lib64|media|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var|app|data|workspace|users?|api|auth|health|healthz|metrics|login|static|assets|public|graphql|ws|docs|v\d+)$/u
const placeholder =
  /^(?:(?:my|your|some|a|the|other|new)-[\w-]+|foo|bar|baz|x|y|name|command|commands|skill|slug|cmd|[\w-]*(?:command|skill)-name)$/u
const route =
  /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|endpoints?|routes?|URLs?|URIs?|HTTP|REST|paths?|folders?|directory|directories|mount(?:s|ed)?|volumes?|regex|pages?|absolute|prefix)\b|(?<!\b(?:look|see) )\bat [`*]*\//iu

const foreign =
  /\b(?:plug-?ins?|market-?place|install(?:s|ed)?|extensions?|comment(?:s|ing)?|bots?|Codex|Cursor|Gemini|Copilot|OpenCode|Windsurf|CLI|Slack|Discord|Telegram|IRC)\b|插件|プラグイン|플러그인/iu

interface Shown {
  readonly wiring: Wiring
  readonly document: MarkdownDocument
  readonly name: string
  readonly sentence: string
  /** The sentence without what its code holds. */
  readonly words: string
}

const guards: readonly Guard<Shown>[] = [
  {
    why: "sample: it lies among templates, tests or someone else's files",
    fires: ({ document }) => isSample(document.path),
  },
  { why: "host: its agent's host has the command", fires: ({ name }) => builtIn.has(name) },
  {
    why: "skill: its agent's host starts a skill by its name",
    fires: ({ wiring, name }) => wiring.skill(name) !== undefined,
  },
  { why: "placeholder: the name is to be filled in", fires: ({ name }) => placeholder.test(name) },
  {
    why: "path: a folder of a machine or the route of a service",
    fires: ({ name, sentence }) => machine.test(name) || route.test(sentence),
  },
  {
    why: "another program's: the sentence speaks of a plugin, an installation or another host",
    fires: ({ sentence }) => foreign.test(sentence),
  },
  {
    why: "negated: the sentence says that there is no such command, or not yet",
    fires: ({ words }) =>
      /\b(?:no|not|never|without|cannot|gone|removed|retired|renamed|replaced|former(?:ly)?|old|deprecated|legacy|dropped|planned|future|proposed|later|would|could|parked|superseded|merged|folded|absorbed|e\.g\.|example|hypothetical|imagine|if)\b|n't\b/iu
        .test(words),
  },
  {
    why: "history: the page tells what was",
    fires: ({ document }) =>
      /(?:^|\/)(?:change-?log|history|release|archive|deprecated|legacy|sessions|proposals|plans|specs|ideas|decisions|adr)/iu
        .test(
          document.path,
        ),
  },
]

/** Commands that pages show like those that exist, and that nothing provides. */
export function triggerGhosts(wiring: Wiring): Said {
  if (wiring.commands.length + wiring.skills.length === 0) return nothing
  const findings: Finding[] = []
  const near_misses: NearMiss[] = []
  for (const document of wiring.corpus.documents) {
    if (!wiring.isInScope(document.path)) continue
    const spans = codeSpans(document).flatMap((span) => {
      const name = /^\/([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:\s[^|]*)?$/u.exec(span.text.trim())?.[1]
      return name === undefined ? [] : [{ name, span }]
    })
    // A page that shows no command that exists speaks of paths, or of another program's commands.
    const known = new Set(spans.filter(({ name }) => isProvided(wiring, name)).map(({ name }) => name))
    const unknown = Map.groupBy(spans.filter(({ name }) => !known.has(name)), ({ name }) => name)
    const nowhere = [...unknown.keys()].filter((name) => !builtIn.has(name) && wiring.skill(name) === undefined)
    if (known.size === 0 || known.size < nowhere.length) continue
    for (const [name, places] of unknown) {
      const whys = places.map(({ span }) => excuse(guards, { wiring, document, name, ...sentenceOf(span) }))
      const skill = wiring.skill(name)
      const what = skill === undefined
        ? `shows the command /${shown(name)}, which no skill or command here provides`
        : `shows the command /${shown(name)}, and ${skill.path} has none`
      const lines = places.filter((_, index) => whys[index] === undefined).map(({ span }) => span.line)
      const why = whys.find((reason) => reason !== undefined)
      if (lines.length > 0) {
        findings.push({
          pass,
          locator: document.path,
          severity: "Low",
          verdict: "GAP-candidate",
          what,
          route: "none",
          proposed_action: "",
          evidence: evidenceOf(document, lines, `/${name}`),
          key: `trigger-ghost /${shown(name)}`,
        })
      } else if (why !== undefined && !builtIn.has(name)) {
        near_misses.push({
          locator: document.path,
          what,
          why,
          evidence: evidenceOf(document, places.map(({ span }) => span.line), `/${name}`),
        })
      }
    }
  }
  return { findings, near_misses }
}

function isProvided(wiring: Wiring, name: string): boolean {
  if (wiring.command(name) !== undefined || wiring.commandFolders.has(name)) return true
  const skill = wiring.skill(name)
  // Where skills are started through commands, one without a command is not started by its name either.
  return skill !== undefined && !wiring.hasShims(skill.home)
}

function sentenceOf({ block, start, text }: CodeSpan): Pick<Shown, "sentence" | "words"> {
  const around = sentenceAt(block, start)
  return {
    sentence: (around?.text ?? block.text).replaceAll(text, " "),
    words: around === undefined ? blockWords(block) : sentenceWords(block, around),
  }
}

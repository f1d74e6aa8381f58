import { baseName, folderOf } from "../../core/corpus/folder_path.ts"
import type { Evidence, Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import type { Said } from "../outcome/said.ts"
import { type HookPath, hookPaths, type HookPlace, placeOf } from "./hook_path.ts"
import { commandsIn, linesWith, type SettingsFile } from "./settings_file.ts"
import { isSample, type Wiring } from "./wiring.ts"

const pass = "dead-config"

interface MissingHook {
  readonly settings: SettingsFile
  readonly command: string
  readonly hook: HookPath
  readonly place: HookPlace
}

const missingGuards: readonly Guard<MissingHook>[] = [
  {
    why: "example: the file is there to be copied and edited",
    fires: ({ settings }) => /\.(?:example|sample|dist)$|[.-](?:example|sample)\.json$/iu.test(settings.path),
  },
  {
    why: "sample: the settings lie among templates, tests or someone else's files",
    fires: ({ settings }) => isSample(settings.path),
  },
  { why: "git-ignored: the script is made on each machine", fires: ({ place }) => place === "ignored" },
  {
    why: "inline program: the path may be made while it runs",
    fires: ({ command }) => /\s-(?:e|c|-eval|Command)\s/u.test(command) && !/^(?:ba|z)?sh -c/u.test(command),
  },
  {
    why: "another folder: the command changes to it first",
    fires: ({ command, hook }) =>
      hook.from === "project" && !hook.written.startsWith("$") &&
      /(?:^|[;&|\s])cd\s+(?!["']?\$\{?CLAUDE_PROJECT_DIR)/u.test(command),
  },
  {
    why: ({ hook }) =>
      hook.from === "home"
        ? "home: the script lies in a user's home, and nothing here is installed there"
        : "elsewhere: where the script lies is known on a user's machine alone",
    fires: ({ place }) => place === "unknown",
  },
]

/** Scripts that settings run and that do not exist. */
export function missingHooks(wiring: Wiring): Said {
  const findings: Finding[] = []
  const near_misses: NearMiss[] = []
  for (const settings of wiring.settings) {
    if (!wiring.isInScope(settings.path)) continue
    if (settings.value === undefined && /(?:^|[/"'])hooks\//u.test(settings.text)) {
      near_misses.push({
        locator: settings.path,
        what: "runs hooks, and is no JSON",
        why: "not read: a file that is no JSON is filled in before a host reads it",
      })
    }
    const seen = new Set<string>()
    for (const { text: command } of commandsIn(settings)) {
      for (const hook of hookPaths(command)) {
        const place = placeOf(wiring.corpus.paths, settings.path, hook)
        if (place === "there" || seen.has(hook.written)) continue
        seen.add(hook.written)
        const why = excuse(missingGuards, { settings, command, hook, place })
        const what = `runs ${shown(hook.written)}, which does not exist`
        const evidence = evidenceFor(settings, hook)
        if (why !== undefined) near_misses.push({ locator: settings.path, what, why, evidence })
        else findings.push(missingFinding(wiring, settings, hook, what, evidence))
      }
    }
  }
  return { findings, near_misses }
}

/** The lines that hold a script; where a quote parts its path, those that hold the end of it. */
function evidenceFor(settings: SettingsFile, { written, rest }: HookPath): readonly Evidence[] {
  const lines = linesWith(settings, written)
  return lines.length > 0 ? evidenceOf(settings, lines, written) : evidenceOf(settings, linesWith(settings, rest), rest)
}

function missingFinding(
  wiring: Wiring,
  settings: SettingsFile,
  { written, rest }: HookPath,
  what: string,
  evidence: readonly Evidence[],
): Finding {
  const elsewhere = wiring.corpus.paths.named(baseName(rest))
  const [only] = elsewhere
  return {
    pass,
    locator: settings.path,
    severity: "High",
    verdict: "DEAD",
    what,
    route: "direct-fix",
    proposed_action: only !== undefined && elsewhere.length === 1
      ? `point the command to ${only}, or take it out of the settings`
      : "restore the script, or take the command out of the settings",
    evidence,
    key: `hook-missing ${shown(written)}`,
  }
}

interface Orphan {
  readonly wiring: Wiring
  readonly path: string
  readonly stem: string
  readonly wired: readonly string[]
}

const orphanGuards: readonly Guard<Orphan>[] = [
  { why: "sample: it lies among templates, tests or someone else's files", fires: ({ path }) => isSample(path) },
  {
    why: "wired elsewhere: no settings here run a hook of its folder",
    fires: ({ wired }) => wired.length === 0,
  },
  {
    why: "part of a hook: another script of its folder names it",
    fires: ({ wiring, path, stem }) =>
      [...wiring.corpus.texts].some(([other, text]) =>
        other !== path && folderOf(other).startsWith(folderOf(path)) && !isTest(other) && names(text, stem)
      ),
  },
  {
    why: "documented: a page shows how to put it into the settings",
    fires: ({ wiring, stem }) =>
      wiring.corpus.documents.some(({ blocks }) =>
        blocks.code.some(({ text }) => /"(?:hooks|command)"|hooks:/u.test(text) && names(text, stem))
      ),
  },
]

/** Hooks that no settings run. */
export function orphanHooks(wiring: Wiring): Said {
  const findings: Finding[] = []
  const near_misses = new Map<string, NearMiss>()
  const hooks = wiring.nodes.filter(({ kind }) => kind === "hook").map(({ path }) => path)
  const stemOf = (path: string): string => baseName(path).replace(/\.\w+$/u, "")
  const isWired = new Map(hooks.map((path) => [path, wiring.settings.some(({ text }) => names(text, stemOf(path)))]))
  for (const path of hooks) {
    if (isWired.get(path) === true || !wiring.isInScope(path)) continue
    const siblings = hooks.filter((other) => folderOf(other) === folderOf(path) && isWired.get(other) === true)
    const why = excuse(orphanGuards, { wiring, path, stem: stemOf(path), wired: siblings })
    const evidence = siblingEvidence(wiring, siblings[0])
    if (why === undefined) {
      findings.push({
        pass,
        locator: path,
        severity: "Low",
        verdict: "DEAD-candidate",
        what: "is a hook that no settings run",
        route: "none",
        proposed_action: "",
        evidence,
        key: "hook-orphan",
      })
      continue
    }
    // Of a folder of which nothing is wired, one line says it all.
    const name = siblings.length === 0 ? folderOf(path) : path
    if (!near_misses.has(name)) {
      near_misses.set(name, { locator: path, what: "is a hook that no settings run", why, evidence })
    }
  }
  return { findings, near_misses: [...near_misses.values(), ...hookTests(wiring, new Set(hooks.map(folderOf)))] }
}

/** Tests that lie beside hooks: no settings run them either. */
function hookTests({ corpus, isInScope }: Wiring, folders: ReadonlySet<string>): readonly NearMiss[] {
  return corpus.paths.files.filter((path) => folders.has(folderOf(path)) && isTest(path) && isInScope(path)).map((
    path,
  ) => ({
    locator: path,
    what: "lies among hooks, and no settings run it",
    why: "test: it tests a hook",
  }))
}

/** Where settings run another hook of the folder: there this one is missing. */
function siblingEvidence(wiring: Wiring, sibling: string | undefined): readonly Evidence[] {
  if (sibling === undefined) return []
  const name = baseName(sibling)
  const settings = wiring.settings.find(({ text }) => text.includes(name))
  return settings === undefined ? [] : evidenceOf(settings, linesWith(settings, name).slice(0, 1), name)
}

function isTest(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__)\/|[._-](?:test|spec)\.\w+$/u.test(path)
}

/** Whether a text holds a name, not as a part of another one. */
function names(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (
      !/[\w-]/u.test(text[at - 1] ?? "") &&
      !/^(?:[\w-]|\.(?:test|spec)\.)/u.test(text.slice(at + name.length, at + name.length + 6))
    ) {
      return true
    }
  }
  return false
}

import { isInScope } from "../../core/corpus/corpus.ts"
import { folderOf, joinPath } from "../../core/corpus/folder_path.ts"
import { codeSpans } from "../../core/markdown/code_span.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { linesOf } from "../../core/text_lines.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { nothing, onePerKey, type Said } from "../outcome/said.ts"
import { hasReadableImports, isForeign, isSetting, isSource, isTest } from "../source/source_file.ts"
import type { SourceImport } from "../source/source_module.ts"
import type { Change } from "./change.ts"
import { type GoneFiles, goneFiles } from "../lookup/gone_files.ts"

const pass = "change-fit"

/** What still names something that the change took away: modules, exported names, files. */
export function dangling(change: Change): Said {
  const gone = goneFiles(change)
  const names = removedExports(change)
  const findings = [
    ...danglingImports(change, gone, names),
    ...danglingSettings(change),
  ]
  const mentions = danglingMentions(change, names)
  return { findings: [...findings, ...mentions.findings], near_misses: mentions.near_misses }
}

/** The names that changed modules gave and give no more, with the module that they stood in. */
function removedExports({ changes, after, modules, modulesBefore }: Change): ReadonlyMap<string, string> {
  const removed = new Map<string, string>()
  for (const { kind, path, from } of changes) {
    const old = from ?? path
    const before = kind === "added" ? undefined : modulesBefore.module(old)
    if (before === undefined) continue
    const now = kind === "deleted" || after.paths.lookup(path) !== "file" ? undefined : modules.surface(path)
    if (now?.open === true) continue
    for (const { name } of before.exports) {
      if (name !== "default" && now?.names.has(name) !== true) removed.set(name, old)
    }
  }
  return removed
}

const word = /[\p{L}_$][\p{L}\p{N}_$]*/gu

/** Imports of modules that are gone, and of names that a module gave before and does not give now. */
function danglingImports(
  change: Change,
  gone: GoneFiles,
  names: ReadonlyMap<string, string>,
): readonly Finding[] {
  if (gone.size === 0 && names.size === 0) return []
  const stems = new Set([...gone.keys()].flatMap(importWords))
  const concerns = (text: string): boolean => text.match(word)?.some((one) => stems.has(one) || names.has(one)) === true
  const findings: Finding[] = []
  for (const [path, text] of change.after.texts) {
    if (!hasReadableImports(path) || !isInScope(change.after, path) || isForeign(path) || !concerns(text)) continue
    const file = { path, lines: linesOf(text) }
    for (const one of change.modules.module(path)?.imports ?? []) {
      const finding = danglingImport(change, file, one, gone)
      if (finding !== undefined) findings.push(finding)
    }
  }
  return onePerKey(findings)
}

/** The words of which an import of a module has one. */
function importWords(path: string): readonly string[] {
  return path.replace(/(?:\.\w+)+$/u, "").split("/").slice(-2).flatMap((part) => part.match(word) ?? [])
}

interface SourceText {
  readonly path: string
  readonly lines: readonly string[]
}

function danglingImport(
  { modules, modulesBefore, changes }: Change,
  file: SourceText,
  one: SourceImport,
  gone: GoneFiles,
): Finding | undefined {
  const target = modules.target(file.path, one.specifier)
  if (target === undefined || target.unknown) return undefined
  // What it imported before: a renamed importer did so from its old place, unless the import was adapted to the new one.
  const before = changes.find(({ path }) => path === file.path)?.from
  const olds = [...(before === undefined ? [] : [before]), file.path].flatMap((from) =>
    modulesBefore.target(from, one.specifier)?.file ?? []
  )
  const evidence = evidenceOf(file, [one.line], one.specifier)
  const importer = { pass, locator: file.path, verdict: "DEAD", severity: "High", evidence } as const
  if (target.file === undefined) {
    const old = olds.find((path) => gone.has(path))
    if (old === undefined) return undefined
    const moved = gone.get(old)
    return {
      ...importer,
      what: `imports "${shown(one.specifier)}", which the change ${
        moved === undefined ? "deletes" : `renames to ${shown(moved)}`
      }`,
      route: "proposal",
      proposed_action: moved === undefined
        ? "take the import out, or keep the module"
        : `import ${shown(moved)} instead`,
      key: shown(`module:${old}`),
      relations: [{ from: file.path, to: old, kind: "imports" }],
    }
  }
  const now = modules.surface(target.file)
  const then = olds[0] === undefined ? undefined : modulesBefore.surface(olds[0])
  const missing = now.open
    ? []
    : one.names.filter((name) => name !== "*" && then?.names.has(name) === true && !now.names.has(name))
  if (missing.length === 0) return undefined
  const list = missing.map((name) => `"${shown(name)}"`).join(", ")
  return {
    ...importer,
    what: `imports ${list} from ${shown(target.file)}, which the change removes there`,
    route: "proposal",
    proposed_action: `take ${list} out of ${shown(file.path)}, or keep exporting it from ${shown(target.file)}`,
    key: shown(`export:${target.file}:${missing.join(",")}`),
    relations: [{ from: file.path, to: target.file, kind: "imports" }],
  }
}

/** Files that set up tools and name a file which is gone. */
function danglingSettings(change: Change): readonly Finding[] {
  const gone = [...goneFiles(change)].filter(([path]) => path.includes("/"))
  if (gone.length === 0) return []
  const findings: Finding[] = []
  for (const [path, text] of change.after.texts) {
    if (!isSetting(path) || !isInScope(change.after, path) || isForeign(path) || isTest(path)) continue
    const lines = linesOf(text)
    for (const [old, moved] of gone) {
      // A setting of an inner folder may name that folder's own file.
      const own = joinPath(folderOf(path), old)
      if (!text.includes(old) || own !== undefined && change.after.paths.lookup(own) !== undefined) continue
      const at = lines.flatMap((line, index) => namesPath(line, old) ? [index + 1] : [])
      if (at.length === 0) continue
      findings.push({
        pass,
        locator: path,
        verdict: "DEAD",
        severity: "High",
        what: `names ${shown(old)}, which the change ${moved === undefined ? "deletes" : `renames to ${shown(moved)}`}`,
        route: "proposal",
        proposed_action: moved === undefined
          ? `take ${shown(old)} out, or keep the file`
          : `name ${shown(moved)} instead`,
        evidence: evidenceOf({ path, lines }, at, old),
        key: shown(`file:${old}`),
      })
    }
  }
  return findings
}

function namesPath(line: string, path: string): boolean {
  if (/^\s*(?:#|\/\/)/u.test(line)) return false
  for (let at = line.indexOf(path); at >= 0; at = line.indexOf(path, at + 1)) {
    const before = line.slice(0, at).replace(/(?:^|(?<=["'\s:=,(\[]))\.?\/$/u, "")
    if (!/[\w/.*@-]$/u.test(before) && !/^[\w/*-]/u.test(line.slice(at + path.length))) return true
  }
  return false
}

/** A name that no sentence has by chance. */
const distinct = /[a-z][A-Z]|_|\d|^[A-Z][a-z]+[A-Z]/u

/** Code in documents that calls what no source file has any more. */
function danglingMentions({ after }: Change, names: ReadonlyMap<string, string>): Said {
  const candidates = new Set([...names.keys()].filter((name) => name.length > 3 && distinct.test(name)))
  if (candidates.size === 0) return nothing
  for (const [path, text] of after.texts) {
    if (!isSource(path)) continue
    for (const one of text.match(word) ?? []) candidates.delete(one)
  }
  const findings: Finding[] = []
  const nearMisses: NearMiss[] = []
  for (const document of after.documents) {
    if (!isInScope(after, document.path)) continue
    const lines = new Map<string, number[]>()
    for (const { text, line } of codeSpans(document)) {
      const name = /^([\p{L}_$][\p{L}\p{N}_$]*)(?:\(.*\))?$/su.exec(text)?.[1]
      if (name !== undefined && candidates.has(name)) lines.set(name, [...lines.get(name) ?? [], line])
    }
    for (const [name, at] of lines) {
      const evidence = evidenceOf(document, at, name)
      const what = `names \`${shown(name)}\`, which the change removes from ${shown(names.get(name) ?? "")}`
      if (isRecord(document.path)) {
        nearMisses.push({ locator: document.path, what, why: "record: the file says what was, not what is", evidence })
        continue
      }
      findings.push({
        pass,
        locator: document.path,
        verdict: "STALE",
        severity: "Medium",
        what,
        route: "proposal",
        proposed_action: `say what is there instead of \`${shown(name)}\`, or take it out`,
        evidence,
        key: shown(`name:${name}`),
      })
    }
  }
  return { findings, near_misses: nearMisses }
}

/** Files that tell a history. */
function isRecord(path: string): boolean {
  return /(?:^|\/)(?:changelog|changes|history|news|releases?|release[-_]notes|upgrading|migrat\w+)[^/]*\.(?:md|markdown)$/iu
    .test(path) ||
    /(?:^|\/)(?:adrs?|decisions|proposals|rfcs?|sessions|archive|plans|specs)\//iu.test(path)
}

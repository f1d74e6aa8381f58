import type { Finding } from "../../core/schema/finding.ts"
import { type Architecture, architectureOf, architecturePath, type Boundary } from "../architecture/architecture.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { onePerKey, type Said } from "../outcome/said.ts"
import type { SourceImport } from "../source/source_module.ts"
import type { Change, ChangedFile } from "./change.ts"

/**
 * Imports that the change adds and that the architecture forbids, as it is and as it was: a boundary that the change
 * takes out still counts.
 */
export function crossings(change: Change): Said {
  const now = architectureOf(change.after)
  const before = architectureOf(change.before)
  const isKept = (boundary: Boundary): boolean =>
    now?.boundaries.some(({ from, to }) => from === boundary.from && to === boundary.to) === true
  const rules = [
    ...(now?.boundaries ?? []).map((boundary) => ({ boundary, architecture: now, gone: false })),
    ...(before?.boundaries ?? []).filter((boundary) => !isKept(boundary))
      .map((boundary) => ({ boundary, architecture: undefined, gone: true })),
  ]
  if (rules.length === 0) return { findings: [], near_misses: ignoredArchitecture(change) }
  const findings = change.files.flatMap((file) =>
    addedImports(change, file).flatMap(({ one, path }) => {
      const rule = rules.find(({ boundary }) => boundary.holds(file.path) && boundary.forbids(path))
      return rule === undefined ? [] : [findingOf(file, one, path, rule)]
    })
  )
  return { findings: onePerKey(findings), near_misses: [] }
}

/** A boundary that nobody can read here is told. */
function ignoredArchitecture({ after }: Change): Said["near_misses"] {
  return after.paths.lookup(architecturePath) !== "ignored" ? [] : [{
    locator: architecturePath,
    what: "boundaries between modules were not checked",
    why:
      "ignored: git ignores the file, so that it is not part of the corpus; add it to the repository to have it checked",
  }]
}

interface AddedImport {
  readonly one: SourceImport
  readonly path: string
}

function addedImports({ modules, modulesBefore }: Change, file: ChangedFile): readonly AddedImport[] {
  const old = file.from === undefined ? undefined : modulesBefore.module(file.from)
  const known = new Set(
    (old?.imports ?? []).map(({ specifier }) => pathOf(modulesBefore.target(file.from ?? file.path, specifier))),
  )
  return (modules.module(file.path)?.imports ?? []).flatMap((one) => {
    const path = pathOf(modules.target(file.path, one.specifier))
    return path === undefined || known.has(path) ? [] : [{ one, path }]
  })
}

function pathOf(target: { readonly path: string; readonly file?: string } | undefined): string | undefined {
  return target?.file ?? target?.path
}

interface Rule {
  readonly boundary: Boundary
  readonly architecture: Architecture | undefined
  readonly gone: boolean
}

function findingOf(
  file: ChangedFile,
  one: SourceImport,
  path: string,
  { boundary, architecture, gone }: Rule,
): Finding {
  const { from, to } = boundary
  const where = architecture === undefined ? [] : evidenceOf(architecture.document, [boundary.line], from)
  return {
    pass: "change-fit",
    locator: file.path,
    verdict: "CONTRADICTED",
    severity: one.type_only ? "Low" : "High",
    what: `adds an import of ${shown(path)}${one.type_only ? ", of types only" : ""}: ${
      shown(from)
    } must not import from ${shown(to)}${gone ? ", a boundary that this change takes out" : ""}`,
    route: "proposal",
    proposed_action: `take the import of ${shown(path)} out of ${
      shown(file.path)
    }, or change the boundary in ${architecturePath} first`,
    evidence: [...evidenceOf(file, [one.line], one.specifier), ...where],
    key: shown(`boundary:${from}:${to}:${path}`),
    relations: [{ from: file.path, to: path, kind: "imports" }],
    structural: true,
  }
}

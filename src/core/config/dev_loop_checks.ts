import { distance } from "fastest-levenshtein"
import { fieldOf, isMapping, quoted } from "../foreign/foreign_value.ts"
import type { YamlDocument, YamlPath } from "../yaml/parse_yaml.ts"

/** Something about a configuration file, and where. */
export interface FileRemark {
  readonly line: number
  readonly problem: string
}

interface FileCheck {
  readonly path: YamlPath
  readonly fails: (root: unknown) => boolean
  readonly problem: (root: unknown) => string
}

const valueAt = (root: unknown, path: YamlPath): unknown =>
  path.reduce((value: unknown, key) => fieldOf(value, String(key)), root)
const hasKey = (mapping: unknown, key: string): boolean => isMapping(mapping) && Object.hasOwn(mapping, key)

function removed(key: string, replacement: string): FileCheck {
  return {
    path: ["workflow", key],
    fails: (root) => hasKey(fieldOf(root, "workflow"), key),
    problem: () => `"workflow.${key}" was removed: ${replacement}; delete the key`,
  }
}

/** What a file must not get wrong. Everything else in it is a warning at most. */
const checks: readonly FileCheck[] = [
  {
    path: [],
    fails: (root) => !isMapping(root),
    problem: (root) =>
      root === null
        ? 'the file is empty; it needs "version: 1", or delete it'
        : `the file is ${quoted(root)}, not a mapping of settings`,
  },
  {
    path: ["version"],
    fails: (root) => isMapping(root) && fieldOf(root, "version") !== 1,
    problem: (root) =>
      hasKey(root, "version")
        ? `"version" is ${quoted(fieldOf(root, "version"))}; the only version is 1`
        : '"version" is not there; write "version: 1"',
  },
  {
    path: ["workflow"],
    fails: (root) => hasKey(root, "workflow") && !isMapping(fieldOf(root, "workflow")),
    problem: (root) => `"workflow" is ${quoted(fieldOf(root, "workflow"))}, not a mapping of settings`,
  },
  {
    path: ["workflow", "requireRetrospective"],
    fails: (root) =>
      hasKey(fieldOf(root, "workflow"), "requireRetrospective") &&
      typeof valueAt(root, ["workflow", "requireRetrospective"]) !== "boolean",
    problem: (root) => {
      const value = quoted(valueAt(root, ["workflow", "requireRetrospective"]))
      return `"workflow.requireRetrospective" is ${value}; write true or false`
    },
  },
  removed(
    "requireRetrospectiveGate",
    'a retrospective blocks no merge, and "workflow.requireRetrospective" alone says whether a missing one closes the next start',
  ),
  removed(
    "requireRetrospectiveInternalTooling",
    'raw calls are advisory findings now, which travel in the handoff envelope as "retrospectiveFindings"',
  ),
]

/** The keys that are read, by mapping. Others are kept as they are. */
const knownKeys: readonly { readonly path: YamlPath; readonly keys: readonly string[] }[] = [
  { path: [], keys: ["version", "workflow", "autonomy"] },
  { path: ["workflow"], keys: ["requireRetrospective", "asyncStartMode", "requireDraftFirst"] },
]
/** A key this near to a known one is likely to be meant so. */
const nearDistance = 4

/** How a warning ends of a key that is likely to be meant for the one that the gate asks. */
export const retrospectiveHint = '; did you mean "workflow.requireRetrospective"?'

/** What is wrong with a configuration file, and what is only worth saying. */
export function checkDevLoopFile(
  document: YamlDocument,
): { readonly problems: readonly FileRemark[]; readonly warnings: readonly FileRemark[] } {
  if (document._tag === "invalid") return { problems: [document], warnings: [] }
  const { value, lineOfKey } = document
  const problems = checks.filter(({ fails }) => fails(value))
    .map(({ path, problem }) => ({ line: lineOfKey(path), problem: problem(value) }))
  return { problems, warnings: problems.length > 0 ? [] : unknownKeys(document) }
}

function unknownKeys(document: YamlDocument & { readonly _tag: "document" }): readonly FileRemark[] {
  const names = knownKeys.flatMap(({ path, keys }) => keys.map((key) => [...path, key].join(".")))
  return knownKeys.flatMap(({ path, keys }) => {
    const mapping = valueAt(document.value, path)
    return Object.keys(isMapping(mapping) ? mapping : {}).filter((key) => !keys.includes(key)).map((key) => {
      const near = nearest(key, names)
      const hint = near === undefined ? "" : `; did you mean "${near}"?`
      return {
        line: document.lineOfKey([...path, key]),
        problem: `"${[...path, key].join(".")}" is not read here and is kept as it is${hint}`,
      }
    })
  })
}

/** The known name whose last word is near, of whatever mapping: keys are put under the wrong one, too. */
function nearest(key: string, names: readonly string[]): string | undefined {
  const distances = names.map((name) => ({ name, far: distance(key, name.slice(name.lastIndexOf(".") + 1)) }))
  const [best] = distances.toSorted((left, right) => left.far - right.far)
  return best !== undefined && best.far < nearDistance && best.far < key.length / 2 ? best.name : undefined
}

import { readFrontMatter } from "../../markdown/read_front_matter.ts"
import type { DecisionAdapter } from "../adapter.ts"
import { baseName } from "../../corpus/folder_path.ts"
import { yamlBlock, type YamlMapping } from "../syntax/yaml_block.ts"

/** Kubernetes Enhancement Proposals: `kep.yaml` in a folder that is named by the number. */
export const kep: DecisionAdapter = {
  id: "kep",
  read: ({ path, text }, lines) => {
    if (!/^kep\.ya?ml$/u.test(baseName(path))) return undefined
    const mapping = wholeFile(text)
    return mapping === undefined ? undefined : yamlBlock(mapping, lines)
  },
  obligation: {
    sides: ["superseded_by", "supersedes"],
    old_side: "Low",
    new_side: "Low",
    every_pair: false,
    at_once: true,
    replaced_status: "replaced",
    not_yet: ["implementable"],
  },
  vocabulary: ["provisional", "implementable", "implemented", "deferred", "rejected", "withdrawn", "replaced"],
  reference_form: "root-path",
  superseded_by_form: "yaml-list",
  supersedes_form: "yaml-list",
  keys: { superseded_by: "superseded-by", supersedes: "replaces" },
  several: true,
}

/** A YAML file read as front matter: one line stands above it unless it brings its own. */
function wholeFile(text: string): YamlMapping | undefined {
  const opened = /^---[ \t]*\r?\n/u.test(text)
  const front = readFrontMatter(`${opened ? "" : "---\n"}${text.replace(/\r?\n(?:---|\.\.\.)\s*$/u, "")}\n---\n`)
  if (front._tag !== "mapping") return undefined
  const shift = opened ? 0 : 1
  return {
    ...front,
    lines: Object.fromEntries(Object.entries(front.lines).map(([key, line]) => [key, line - shift])),
    end_line: front.end_line - shift,
  }
}

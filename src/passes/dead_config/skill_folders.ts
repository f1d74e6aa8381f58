import { foldersAround } from "../../core/corpus/folder_path.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import type { Said } from "../outcome/said.ts"
import type { Wiring } from "./wiring.ts"

/** Folders among skills that hold no skill: what is fine about them. */
export function foldersWithoutSkill({ corpus, skills, isInScope }: Wiring): Said {
  const homes = new Set(skills.map(({ home }) => home === "" ? "skills/" : `${home}/skills/`))
  const skilled = new Set(skills.flatMap(({ path }) => foldersAround(path)))
  const folders = new Map<string, string[]>()
  for (const path of corpus.paths.files) {
    const home = [...homes].find((prefix) => path.startsWith(prefix))
    const [name, inner] = home === undefined ? [] : path.slice(home.length).split("/")
    if (home === undefined || name === undefined || inner === undefined) continue
    const folder = home + name
    if (skilled.has(folder)) continue
    const files = folders.get(folder)
    if (files === undefined) folders.set(folder, [path])
    else files.push(path)
  }
  const near_misses = [...folders].flatMap(([folder, files]): readonly NearMiss[] =>
    files.some((path) => /\.mdx?$/iu.test(path)) || !isInScope(folder) ? [] : [{
      locator: folder,
      what: "lies among skills and has no SKILL.md",
      why: "scripts: it holds no instructions, so it is no skill",
    }]
  )
  return { findings: [], near_misses }
}

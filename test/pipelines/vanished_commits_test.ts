import { deepStrictEqual } from "node:assert/strict"
import * as Schema from "effect/Schema"
import { Report } from "../../src/core/schema/report.ts"
import { retro } from "../services/program.ts"
import { temporaryFolder, temporaryRepository } from "../services/temporary_repository.ts"

const decodeReport = Schema.decodeUnknownSync(Report)
const path = ".claude/memory/lessons/retry.md"

function memory(...hashes: readonly string[]): string {
  const named = hashes.map((hash) => `commit \`${hash}\``).join(" and ")
  return `---\nname: Retry\ndescription: "Retries."\ntype: project\nscope: [net]\nrelevance: always\n---\n\nSee ${named}.\n`
}

/** What a run over a folder says of the commits that are named. */
function toldIn(directory: string): readonly string[] {
  const { stdout } = retro(["checkpoint", "--dry-run", "--json", "--pass", "decision-integrity"], { cwd: directory })
  return decodeReport(JSON.parse(stdout)).findings.map(({ key = "" }) => key)
}

Deno.test("a checkpoint asks git whether the commits that memories name are there", () => {
  using repository = temporaryRepository()
  const first = repository.commit({ "a.txt": "a" })
  const hashes = [first, first.slice(0, 9), "deadbee1", "0123456789abcdef0123456789abcdef01234567"]
  repository.commit({ [path]: memory(...hashes) })
  deepStrictEqual(toldIn(repository.directory), hashes.slice(2).sort().map((hash) => `vanished-artefact ${hash}`))
})

Deno.test("without all of the history nobody knows whether a commit was there", () => {
  using repository = temporaryRepository()
  repository.commit({ "a.txt": "a" })
  repository.commit({ [path]: memory("deadbee1") })
  using clone = temporaryFolder()
  repository.git(["clone", "-q", "--depth=1", `file://${repository.directory}`, `${clone.directory}/shallow`])
  deepStrictEqual(toldIn(`${clone.directory}/shallow`), [])
  using bare = temporaryRepository()
  bare.write(path, memory("deadbee1"))
  deepStrictEqual(toldIn(bare.directory), [])
})

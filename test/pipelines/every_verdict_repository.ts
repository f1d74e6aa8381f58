import { cpSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type TemporaryRepository, temporaryRepository } from "../services/temporary_repository.ts"

const fixtures = fileURLToPath(new URL("../../fixtures/", import.meta.url))

/** The day of the runs. */
export const today = "2026-03-01"

/** How many hours a week has: each gets a file, which makes the change a large one. */
const hoursOfWeek = 168

/** The repository in which every verdict occurs, as one of git: most of it is old, some of it came later. */
export function everyVerdictRepository(): TemporaryRepository {
  const repository = temporaryRepository()
  const [note, heading] = ["docs/adr/0013-report-each-hour.md", "\n## Ship note"]
  cpSync(`${fixtures}every-verdict`, repository.directory, { recursive: true })
  const text = readFileSync(`${fixtures}every-verdict/${note}`, "utf8")
  repository.write(note, text.slice(0, text.indexOf(heading)))
  repository.git(["add", "-A", "--", ":!.claude/specs", ":!.claude/plans"])
  repository.git(["commit", "-q", "-m", "Light the lamps"], "2024-06-01T12:00:00Z")
  // The note came later than the criteria that it contradicts.
  repository.commit({ [note]: text }, "2026-01-15T12:00:00Z")
  return repository
}

/** A change that goes wrong in every way: the feature "dimming", on a branch of its name, not committed yet. */
export function changeOf(repository: TemporaryRepository): void {
  repository.git(["checkout", "-q", "-b", "dimming"])
  cpSync(`${fixtures}every-verdict.change`, repository.directory, { recursive: true })
  for (let hour = 0; hour < hoursOfWeek; hour += 3) repository.write(`light/hours/${hour}.csv`, `${hour},half\n`)
}

/** Commits the change. */
export function commitChange(repository: TemporaryRepository): void {
  repository.git(["add", "-A"])
  repository.git(["commit", "-q", "-m", "Dim lamps (dimming)"], "2026-02-20T12:00:00Z")
}

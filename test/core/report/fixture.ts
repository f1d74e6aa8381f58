import * as Schema from "effect/Schema"
import { Report } from "../../../src/core/schema/report.ts"

const folder = new URL("../../../fixtures/report/", import.meta.url)

/** The text of a file in `fixtures/report/`. */
export function fixture(name: string): string {
  return Deno.readTextFileSync(new URL(name, folder))
}

/** A report with something in every section. */
export function everything(): Report {
  return Schema.decodeUnknownSync(Report)(JSON.parse(fixture("everything.json")))
}

import { deepStrictEqual, ok } from "node:assert/strict"
import { numberInName } from "../../../src/core/decision/decision_path.ts"
import { cpuTime } from "../../services/cpu_time.ts"

Deno.test("numberInName reads the number behind the words that a name starts with", () => {
  const numbers: Readonly<Record<string, number | undefined>> = {
    "0001-record": 1,
    "adr-0012": 12,
    "adr001-log": 1,
    "ODH-ADR-Operator-0003-third": 3,
    "ADR_7": 7,
    "RFCFoo12": 12,
    "20200101-use": undefined,
    "BUG_ANALYSIS": undefined,
    "use-2-tools": undefined,
  }
  deepStrictEqual(Object.fromEntries(Object.keys(numbers).map((name) => [name, numberInName(name)])), numbers)
})

Deno.test("numberInName reads long names in capitals as quickly as others", () => {
  const start = cpuTime()
  for (const name of ["BUG_ANALYSIS_AGENT_DELIVERABLE_CREATION_FAILURE", "A".repeat(200), "adr".repeat(60)]) {
    numberInName(name)
  }
  ok(cpuTime() - start < 500)
})

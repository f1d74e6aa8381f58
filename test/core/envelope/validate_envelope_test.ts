import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { normalizeRetrospectiveFindings } from "../../../src/core/envelope/findings.ts"
import { validateHandoffEnvelope } from "../../../src/core/envelope/validate_envelope.ts"
import { HandoffEnvelope } from "../../../src/core/schema/handoff_envelope.ts"
import { RetrospectiveFindings } from "../../../src/core/schema/retrospective_findings.ts"
import { foreignJson, holds } from "../gate/foreign_json.ts"
import { throwingValues } from "../gate/throwing_values.ts"
import { envelope } from "./envelope.ts"

type Fields = Readonly<Record<string, unknown>>

const { target, acceptance, retrospectiveFindings: findings } = envelope
const [criterion] = acceptance.criteria
const fieldsOf = (list: readonly { readonly field: string }[]): readonly string[] => list.map(({ field }) => field)

Deno.test("validateHandoffEnvelope accepts an envelope that keeps the contract, with whatever else it has", () => {
  const accepted: readonly Fields[] = [
    {},
    { anything: { else: 1 } },
    { stopRules: [], specSource: "pr_body" },
    { retrospectiveFindings: null, specSource: null },
    { retrospectiveFindings: undefined },
    {
      retrospectiveFindings: { ...findings, ok: false, internalToolingOnly: false, rawCallViolations: ["gh: gh api"] },
    },
    { target: { kind: "issue", repo: "a/b", issue: 1 } },
    { target: { kind: "local_branch", repo: "a.b/c_d-e", branch: "topic" } },
    { target: { kind: "local_phase", repo: "a/b", phase: "one" } },
    { target: { kind: "local_phase", repo: "a/b", issue: 3 } },
  ]
  for (const fields of accepted) {
    deepStrictEqual(validateHandoffEnvelope({ ...envelope, ...fields }), { ok: true, errors: [], warnings: [] })
  }
})

const wrong: readonly (readonly [Fields, readonly string[]])[] = [
  [{ handoffVersion: undefined }, ["handoffVersion"]],
  [{ handoffVersion: "1" }, ["handoffVersion"]],
  [{ handoffVersion: 0 }, ["handoffVersion"]],
  [{ handoffVersion: 1.5 }, ["handoffVersion"]],
  [{ target: undefined }, ["target"]],
  [{ target: "pr 7" }, ["target"]],
  [{ target: [] }, ["target"]],
  [{ target: {} }, ["target.kind", "target.repo"]],
  [{ target: { ...target, kind: "PR" } }, ["target.kind"]],
  [{ target: { ...target, repo: "Acme/widgets" } }, ["target.repo"]],
  [{ target: { ...target, repo: "widgets" } }, ["target.repo"]],
  [{ target: { ...target, repo: "a/b/c" } }, ["target.repo"]],
  [{ target: { ...target, repo: "../b" } }, ["target.repo"]],
  [{ target: { ...target, repo: " a/b" } }, ["target.repo"]],
  [{ target: { ...target, pr: "7" } }, ["target.pr"]],
  [{ target: { ...target, kind: "issue" } }, ["target.issue"]],
  [{ target: { ...target, kind: "local_branch", branch: " " } }, ["target.branch"]],
  [{ target: { ...target, kind: "local_phase", issue: 0 } }, ["target.phase"]],
  [{ nextAction: "\n" }, ["nextAction"]],
  [{ requiredReads: "a.md" }, ["requiredReads"]],
  [{ requiredReads: ["a.md", ""] }, ["requiredReads"]],
  [{ acceptance: undefined }, ["acceptance"]],
  [{ acceptance: [] }, ["acceptance"]],
  [{ acceptance: {} }, ["acceptance.criteria"]],
  [{ acceptance: { criteria: [] } }, ["acceptance.criteria"]],
  [{ acceptance: { criteria: [criterion, { ...criterion, id: "" }] } }, ["acceptance.criteria"]],
  [{ acceptance: { criteria: [{ ...criterion, must: 1 }] } }, ["acceptance.criteria"]],
  [{ acceptance: { criteria: [{ ...criterion, severity: "high" }] } }, ["acceptance.criteria"]],
  [{ acceptance: { criteria: [null] } }, ["acceptance.criteria"]],
  [{ stopRules: "merge" }, ["stopRules"]],
  [{ stopRules: [1] }, ["stopRules"]],
  [{ executionMode: undefined, asyncStartMode: "", asyncStartEffective: "Required" }, [
    "executionMode",
    "asyncStartMode",
    "asyncStartEffective",
  ]],
  [{ retrospectiveFindings: "none" }, ["retrospectiveFindings"]],
  [{ retrospectiveFindings: [] }, ["retrospectiveFindings"]],
  [{ retrospectiveFindings: { ...findings, internalToolingOnly: "true" } }, [
    "retrospectiveFindings.internalToolingOnly",
  ]],
  [{ retrospectiveFindings: { internalToolingOnly: true, rawCallViolations: [1] } }, [
    "retrospectiveFindings.rawCallViolations",
    "retrospectiveFindings.allowedWriteOps",
  ]],
  [{ specSource: "issue" }, ["specSource"]],
]

for (const [fields, errors] of wrong) {
  Deno.test(`validateHandoffEnvelope names what is wrong with ${JSON.stringify(fields)}`, () => {
    const validation = validateHandoffEnvelope({ ...envelope, ...fields })
    deepStrictEqual([validation.ok, fieldsOf(validation.errors), validation.warnings], [false, errors, []])
  })
}

Deno.test("validateHandoffEnvelope has one error for what is no object", () => {
  for (const value of [undefined, null, [], "x", 1, [envelope]]) {
    const { ok, errors, warnings } = validateHandoffEnvelope(value)
    deepStrictEqual([ok, fieldsOf(errors), warnings], [false, ["_root"], []])
  }
})

Deno.test("validateHandoffEnvelope warns of another version, no reads and no time", () => {
  const { ok, warnings } = validateHandoffEnvelope({
    ...envelope,
    handoffVersion: 2,
    requiredReads: [],
    derivedAt: undefined,
  })
  deepStrictEqual([ok, fieldsOf(warnings)], [true, ["handoffVersion", "requiredReads", "derivedAt"]])
})

Deno.test("validateHandoffEnvelope asks for findings only when it is told to", () => {
  for (const absent of [undefined, null]) {
    const without = { ...envelope, retrospectiveFindings: absent }
    deepStrictEqual(fieldsOf(validateHandoffEnvelope(without, { requireFindings: true }).errors), [
      "retrospectiveFindings",
    ])
  }
  strictEqual(validateHandoffEnvelope(envelope, { requireFindings: true }).ok, true)
})

Deno.test("validateHandoffEnvelope never throws, and accepts every HandoffEnvelope", async () => {
  await holds(foreignJson, (json) => {
    validateHandoffEnvelope({ ...envelope, target: json, acceptance: json, retrospectiveFindings: json })
    return !validateHandoffEnvelope(json).ok
  })
  await holds(Arbitrary.schema(HandoffEnvelope), (value) => validateHandoffEnvelope(value).ok, 150)
})

Deno.test("validateHandoffEnvelope takes an envelope that throws when it is read for a wrong one", () => {
  const unreadable = {
    ok: false,
    errors: [{ field: "_root", reason: "must be readable: a getter or a proxy in it throws", got: null }],
    warnings: [],
  }
  for (const value of throwingValues()) {
    deepStrictEqual(validateHandoffEnvelope(value), unreadable)
    deepStrictEqual(validateHandoffEnvelope({ ...envelope, target: value }), unreadable)
  }
})

Deno.test("what findings say changes nothing about an envelope's validity", async () => {
  await holds(Arbitrary.all([Arbitrary.schema(RetrospectiveFindings), foreignJson]), ([found, json]) => {
    const carrying = validateHandoffEnvelope({ ...envelope, retrospectiveFindings: found }, { requireFindings: true })
    const normal = normalizeRetrospectiveFindings(json)
    return carrying.ok && validateHandoffEnvelope({ ...envelope, retrospectiveFindings: normal }).ok
  })
})

Deno.test("normalizeRetrospectiveFindings keeps trimmed texts and the three fields", () => {
  const rows: readonly (readonly [unknown, unknown])[] = [
    [undefined, null],
    [null, null],
    ["gh: gh api", null],
    [["gh: gh api"], null],
    [{}, { internalToolingOnly: false, rawCallViolations: [], allowedWriteOps: [] }],
    [{ ok: true, internalToolingOnly: 1 }, { internalToolingOnly: false, rawCallViolations: [], allowedWriteOps: [] }],
    [
      { internalToolingOnly: true, rawCallViolations: [" gh: gh api x\n", " ", true, null], allowedWriteOps: "gh" },
      { internalToolingOnly: true, rawCallViolations: ["gh: gh api x", "true", "null"], allowedWriteOps: [] },
    ],
    [{ allowedWriteOps: [Object.create(null), Symbol("s")] }, {
      internalToolingOnly: false,
      rawCallViolations: [],
      allowedWriteOps: ["a value of type object", "Symbol(s)"],
    }],
  ]
  for (const [value, normal] of rows) deepStrictEqual(normalizeRetrospectiveFindings(value), normal)
})

Deno.test("normalizeRetrospectiveFindings gives RetrospectiveFindings or null, and normalising again changes nothing", async () => {
  const isFindings = Schema.is(RetrospectiveFindings)
  const lists = Arbitrary.schema(Schema.Struct({ rawCallViolations: Schema.Json, allowedWriteOps: Schema.Json }))
  await holds(Arbitrary.all([foreignJson, lists]), ([json, list]) =>
    [json, list].every((value) => {
      const normal = normalizeRetrospectiveFindings(value)
      return normal === null ||
        isFindings(normal) && JSON.stringify(normalizeRetrospectiveFindings(normal)) === JSON.stringify(normal)
    }))
})

import { deepStrictEqual, strictEqual } from "node:assert/strict"
import {
  readCheckpointArtifact,
  resolveCheckpointStateFromArtifact,
} from "../../../src/core/gate/checkpoint_artifact.ts"
import {
  normalizeRetrospectiveCheckpointState,
  RETROSPECTIVE_CHECKPOINT_STATE,
} from "../../../src/core/gate/checkpoint_state.ts"
import { normalizeCheckpointCycleIdentity } from "../../../src/core/gate/cycle_identity.ts"
import { isQualifyingAsyncCompletion } from "../../../src/core/gate/qualifying_completion.ts"
import { foreignJson, holds } from "./foreign_json.ts"
import { throwingValues } from "./throwing_values.ts"

Deno.test("RETROSPECTIVE_CHECKPOINT_STATE has four states and cannot be changed", () => {
  deepStrictEqual({ ...RETROSPECTIVE_CHECKPOINT_STATE }, {
    NONE: "none",
    COMPLETE: "complete",
    SKIPPED: "skipped",
    MISSING: "missing",
  })
  strictEqual(Object.isFrozen(RETROSPECTIVE_CHECKPOINT_STATE), true)
})

Deno.test("normalizeRetrospectiveCheckpointState folds case and white space and knows no other word", () => {
  const rows: readonly (readonly [unknown, string | null])[] = [
    ["none", "none"],
    ["\tSKIPPED\n", "skipped"],
    ["Complete", "complete"],
    ["missing", "missing"],
    ["required", null],
    ["toString", null],
    [" ", null],
    [undefined, null],
    [null, null],
    [["none"], null],
    [{ state: "none" }, null],
    [true, null],
  ]
  for (const [value, state] of rows) strictEqual(normalizeRetrospectiveCheckpointState(value), state)
})

Deno.test("resolveCheckpointStateFromArtifact answers none only for no artifact and for an explicit none", () => {
  const rows: readonly (readonly [unknown, string])[] = [
    [undefined, "none"],
    [{ state: "none" }, "none"],
    [{ state: "required", triggeredAt: "2027-01-02T03:04:05.006Z" }, "missing"],
    [{ state: "missing" }, "missing"],
    [{ state: "complete" }, "complete"],
    [{ state: " SKIPPED " }, "skipped"],
    [{ state: "complete", identity: { prNumber: -1 }, provenance: 3, rawCallViolations: ["gh: gh api"] }, "complete"],
    [{ state: "done" }, "missing"],
    [{ state: "hasOwnProperty" }, "missing"],
    [{ state: "" }, "missing"],
    [{ state: ["complete"] }, "missing"],
    [{ State: "complete" }, "missing"],
    [null, "missing"],
    [[{ state: "complete" }], "missing"],
    ["complete", "missing"],
    [0, "missing"],
  ]
  for (const [artifact, state] of rows) strictEqual(resolveCheckpointStateFromArtifact(artifact), state)
})

Deno.test("resolveCheckpointStateFromArtifact never throws and never takes JSON for none unless it says so", async () => {
  await holds(foreignJson, (artifact) => {
    const state = resolveCheckpointStateFromArtifact(artifact)
    const said = typeof artifact === "object" && artifact !== null && "state" in artifact ? artifact.state : undefined
    return normalizeRetrospectiveCheckpointState(state) === state &&
      (state === "none") === (typeof said === "string" && said.trim().toLowerCase() === "none")
  })
})

Deno.test("readCheckpointArtifact says why a file that is there counts as missing", () => {
  deepStrictEqual(readCheckpointArtifact({ _tag: "absent" }), { checkpointState: "none", record: null, problem: null })
  const texts: readonly (readonly [string, string, string | null])[] = [
    ['{"state":"required","x":1}', "missing", null],
    ['{"state":"complete","x":1}', "complete", null],
    ['{"state":"missing"}', "missing", null],
    ['{"state":"none"}', "none", null],
    ["", "missing", "the file is not JSON"],
    ["{", "missing", "the file is not JSON"],
    ["null", "missing", "the file holds null, not a record"],
    ["[]", "missing", "the file holds an array, not a record"],
    ['"complete"', "missing", 'the file holds "complete", not a record'],
    ["{}", "missing", '"state" is undefined, not "required", "complete" or "skipped"'],
    ['{"state":"bogus"}', "missing", '"state" is "bogus", not "required", "complete" or "skipped"'],
  ]
  for (const [text, checkpointState, problem] of texts) {
    const reading = readCheckpointArtifact({ _tag: "text", text })
    deepStrictEqual([reading.checkpointState, reading.problem], [checkpointState, problem], text)
  }
  deepStrictEqual(readCheckpointArtifact({ _tag: "text", text: '{"state":"complete","x":1}' }).record, {
    state: "complete",
    x: 1,
  })
  deepStrictEqual(readCheckpointArtifact({ _tag: "unreadable", problem: "permission denied" }), {
    checkpointState: "missing",
    record: null,
    problem: "permission denied",
    unreadable: true,
  })
})

Deno.test("readCheckpointArtifact reads bytes as UTF-8 alone, and strips a byte order mark of bytes and text", () => {
  const complete = '{"state":"complete"}'
  const bytes = (...parts: readonly (string | number)[]) =>
    readCheckpointArtifact({
      _tag: "bytes",
      bytes: new Uint8Array(parts.flatMap((part) => typeof part === "number" ? [part] : [...Buffer.from(part)])),
    })
  deepStrictEqual(bytes(complete), readCheckpointArtifact({ _tag: "text", text: complete }))
  deepStrictEqual(bytes(0xef, 0xbb, 0xbf, complete), bytes(complete))
  deepStrictEqual(readCheckpointArtifact({ _tag: "text", text: `\uFEFF${complete}` }), bytes(complete))
  deepStrictEqual(bytes('{"state":"complete","notes":"', 0xe9, '"}'), {
    checkpointState: "missing",
    record: null,
    problem: "the file is not UTF-8 text",
  })
  strictEqual(bytes().problem, "the file is not JSON")
})

Deno.test("readCheckpointArtifact takes what is nested too deep for no record, however deep", () => {
  const nested = (levels: number): string => `{"state":"complete","x":${"[".repeat(levels)}${"]".repeat(levels)}}`
  strictEqual(readCheckpointArtifact({ _tag: "text", text: nested(150) }).checkpointState, "complete")
  for (const levels of [250, 200_000]) {
    deepStrictEqual(readCheckpointArtifact({ _tag: "text", text: nested(levels) }), {
      checkpointState: "missing",
      record: null,
      problem: "the file is nested more than 200 levels deep",
    })
  }
})

Deno.test("readCheckpointArtifact agrees with resolveCheckpointStateFromArtifact on any JSON", async () => {
  await holds(
    foreignJson,
    (json) =>
      readCheckpointArtifact({ _tag: "text", text: JSON.stringify(json) }).checkpointState ===
        resolveCheckpointStateFromArtifact(JSON.parse(JSON.stringify(json))),
  )
})

Deno.test("normalizeCheckpointCycleIdentity needs a repository, a number and a commit, and drops the rest", () => {
  const identity = { repo: "acme/widgets", prNumber: 3, mergeCommit: "abc" }
  deepStrictEqual(normalizeCheckpointCycleIdentity({ ...identity, repo: " acme/widgets", more: 1 }), identity)
  const wrong = [
    undefined,
    7,
    [],
    {},
    { ...identity, repo: "  " },
    { ...identity, repo: 1 },
    { ...identity, prNumber: 0 },
    { ...identity, prNumber: 1.5 },
    { ...identity, prNumber: "3" },
    { ...identity, mergeCommit: null },
  ]
  for (const value of wrong) strictEqual(normalizeCheckpointCycleIdentity(value), null)
})

Deno.test("isQualifyingAsyncCompletion holds for routes of the two qualifying gates alone", () => {
  const rows: readonly (readonly [unknown, boolean])[] = [
    [{ routeKind: "route", selectedGate: "copilot_pr_followup" }, true],
    [{ routeKind: "route", selectedGate: "issue_intake", more: 1 }, true],
    [{ routeKind: "wait", selectedGate: "issue_intake" }, false],
    [{ routeKind: "inspect", selectedGate: "copilot_pr_followup" }, false],
    [{ routeKind: "route", selectedGate: "external_pr_followup" }, false],
    [{ routeKind: "route", selectedGate: " issue_intake" }, false],
    [{ routeKind: ["route"], selectedGate: "issue_intake" }, false],
    [[], false],
    [undefined, false],
    [() => "route", false],
  ]
  for (const [result, qualifies] of rows) strictEqual(isQualifyingAsyncCompletion(result), qualifies)
})

Deno.test("isQualifyingAsyncCompletion never throws", async () => {
  await holds(foreignJson, (json) => isQualifyingAsyncCompletion(json) === false)
  for (const value of throwingValues()) strictEqual(isQualifyingAsyncCompletion(value), false)
})

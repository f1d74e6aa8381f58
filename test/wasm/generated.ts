import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import type { Finding } from "../../src/core/schema/finding.ts"
import { HandoffEnvelope } from "../../src/core/schema/handoff_envelope.ts"
import type { Report } from "../../src/core/schema/report.ts"
import { RoutingInput } from "../../src/core/schema/routing_input.ts"
import { resolved } from "../core/envelope/envelope.ts"
import { checkpointStates, foreignJson, proposals } from "../core/gate/foreign_json.ts"
import { assignments, places, tokens, values } from "../core/redact/made_up_secrets.ts"
import { line, report } from "../core/report/report_arbitrary.ts"
import { sampleChoices } from "../core/transcript/choices.ts"
import { garbage, wrappedMention, wrappedUse } from "../core/transcript/generated_shell.ts"
import { componentTest } from "./component.ts"
import { same, sameForAll } from "./same.ts"

const today = "2026-03-05"
const text = JSON.stringify
/** A line as an argument can be: half a surrogate pair is only possible inside of JSON. */
const words = line.pipe(Arbitrary.map((made) => made.toWellFormed()))

/** Reports as `render` takes them: each finding says what to do. */
const valid = report.pipe(
  Arbitrary.map((made) => ({
    ...made,
    findings: made.findings.map((one) => ({ ...one, proposed_action: `look ${one.proposed_action}` })),
  })),
)

/** The findings of a report as a later run finds them again: some gone, some reworded, some moved. */
function laterFindings({ findings }: Report): readonly Finding[] {
  return findings.flatMap(({ id: _, tag, ...finding }, index) => {
    if (index % 4 === 3) return []
    return [{ ...finding, what: tag === "NEW" ? `${finding.what} still` : finding.what }]
  })
}

componentTest(
  "the component compares generated findings as the core does",
  (component) =>
    sameForAll(component, valid, (core, made) => {
      const findings = laterFindings(made)
      const nodes = made.clean_nodes.map((node, index) => ({ oldNode: node, newNode: `new/${index}.md` }))
      const file = core.reports.render(text(made), { destination: "file" })
      const passes = [{ pass: "count-claim", ran: true, complete: true, scanned: made.clean_nodes, clean: 0, findings }]
      return [
        core.reports.diff(text(findings), undefined, { today, idMax: 7, renames: [] }),
        core.reports.diff(text(findings), { path: "v3.md", content: { tag: "markdown", val: file } }, {
          today,
          renames: nodes,
        }),
        core.reports.diff(
          text({ passes, inventory: made.clean_nodes }),
          { path: "old.json", content: { tag: "json", val: text(made) } },
          { today, renames: [] },
        ),
      ]
    }),
)

componentTest(
  "the component renders, reads and checks generated reports as the core does",
  (component) =>
    sameForAll(component, Arbitrary.all([valid, Arbitrary.schema(Schema.Natural)]), (core, [made, number]) => {
      const { render, parse, validate } = core.reports
      const file = render(text(made), { destination: "file" })
      const broken = file.split("\n").filter((_, index) => index % 9 !== number % 9).join("\n")
      return [
        file,
        render(text(made), { destination: "terminal", maxFindings: number % 5 }),
        render(text(made), { destination: "github", maxDiagramNodes: number % 7 }),
        parse(file),
        validate(file),
        validate(broken),
      ]
    }),
)

componentTest(
  "the component refuses generated reports that are none as the core does",
  (component) =>
    sameForAll(component, Arbitrary.all([valid, foreignJson]), (core, [made, json]) => {
      const file = core.reports.render(text(made), { destination: "file" })
      return core.reports.parse(file.replace(/^findings_total: /mu, () => `findings_total: ${text(json)} `))
    }, { expected: "failure" }),
)

componentTest("the component judges generated commands as the core does", async (component) => {
  const custom = `
rules:
  - { id: raw-gh, label: gh, commands: [gh, "python*"], match: [gh api], not_match: [ghost] }
`
  for (const choices of await sampleChoices(5, 150)) {
    const typed = [wrappedUse(choices, 4), wrappedMention(choices, 2), garbage(choices)].join("\n")
    same(component, ({ transcripts }) => transcripts.analyzeTranscript(typed, { tag: "default" }))
    same(component, ({ transcripts }) => transcripts.analyzeTranscript(typed, { tag: "strict" }))
    same(component, ({ transcripts }) => transcripts.analyzeTranscript(typed, { tag: "custom", val: custom }))
  }
})

componentTest("the component takes made-up secrets out as the core does", (component) => {
  const secrets = Object.values(tokens).flatMap((token) => places.map((place) => place.replace("@", token)))
  const assigned = assignments.flatMap((place) => values.map((value) => place.replace("@", value)))
  for (const secret of [...secrets, ...assigned].filter((_, index) => index % 5 === 0)) {
    same(component, (core) => core.secrets.redact(secret))
    same(component, (core) => core.secrets.redactValue(text({ secret, token: [secret, { a: secret }] })))
  }
})

componentTest(
  "the component redacts generated values as the core does",
  (component) => sameForAll(component, foreignJson, (core, json) => core.secrets.redactValue(text(json))),
)

componentTest(
  "the component decides generated routings as the core does",
  (component) =>
    sameForAll(
      component,
      Arbitrary.all([Arbitrary.schema(RoutingInput), foreignJson]),
      (core, [input, json]) =>
        [input, json, { ...input, retrospectiveCheckpointState: json }].flatMap((value) => {
          const { evaluate, startupResumeBundle, status } = core.routing
          return [evaluate(text(value)), startupResumeBundle(text(value)), status(text(value))]
        }),
    ),
)

componentTest("the component opens and closes the gate as the core does", (component) => {
  const files = [
    "version: 1\nworkflow:\n  requireRetrospective: true\n",
    "version: 1\nworkflow:\n  requireRetrospective: yes\n",
    "workflow: {requireRetrospectiv: true}\n",
    '{"version": 1, "workflow": {"requireRetrospective": false}}',
    "- a\n",
  ]
  const given = Arbitrary.all([checkpointStates, proposals, foreignJson])
  return sameForAll(component, given, (core, [checkpointState, proposedRouting, json]) =>
    files.map((file) => {
      const { evaluate, check, loadDevLoopConfig } = core.gate
      const config = [{ path: ".devloops", text: file }, { path: ".pi/dev-loop/defaults.json", text: text(json) }]
      return [
        evaluate(text({ checkpointState, proposedRouting })),
        evaluate(text(json)),
        loadDevLoopConfig(config),
        check({ tag: "text", val: text({ state: checkpointState }) }, config.slice(0, 1), text(proposedRouting)),
        check({ tag: "bytes", val: new TextEncoder().encode(text(json)) }, config, text(json)),
        check({ tag: "absent" }, config.slice(0, 1), text(proposedRouting)),
        check({ tag: "unreadable", val: "no permission" }, config.slice(0, 1), text(proposedRouting)),
      ]
    }), { count: 20 })
})

componentTest("the component reads and writes generated checkpoints as the core does", (component) => {
  const given = Arbitrary.all([foreignJson, checkpointStates, words])
  return sameForAll(component, given, ({ gate }, [json, state, said]) => {
    const messages = [{ role: "user", content: `Background task completed: dev-loop ${said}` }]
    const identity = { repo: said, prNumber: 7, mergeCommit: state }
    return [
      gate.readCheckpoint({ tag: "text", val: text(json) }),
      gate.resolveCheckpointState(text(json)),
      gate.resolveCheckpointState(undefined),
      gate.normalizeCheckpointState(text(state)),
      gate.normalizeCycleIdentity(text(identity)),
      gate.normalizeCycleIdentity(text({ ...identity, prNumber: Number.MAX_SAFE_INTEGER, mergeCommit: "c" })),
      gate.requireCheckpoint(text(json), today, said),
      gate.completeCheckpoint(text({ state, runId: said }), today, said),
      gate.skipCheckpoint(undefined, today, said),
      gate.observeAgentEnd(text({ type: "agent_end", messages, runId: said }), text(json), today),
      gate.observeAgentEnd(text(json), undefined, today),
      gate.isQualifyingAsyncCompletion(text({ routeKind: "route", selectedGate: state })),
    ]
  })
})

componentTest("the component checks and builds generated envelopes as the core does", (component) => {
  const given = Arbitrary.all([Arbitrary.schema(HandoffEnvelope), foreignJson, words])
  return sameForAll(component, given, ({ envelopes }, [envelope, json, said]) => {
    const options = {
      repo: "acme/widgets",
      requiredReads: [said],
      maxCopilotRounds: 3,
      env: [{ name: "CLAUDECODE", value: "1" }],
      gateConfig: text(json),
      retrospectiveFindings: text({ internalToolingOnly: true, rawCallViolations: [said, json] }),
    }
    return [
      envelopes.validate(text(envelope), true),
      envelopes.validate(text({ ...envelope, target: json }), false),
      envelopes.validate(text(json), true),
      envelopes.normalizeFindings(text(json)),
      envelopes.normalizeFindings(text({ rawCallViolations: [said, json] })),
      envelopes.build(text(resolved), text({ workflow: json }), text(json), options, today),
      envelopes.build(text({ ...resolved, nextAction: said }), undefined, undefined, options, undefined),
    ]
  })
})

componentTest(
  "the component says of a generated input that gives no envelope what the core says",
  (component) =>
    sameForAll(component, foreignJson, ({ envelopes }, json) =>
      envelopes.build(
        text({ ...resolved, target: json, executionMode: json }),
        undefined,
        undefined,
        { env: [] },
        today,
      ), { expected: "failure" }),
)

componentTest(
  "the component shows generated bodies as the core does",
  (component) =>
    sameForAll(
      component,
      Arbitrary.array(Arbitrary.all([words, words, words]), { maxLength: 24 }),
      ({ reports }, made) => {
        const fragments = made.map(([name, kind, body], index) => ({
          ...(index % 3 === 0 ? undefined : { path: `memory/${name}.md` }),
          frontmatter: text({ name, kind: index % 4 === 0 ? "warning" : kind, scope: [kind] }),
          body: `${body}\n`,
        }))
        return [
          reports.renderBodies(fragments, { tag: "tiers" }, undefined),
          reports.renderBodies(fragments, { tag: "caller" }, 5),
          reports.renderBodies(fragments, { tag: "given", val: ["rest", "warning"] }, 99),
        ]
      },
    ),
)

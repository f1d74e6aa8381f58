import { fromSources, otherForms } from "./forms.ts"
import { continuousIntegration, stageByStage } from "./automation.ts"
import { interactiveBatch, interactiveEach, typingInEditor } from "./at_terminal.ts"
import { brokenBaseline, readOnlyDisk } from "./bad_ground.ts"
import { closedCompletedOpen } from "./retrospective_gate.ts"
import { firstRun, fixOneWaiveOne, secondRun } from "./review_runs.ts"
import { inPipes, otherScripts } from "./shell_use.ts"
import { transcriptCheck } from "./transcript_check.ts"
import { make, sameSteps } from "./visit.ts"

const journeys = [
  firstRun,
  secondRun,
  fixOneWaiveOne,
  interactiveBatch,
  interactiveEach,
  typingInEditor,
  continuousIntegration,
  stageByStage,
  closedCompletedOpen,
  transcriptCheck,
  brokenBaseline,
  readOnlyDisk,
  inPipes,
  otherScripts,
]

for (const journey of journeys) {
  const { name, impossible } = journey
  Deno.test({
    name: impossible === undefined ? name : `${name} (left out: ${impossible})`,
    ignore: impossible !== undefined,
    // The forms go side by side.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async (test) => {
      const others = await otherForms()
      const expected = make(journey, fromSources)
      const unsanitized = { sanitizeOps: false, sanitizeResources: false, sanitizeExit: false }
      const compared = others.map((form) => {
        const why = "why" in form ? form.why : journey.without?.(form)
        return "why" in form || why !== undefined
          ? test.step({ name: `${form.name} (left out: ${why})`, ignore: true, fn: () => {}, ...unsanitized })
          : test.step({
            name: form.name,
            fn: async () => sameSteps(await make(journey, form), await expected),
            ...unsanitized,
          })
      })
      await test.step({ name: fromSources.name, fn: async () => void await expected, ...unsanitized })
      await Promise.all(compared)
    },
  })
}

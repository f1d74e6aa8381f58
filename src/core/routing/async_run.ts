import { fieldOf, isGiven, isMapping, textOf, wordIn } from "../foreign/foreign_value.ts"

/** A run that goes on in the background, every field said. */
export interface CanonicalAsyncRun {
  /** The only kind that is known. */
  readonly kind: "pi_managed_run"
  /** The run, as the host names it. */
  readonly runId: string
  /** Whether the run can be seen. */
  readonly visible: boolean
  /** What inspecting the run gave. */
  readonly inspectionState: string | null
}

/** States in which a run proves nothing. */
const unseen: readonly string[] = ["hidden", "stale", "uninspectable"]

/** A run with every field said; `null` when it is none. */
export function normalizeAsyncRun(value: unknown): CanonicalAsyncRun | null {
  const kind = wordIn(["pi_managed_run"], fieldOf(value, "kind"))
  const runId = textOf(fieldOf(value, "runId"))
  const visible = fieldOf(value, "visible")
  if (!isMapping(value) || kind === undefined || runId === undefined) return null
  if (isGiven(visible) && typeof visible !== "boolean") return null
  return {
    kind: "pi_managed_run",
    runId,
    visible: visible === true,
    inspectionState: textOf(value["inspectionState"])?.toLowerCase() ?? null,
  }
}

/** Whether a durable loop may rely on the run: it is visible, and nothing says that it cannot be inspected. */
export function isReliableRun(run: CanonicalAsyncRun | null): boolean {
  return run !== null && run.visible && !unseen.includes(run.inspectionState ?? "")
}

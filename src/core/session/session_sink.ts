import type { GlancedCall } from "./claude_glance.ts"
import type { SessionEvent, SessionFormat } from "./session_event.ts"

/** Who is told what a file holds. */
export interface SessionSink {
  /** The format of the file, once it is known. */
  readonly format: (format: SessionFormat) => void
  /** So many records, or lines of plain text, were read. */
  readonly records: (count: number) => void
  /** What the record at a line says. */
  readonly event: (format: SessionFormat, event: SessionEvent, line: number) => void
  /** Plain commands; the first of them starts at a line. */
  readonly commands: (text: string, line: number) => void
  /** A line is not read. `lost` says that nothing is known of what it holds. */
  readonly skip: (line: number, reason: string, lost: boolean) => void
  /** Nothing of a file was judged, of which lines were told not to be read. */
  readonly lose: () => void
  /** Takes a call that was not parsed and runs nothing that is worth telling; `false` when that is not known. */
  readonly repeat: (format: SessionFormat, call: GlancedCall) => boolean
  /** Whether the result of any call is of interest. */
  readonly isAwaiting: () => boolean
}

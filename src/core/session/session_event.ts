/** The formats in which a transcript is read. */
export type SessionFormat = "lines" | "claude" | "codex" | "pi"

/** All formats, plain lines first. */
export const sessionFormats: readonly SessionFormat[] = ["lines", "claude", "codex", "pi"]

/** What one record of a session says that matters here. */
export type SessionEvent =
  /** The agent gave a text to a shell. */
  | {
    readonly kind: "command"
    readonly text: string
    /** The id of the tool call. */
    readonly call?: string
    /** Whether the record only repeats what another one says of the same call. */
    readonly echo?: boolean
  }
  /** The agent gave a text to a program that is no POSIX shell: it cannot be told what it runs. */
  | { readonly kind: "opaque"; readonly text: string; readonly call?: string }
  /** The agent typed into a program that runs. */
  | { readonly kind: "typed"; readonly program: string; readonly text: string; readonly call?: string }
  /** A tool call ended; what it started may run on under a name. */
  | { readonly kind: "result"; readonly call: string; readonly error: boolean; readonly program?: string }
  /** The user typed a command. The id is that of the record, when it has one. */
  | { readonly kind: "user"; readonly text: string; readonly id?: string }
  /** Nothing is known of records of this type. */
  | { readonly kind: "unknown"; readonly type: string }
  /** The record cannot be read. */
  | { readonly kind: "bad"; readonly reason: string }

/** Most records say nothing. */
export const noEvents: readonly SessionEvent[] = []

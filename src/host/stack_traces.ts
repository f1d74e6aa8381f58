// Effect looks at the stack of an error while it loads, and to tell it the runtime reads a bundled program whole: that took
// a third of the start. Without frames there is nothing to tell. This has to be the first module that the program imports.
const limit = Error.stackTraceLimit
Error.stackTraceLimit = 0

/** Gives errors their stacks back, once everything is loaded. */
export function restoreStackTraces(): void {
  Error.stackTraceLimit = limit
}

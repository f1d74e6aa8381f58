/** The builtins of a shell that declare variables. */
export const declarations: ReadonlySet<string> = new Set(["export", "declare", "typeset", "local", "readonly"])

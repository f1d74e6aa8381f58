/** A value of front matter, as YAML 1.2's core schema reads it: dates stay strings. */
export type YamlValue = null | boolean | number | string | readonly YamlValue[] | { readonly [key: string]: YamlValue }

/** The YAML block at the start of a file. Lines are 1-based lines of the file. */
export type FrontMatter =
  | { readonly _tag: "absent" }
  | { readonly _tag: "invalid"; readonly problem: string; readonly line: number }
  | {
    readonly _tag: "mapping"
    readonly values: { readonly [key: string]: YamlValue }
    /** The line of each top-level key. */
    readonly lines: { readonly [key: string]: number }
    /** The line of the closing `---`. */
    readonly end_line: number
  }

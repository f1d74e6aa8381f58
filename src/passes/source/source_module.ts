/** What one module takes from another. */
export interface SourceImport {
  /** As written: `./a.ts`, `effect/Effect`. */
  readonly specifier: string
  /** 1-based. */
  readonly line: number
  /** The exported names that are taken; `*` stands for all, `default` for the default. Empty: it is only run. */
  readonly names: readonly string[]
  /** Only types: it is gone when the program runs. */
  readonly type_only: boolean
}

/** What a module gives to others. */
export interface SourceExport {
  readonly name: string
  /** 1-based. */
  readonly line: number
  /** It is another module's. */
  readonly passed_on?: true
  /** Its value, when it is written out: a literal, or a list of them. */
  readonly literal?: string
}

/** A file of TypeScript or JavaScript, as its imports and exports have it. */
export interface SourceModule {
  readonly imports: readonly SourceImport[]
  readonly exports: readonly SourceExport[]
  /** What it exports all of: `export * from "./a.ts"`. */
  readonly all_of: readonly string[]
  /** Its exports are not all known: CommonJS, or it could not be read to the end. */
  readonly open: boolean
}

/** Reads a file's imports and exports; `undefined`: it is not in the language. */
export type SourceReader = (path: string, text: string) => SourceModule | undefined

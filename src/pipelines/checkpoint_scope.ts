/** What a checkpoint looks at besides the paths that narrow it. */
export type CheckpointScope =
  /** The whole corpus. */
  | { readonly _tag: "corpus" }
  /** What changed since the commit that HEAD and `since` share: a branch, a tag or a commit. */
  | { readonly _tag: "diff"; readonly since: string }
  /** Modules: those that `paths` names, else those with changes since the last commit. */
  | { readonly _tag: "module" }
  /** One feature, by the slug of its spec and plan. */
  | { readonly _tag: "conformance"; readonly slug: string }

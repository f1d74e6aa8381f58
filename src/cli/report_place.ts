import * as Flag from "effect/cli/Flag"

/** `--report-dir DIR`: where the runs of every scope are kept. */
export const reportDirFlag: Flag.Flag<string> = Flag.String("report-dir").pipe(
  Flag.withMetavar("DIR"),
  Flag.withDescription("The folder of the runs of every scope"),
)

/** `--scope-slug SLUG`: the folder of one scope inside the report folder. */
export const scopeSlugFlag: Flag.Flag<string> = Flag.String("scope-slug").pipe(
  Flag.withMetavar("SLUG"),
  Flag.withDescription("The folder of the scope inside it"),
)

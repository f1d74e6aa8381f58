import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import { createFile } from "../engine/durable_file.ts"
import { configFileName } from "../engine/read_config.ts"
import { GivenPath } from "./given_path.ts"
import { jsonFlag, printJson, printResult } from "./output.ts"

const template = `# Configuration of retro. Every setting is optional; the values shown are the defaults or examples.

# Where runs are kept: a folder of this repository, relative to this file.
# report_dir: .claude/checkpoints

# What the report counts as which corpus. Without these, retro tells decisions, skills and docs by their content. Passes
# look at every file all the same; "ignore" leaves files out.
# roots:
#   decisions: [docs/adr/**]
#   system: [skills/**, agents/**]
#   docs: [docs/**, README.md]

# Globs to leave out, besides what git ignores.
# ignore: [vendor/**]

# Every pass runs where there is something for it to look at, except those marked "off": {} or settings switch these on.
# false switches a pass off.
# passes:
#   # What documents say of files
#   link-integrity: false        # links and anchors
#   path-reference: false        # paths in inline code
#   index-drift: false           # trees, tables and lists of a folder
#   count-claim:                 # numbers: folders and sections by itself, any other noun by its counter
#     nouns:
#       checks: { file: docs/review.md, heading: Checks }   # or glob, json_path, pattern
#   # What documents say of each other
#   decision-integrity: false    # supersession, status, dangling references
#   enum-drift: false            # the values of one key, listed in several files
#   path-config: false           # one setting, given several places
#   frontmatter:                 # what a README or its siblings ask of a file, and these rules
#     rules: [{ glob: posts/*.md, required: [date], values: { state: [draft, final] } }]
#   format-contract:             # what a contract asks of the lines of a file, and these
#     contracts: [{ file: CHANGES.md, lines: "^- ", pattern: "^- [0-9]{4}-" }]
#   # What was decided, and what became of it
#   intent-vs-shipped: false     # criteria, stages and releases of decisions in force
#   review-due: false            # reviews and deadlines that are past
#   consolidation: { draft_days: 365 }         # shipped rows of a backlog, equal ids; drafts only with draft_days
#   uncaptured-lessons: false    # lessons of sessions that no memory keeps
#   vision-coherence: false      # modules of a vision, and what serves them
#   # Skills, commands, agents, hooks
#   responsibility-overlap: { threshold: 0.45 }  # organs with one job
#   dead-config: { cold_after_days: 180 }        # what nothing reaches; cold rules only with cold_after_days
#   pipeline-gaps:               # off: files that one stage writes and another reads
#     stages: [{ name: spec, writes: "specs/*.md" }, { name: build, reads: ["specs/*.md"] }]
#   # Other scopes: --since, --scope module, a slug
#   change-fit: false
#   slug-conformance: { results: { file: results.json } }   # what criteria's commands came to
#   # A program of yours as a pass: off; runs only with --external, or when --pass names it
#   my-judge: { command: [./judge.sh], timeout_seconds: 60 }

# Where memories are kept, and the file there that lists them. Without this, retro looks for a MEMORY.md.
# memory:
#   root: .claude/memory
#   index: MEMORY.md

# Where a proposal goes, and how it is written: adr-tools, madr, log4brains, proposals, rfc or backlog. Without this,
# retro does as the repository does.
# proposals:
#   dir: doc/adr
#   convention: adr-tools

# How much the terminal and GitHub forms show; the file that is kept is never cut.
# limits:
#   findings: 50
#   diagram_nodes: 50

# Exit with 1 when an open finding is at least this severe: critical, high, medium, low, never.
# fail_on: never
`

/** The configuration file is there already; it is never touched. */
export class ConfigExists extends Data.Error<{ readonly path: string }> {
  readonly _tag = "ConfigExists"
  override readonly name = "ConfigExists"
  override get message(): string {
    return `Cannot create "${this.path}": it exists already; edit it instead`
  }
}

/** `retro init`: a commented configuration file; an existing one is never touched. */
export const init = Command.make(
  "init",
  {
    root: Flag.String("root").pipe(
      Flag.withSchema(GivenPath),
      Flag.withDefault("."),
      Flag.withMetavar("DIR"),
      Flag.withDescription("Where to write it"),
    ),
    json: jsonFlag,
  },
  Effect.fnUntraced(function* ({ root, json }) {
    const file = (yield* Path.Path).join(root, configFileName)
    yield* createFile(file, new TextEncoder().encode(template)).pipe(
      Effect.catchTag("NameTaken", () => Effect.fail(new ConfigExists({ path: file }))),
    )
    yield* json ? printJson({ file }) : printResult(`created ${file}`)
  }),
).pipe(Command.withDescription("Write a commented .retro.yaml"))

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { git } from "../services/program.ts"
import { hasTerminal, type Step, talkAtTerminal } from "../services/terminal.ts"
import { demoFiles, runs, withRepository } from "./demo_repository.ts"
import { choice, choices, command, ctrlC, ctrlD, editorOf, endOf } from "./each_terminal.ts"

/** `script` of util-linux is needed to make a terminal. */
const ignore = !hasTerminal

Deno.test({
  name: "retro checkpoint --prompt each opens the new text in the editor, shows what it became, and writes that",
  ignore,
  fn: () =>
    withRepository(demoFiles, async (folder) => {
      const script = 'echo "called: $1"; echo "$file" > .git/edited; sed -i "s/setup/Setup/; s/remove/Remove/" "$file"'
      const session = await talkAtTerminal(
        command,
        folder,
        choices("s\r", "e\r", "a\r", "edit\r", "a\r", "s\r"),
        editorOf(folder, script),
      )
      strictEqual(session.code, 0, session.seen)
      match(
        session.seen,
        /\nOpened the proposed action in '.*editor' --wait; waiting for its end …\ncalled: --wait\n\nR002 would/u,
      )
      match(
        session.seen,
        /\nOpened the new text for README\.md in [^]*\n\+See \[Setup\]\(docs\/guide\.md#setup\)\.\n\nR003, 3 of 4/u,
      )
      const edited = readFileSync(join(folder, ".git/edited"), "utf8").trim()
      match(edited, /\/README\.md$/u)
      ok(!existsSync(edited) && !existsSync(join(edited, "..")))
      deepStrictEqual(endOf(session).slice(1, 4), [
        "R001  skipped  Skipped for this run",
        "R002  applied  Created docs/adr/0003-remove-the-link-or-point-it-to-what-replaced-its-target.md",
        "R003  applied  Edited README.md",
      ])
      match(readFileSync(join(folder, "README.md"), "utf8"), /^See \[Setup\]\(docs\/guide\.md#setup\)\.$/mu)
      const stub = readFileSync(
        join(folder, "docs/adr/0003-remove-the-link-or-point-it-to-what-replaced-its-target.md"),
      )
      match(stub.toString(), /^# 3\. Remove the link, or point it to what replaced its target\n/u)
    }),
})

Deno.test({
  name:
    "retro checkpoint --prompt each says what came of an editor that changes nothing, fails, or leaves what cannot be taken",
  ignore,
  fn: () =>
    withRepository(demoFiles, async (folder) => {
      const token = `ghp_${"a1B2".repeat(9)}`
      const cases = [
        ["true", /\nNothing was changed\.\nR001, 1 of 4/u],
        ["exit 3", /\nNothing was changed: the editor ".*" ended with exit code 3\.\nR001, 1 of 4/u],
        ["kill -9 $$", /\nNothing was changed: the editor ".*" (?:was ended by SIGKILL|ended with exit code 137)\.\n/u],
        [
          `echo ${token} >> "$file"`,
          /\nNot taken: there is a secret in the new text for docs\/adr\/0002-use-b\.md now \(github-token\); leave it out\.\n/u,
        ],
        [
          'printf "\\377\\376 A\\n" > "$file"',
          /\nNot taken: the new text for docs\/adr\/0002-use-b\.md is not UTF-8 now; save it as UTF-8\.\nR001, 1 of 4/u,
        ],
        [
          'printf "a\\000b\\n" > "$file"',
          /\nNot taken: there are control characters in the new text for docs\/adr\/0002-use-b\.md now; leave them out\.\nR001, 1 of 4/u,
        ],
        ['rm "$file"', /\nNothing was changed: the editor ".*" left no file\.\nR001, 1 of 4/u],
        ['printf Accepted > "$file"', /\nNot taken: the file would stay as it is; skip does that\.\nR001, 1 of 4/u],
      ] as const
      for (const [script, said] of cases) {
        const session = await talkAtTerminal(command, folder, choices("e\r", ctrlD), editorOf(folder, script))
        match(session.seen, said)
        ok(!session.seen.includes(token))
        strictEqual(git(folder, "diff", "--numstat"), "", script)
      }
      const unknown = await talkAtTerminal(command, folder, choices("e\r", ctrlD), { EDITOR: "no-such-editor" })
      match(unknown.seen, /\nNothing was changed: the editor "no-such-editor" was not found\.\nR001, 1 of 4/u)
    }),
})

Deno.test({
  name: "retro checkpoint --prompt each leaves Ctrl-C to the editor while it runs",
  ignore,
  fn: () =>
    withRepository(demoFiles, async (folder) => {
      const script = `trap 'echo caught; exit 0' INT; echo "ready, ""steady"; while :; do sleep 0.1; done`
      const steps: readonly Step[] = [[choice, "e\r"], ["ready, steady", ctrlC], [choice, "s\r"], [choice, ctrlC]]
      // The shell of the terminal would end at Ctrl-C, unlike one that a person types into.
      const session = await talkAtTerminal(`exec ${command}`, folder, steps, editorOf(folder, script))
      strictEqual(session.code, 130, session.seen)
      match(session.seen, /caught\nNothing was changed\.\nR001, 1 of 4/u)
      match(session.seen, /\nStopped: 3 findings stay open\.\n/u)
    }),
})

Deno.test({
  name: "retro checkpoint --prompt each lets a line be changed where there is no editor",
  ignore,
  fn: () =>
    withRepository(demoFiles, async (folder) => {
      const session = await talkAtTerminal(command, folder, [
        [choice, "e\r"],
        ["> ", ", too\r"],
        [choice, "a\r"],
        [choice, "s\r"],
        [choice, "e\r"],
        ["> ", "\u0015Read the guide.\r"],
        [choice, "a\r"],
        [choice, "q\r"],
      ])
      strictEqual(session.code, 0, session.seen)
      match(
        session.seen,
        /\nChange the new text for docs\/adr\/0002-use-b\.md \(\\n stands for a line break\), then press Enter:\n> Accepted\\n\\nSupersedes /u,
      )
      match(
        readFileSync(join(folder, "docs/adr/0002-use-b.md"), "utf8"),
        /\nAccepted\n\nSupersedes \[.*\]\(.*\), too\n/u,
      )
      strictEqual(
        readFileSync(join(folder, "README.md"), "utf8"),
        "# Demo\n\nSee [gone](docs/gone.md).\n\nRead the guide.\n",
      )
    }),
})

/** A memory of a decision. */
function memory(name: string, more = ""): string {
  return `---\nname: ${name}\ndescription: "${name}, it is"\ntype: user\nkind: decision\nscope: [belt]\n` +
    `relevance: during-review\n${more}---\n\nText of ${name}.\n`
}

Deno.test({
  name: "retro checkpoint --prompt each asks what a memory is that nobody classified, and then writes it",
  ignore,
  fn: () => {
    const contradicts = "relations:\n  - type: contradicts\n    target: decisions/use-a.md\n"
    const files = {
      ".claude/memory/MEMORY.md": "# Memory\n\n- [Use A](decisions/use-a.md) — a\n- [Use B](decisions/use-b.md) — b\n",
      ".claude/memory/decisions/use-a.md": memory("Use A"),
      ".claude/memory/decisions/use-b.md": memory("Use B", contradicts),
    }
    return withRepository(files, async (folder) => {
      const session = await talkAtTerminal(command, folder, [
        [choice, "a\r"],
        ["lesson) ", "\r"],
        ["global) ", "\r"],
        ["commas; Enter: back) ", "\r"],
        [choice, "a\r"],
        ["lesson) ", "6\r"],
        ["lesson) ", "2\r"],
        ["global) ", "1, Sorting Hall\r"],
        ["commas; Enter: back) ", ",\r"],
        ["commas; Enter: back) ", "1, when touching belt\r"],
        [choice, "a\r"],
      ])
      strictEqual(session.code, 0, session.seen)
      match(session.seen, /\nR001 would be kept as a memory: apply asks for its kind, scope and relevance first\n/u)
      match(
        session.seen,
        /\nKind: 1 lesson, 2 decision, 3 preference, 4 warning, 5 architectural-rule\nKind\? .*6\nNot taken: "6" /u,
      )
      match(
        session.seen,
        /\nScope: 1 belt\n[^]*\nRelevance: 1 during-review\n[^]*\nNot taken: it has to be said; write when it/u,
      )
      const path = ".claude/memory/decisions/write-down-which-one-holds-where.md"
      deepStrictEqual(endOf(session).slice(1, 3), [
        `R001  applied  Created ${path}, edited .claude/memory/MEMORY.md`,
        `kept as ${runs}/v1.md`,
      ])
      match(
        readFileSync(join(folder, path), "utf8"),
        /\nkind: decision\nscope: \[belt, sorting-hall\]\nrelevance: \[during-review, when-touching-belt\]\n---\n\nWrite down/u,
      )
      strictEqual(git(folder, "diff", "--numstat"), "1\t0\t.claude/memory/MEMORY.md\n")
    })
  },
})

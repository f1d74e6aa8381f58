import { deepStrictEqual, ok } from "node:assert/strict"
import { redactValue } from "../../../src/core/redact/redact.ts"
import { readTooling } from "../../../src/core/transcript/analyze_transcript.ts"
import { strictPolicy } from "../../../src/core/transcript/built_in_policies.ts"
import { assignments, tokens, values } from "../redact/made_up_secrets.ts"

/** Where a token may stand in a command that is found: `@` is the token. */
const tokenPlaces: readonly string[] = [
  "gh api -f x=@ repos/a/b",
  "gh api 'a b @'",
  "A=@ B=1 gh x",
  "export A=@; gh x @",
  "gh x >@.txt",
  "gh x <<< @",
  "gh api https://example.org/@?y=@&z=1",
  "python3 - @ <<'E'\nx = '@'\nE",
  "sh -c 'gh x @'",
  `bash -lc "sudo env A=@ gh x '@'"`,
  "bash <<E\ngh x @\nE",
  "echo 'gh x @' | sh",
  "eval gh x @",
  "gh x $(python3 y @)",
  "gh x `python3 y @`",
  "find . -exec gh x @ \\;",
  "env -S 'gh x @'",
  "xargs -I% gh x @",
  "node -e 'fetch(\"@\")'",
  "gh pr merge 1 --body @",
  "$X @",
  'bash -c "$X @"',
  'eval "$X @"',
  "gh x 'open @",
  "gh x $(@",
  "cat <<E\ngh x @",
  "gh x \\\n  @",
]

/** Commands around an assignment, a flag, a header or an address: `#` is the place, in which `@` is the value. */
const commandsAround: readonly string[] = [
  "#; gh x",
  "gh x #",
  "gh api x -f a=1 #",
  "gh x <<'E'\n#\nE\n",
  "bash <<'E'\ngh x #\nE\n",
  "gh x $(python3 y #)",
  "(gh x #)",
  "$X #",
  "gh x 'open; #",
  "if gh x #\nthen :",
]

/** The places that may stand in an argument: those that are code or JSON of their own are left out. */
const inCommands = assignments.filter((place) => !/[\n{]|\\n|^[`<]|^os\./u.test(place))

/** What must not be left of a secret: any part that is long enough to be told from the text around. */
function leftOf(secret: string, text: string): string | undefined {
  const outside = text.replace(/<redacted:[a-z-]+>/gu, "")
  for (let at = 0; at + 6 <= secret.length; at++) {
    const part = secret.slice(at, at + 6)
    if (outside.includes(part)) return part
  }
  return undefined
}

function shown(transcript: string): string {
  return JSON.stringify(redactValue([readTooling(transcript), readTooling(transcript, strictPolicy)]))
}

for (const [name, token] of Object.entries(tokens)) {
  Deno.test(`readTooling shows no token of the kind ${name} once it is redacted`, () => {
    for (const place of tokenPlaces) {
      const text = place.replaceAll("@", () => token)
      const { uses, undecided } = readTooling(text)
      ok(uses.length + undecided.length > 0, text)
      deepStrictEqual(leftOf(token, shown(text)), undefined, `${text}\n${shown(text)}`)
    }
  })
}

Deno.test("readTooling shows no value of a secret-looking name, flag, header or address once it is redacted", () => {
  for (const value of [...values, tokens["github-token"] ?? ""]) {
    for (const place of inCommands) {
      // An address holds `/`, `+` and `=` of a password percent-encoded.
      const written = place.includes("://") ? encodeURIComponent(value) : value
      const filled = place.replace(
        /@(?!@)(?=@example|@github|@h|@local)|@(?!example|github|h\b|h\.|localhost)/gu,
        () => written,
      )
      for (const around of commandsAround) {
        const text = around.replaceAll("#", () => filled)
        deepStrictEqual(leftOf(written, shown(text)), undefined, `${text}\n${shown(text)}`)
      }
    }
  }
})

Deno.test("readTooling shows no rest of a secret that was cut where a text does not parse", () => {
  const secret = "zq9-hunter"
  const cut: readonly string[] = [
    `PASSWORD="x;gh ${secret}`,
    `PASSWORD="x|gh ${secret}; gh y`,
    `foo --password 'ab&&gh ${secret}`,
    `gh x; PASSWORD='a;gh ${secret}\ngh y\n`,
    `$( PASSWORD='a;gh ${secret}`,
    `gh y ) PASSWORD='a;gh ${secret}'`,
    `) gh x https://user:${secret}|b@example.org`,
  ]
  for (const text of cut) {
    const { uses, undecided } = readTooling(text)
    ok(uses.length > 0 && undecided.length > 0, text)
    deepStrictEqual(leftOf(secret, shown(text)), undefined, `${text}\n${shown(text)}`)
  }
  deepStrictEqual(readTooling(`GH_TOKEN=ab1 gh api x 'open`).uses.map(({ segment }) => segment), [
    "GH_TOKEN=ab1 gh api x 'open",
  ])
})

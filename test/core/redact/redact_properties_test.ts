import { ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { findSecrets } from "../../../src/core/redact/find_secrets.ts"
import { redact, redactValue } from "../../../src/core/redact/redact.ts"
import { assignments, harmless, places, tokens, values } from "./made_up_secrets.ts"
import { cpuTime } from "../../services/cpu_time.ts"

const secrets = [...Object.values(tokens), ...values]
/** Pieces of which hostile and ordinary texts are made. */
const pieces = [
  ...secrets,
  ...assignments.flatMap((place) => place.split("@")),
  ...places.flatMap((place) => place.split("@")),
  ...Object.values(harmless).flat(),
  ...'\n \t\r\n " \' ` \\ \\" \\n = : ; , & | < > ( ) [ ] { } $ @ / // :// - -- _ . * a Z 0 é 😀'.split(" "),
  "\n",
  " ",
  "<redacted:jwt>",
  "'\\''",
  "$(echo ",
  "<<<",
  "\\\n",
  " gh secret set X -b ",
  "--with-token ",
  "pass=",
  "TOKENS=(",
  " --key ",
  "Cookie: a=",
  "-----BEGIN PRIVATE KEY-----",
  "-----END PRIVATE KEY-----",
]
const texts = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Schema.Literals([...new Set(pieces)])), { maxLength: 14 }),
  (parts) => parts.join(""),
)

async function holds(property: (text: string) => boolean, seed: number): Promise<void> {
  const result = await Effect.runPromise(Arbitrary.checkEffect(texts, property, { runs: 4000, seed }))
  strictEqual(result._tag, "Passed", result._tag === "Passed" ? "" : Arbitrary.formatCheckFailure(result))
}

Deno.test("redact changes nothing in what it has redacted", () =>
  holds((text) => redact(redact(text)) === redact(text), 11))

Deno.test("redact keeps the lines as many as they are", () =>
  holds((text) => redact(text).split(/\r\n|\r|\n/).length === text.split(/\r\n|\r|\n/).length, 12))

Deno.test("findSecrets gives ordered spans that overlap nowhere, hold something and lie inside the text", () =>
  holds((text) => {
    let before = 0
    return findSecrets(text).every(({ name, start, end }) => {
      const isFine = start >= before && end > start && end <= text.length && /^[a-z-]+$/.test(name)
      before = end
      return isFine && !/[\r\n]/.test(text.slice(start, end))
    })
  }, 13))

Deno.test("redact takes a token out, whatever stands around it", () =>
  holds((text) => {
    const token = tokens["github-token"] ?? ""
    return !redact(`${text} ${token} ${text}`).includes("Qm4vT8xK2nB7wR5yL9cHqm4vT8xK2nB7wR5yno")
  }, 14))

Deno.test("redactValue gives JSON that redacting once more leaves as it is", () =>
  holds((text) => {
    const once = redactValue({ what: text, list: [text], key: text.slice(0, 20) })
    return JSON.stringify(redactValue(once)) === JSON.stringify(once)
  }, 15))

const hostile = [
  ...new Set([
    ...secrets,
    ...Object.values(harmless).flat(),
    "://a:b@",
    'password="',
    "password='a\" ",
    "TOKEN=\\",
    "token",
    "eyJaaaaaaaa.",
    "-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAAAAAA\n",
    "password: |\n  a\n",
    "mysql -pa ",
    "-u a:b ",
    "login x password y ",
    "${TOKEN:-",
    "token==a",
    "token=~a",
    ",-ua",
    "pwd=/a",
    'sshpass -p"-p"',
    "token: env.a,token:",
    "docs/token:a",
    "TOKEN='a'\\''",
    "TOKEN='\n",
    "TOKEN=$(echo ",
    "TOKEN=`echo ",
    '"$(TOKEN=',
    "--token '",
    "TO\\\nKEN=",
    "--token \\\n",
    "\\\n",
    "gh secret set X -b a ",
    "gh secret set <<< ",
    "| gh secret set ",
    "Cookie: a=b; ",
    "curl -b a=b ",
    "pass=a1 ",
    "bash -c \"token='",
    "TOKENS=(",
    "TOKENS=(a1 ",
    "TOKENS=($(",
    "TOKENS[a]=b1 ",
    "TOKEN=\\\n a\n",
    " -u a -p b",
  ]),
].filter((piece) => piece.trim() !== "")

Deno.test("redact takes time linear in the length of a text, whatever it repeats", () => {
  for (const piece of hostile) {
    const text = piece.repeat(Math.ceil(200_000 / piece.length))
    const started = cpuTime()
    redact(text)
    // Quadratic work on this length takes minutes; linear work takes a third of a second at worst.
    ok(cpuTime() - started < 4000, JSON.stringify(piece))
  }
})

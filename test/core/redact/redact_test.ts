import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { findSecrets } from "../../../src/core/redact/find_secrets.ts"
import { redact, redactCut, redactValue } from "../../../src/core/redact/redact.ts"
import { assignments, harmless, places, tokens, values } from "./made_up_secrets.ts"

/** What must not be left of a secret: any part that is long enough to be told from the text around. */
function leftOf(secret: string, text: string): string | undefined {
  const outside = text.replace(/<redacted:[a-z-]+>/g, "")
  for (let at = 0; at + 6 <= secret.length; at++) {
    const part = secret.slice(at, at + 6)
    if (outside.includes(part)) return part
  }
  return outside.includes(secret) ? secret : undefined
}

for (const [name, secret] of Object.entries(tokens)) {
  Deno.test(`redact takes a token of the kind ${name} out of every place, to the end of its run`, () => {
    for (const place of places) {
      const text = place.replaceAll("@", () => secret)
      strictEqual(redact(text), place.replaceAll("@", () => `<redacted:${name}>`), text)
    }
  })
}

Deno.test("redact takes the values of secret-looking names, flags, headers and addresses out", () => {
  for (const value of [...values, ...Object.values(tokens)]) {
    for (const place of assignments) {
      // An address holds `/`, `+` and `=` of a password percent-encoded.
      const written = place.includes("://") ? encodeURIComponent(value) : value
      const text = place.replace(
        /@(?!@)(?=@example|@github|@h|@local)|@(?!example|github|h\b|h\.|localhost)/g,
        () => written,
      )
      const left = leftOf(written, redact(text))
      strictEqual(left, undefined, `${text}\n${redact(text)}`)
    }
  }
})

for (const [reason, texts] of Object.entries(harmless)) {
  Deno.test(`redact leaves what is ${reason}`, () => {
    for (const text of texts) strictEqual(redact(text), text)
  })
}

const keyLines = [
  "MIIEpAIBAAKCAQEAq4vT8xK2nB7wR5yL9cHqm4vT8xK2nB7wR5yL9cHqm4vT8xK2",
  "nB7wR5yL9cHqm4vT8xK2nB7wR5yL9cHq==",
]
for (const kind of ["", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED "]) {
  Deno.test(`redact takes a ${kind}private key out, line by line`, () => {
    const key = [`-----BEGIN ${kind}PRIVATE KEY-----`, ...keyLines, `-----END ${kind}PRIVATE KEY-----`]
    const mark = "<redacted:private-key>"
    strictEqual(redact(`a\n${key.join("\n")}\nb`), `a\n${mark}\n${mark}\n${mark}\n${mark}\nb`)
    strictEqual(redact(`a\r\n${key.join("\r\n")}\r\nb`), `a\r\n${mark}\r\n${mark}\r\n${mark}\r\n${mark}\r\nb`)
    strictEqual(redact(`"${key.join("\\n")}\\n"`), `"${mark}\\n"`)
    strictEqual(redact(`${key.slice(0, 2).join("\n")}\nprose goes on`), `${mark}\n${mark}\nprose goes on`)
    strictEqual(redact(key.map((line) => `+  ${line}`).join("\n")).includes("nB7wR5"), false)
  })
}

Deno.test("redact takes the content of an element out only where the same element is closed", () => {
  const [token, other] = [`ghp_${"a1".repeat(20)}`, "npm_a1B2c3D4e5F6g7H8i9J0k1L2"]
  const redacted = [
    [`GH_TOKEN=${token} gh api x </dev/null`, "GH_TOKEN=<redacted:github-token> gh api x </dev/null"],
    [`NPM_TOKEN=${other} npm publish </dev/null`, "NPM_TOKEN=<redacted:npm-token> npm publish </dev/null"],
    ["cat <token> notes </dev/null", "cat <token> notes </dev/null"],
    ["<token>x9y8z7</token>", "<token><redacted:secret-assignment></token>"],
    ["<a:Password>x9y8z7</a:Password>", "<a:Password><redacted:password-assignment></a:Password>"],
  ] as const
  for (const [text, expected] of redacted) strictEqual(redact(text), expected)
})

Deno.test("findSecrets merges what several patterns find and names it by the most telling one", () => {
  const token = tokens["github-token"] ?? ""
  deepStrictEqual(findSecrets(`TOKEN=${token}`), [{ name: "github-token", start: 6, end: 6 + token.length }])
  deepStrictEqual(findSecrets(`PASSWORD="a ${token} b"`), [{ name: "github-token", start: 10, end: 14 + token.length }])
})

Deno.test("redactValue redacts texts at any depth, and what stands under a secret-looking key", () => {
  const token = tokens["github-token"] ?? ""
  deepStrictEqual(
    redactValue({
      key: "a.md",
      n: 1,
      none: null,
      list: [`x ${token}`, true],
      deep: { password: "blue", tokens: ["x"] },
    }),
    {
      key: "a.md",
      n: 1,
      none: null,
      list: ["x <redacted:github-token>", true],
      deep: { password: "<redacted:password-assignment>", tokens: ["x"] },
    },
  )
  strictEqual(
    JSON.stringify(redactValue({ what: "says --token", then: "x", end: "password:", more: "y" })),
    '{"what":"says --token","then":"x","end":"password:","more":"y"}',
  )
})

Deno.test("redactValue ends on values of any depth and shows nothing that it did not look at", () => {
  let value: unknown = "PASSWORD=hunter2"
  for (let depth = 0; depth < 100_000; depth++) value = depth % 2 === 0 ? [value] : { value }
  const text = JSON.stringify(redactValue(value))
  ok(text.includes("<redacted:too-deep>"))
  strictEqual(text.includes("hunter2"), false)
})

Deno.test("redactCut takes out of a piece the secrets that do not show in it alone", () => {
  const text = "a PASS one two TOKEN=x z"
  const secrets = [{ name: "jwt", start: 7, end: 14 }, { name: "secret-flag", start: 21, end: 22 }]
  const cut = (from: number, to: number): string => redactCut(text, secrets, from, to)
  strictEqual(cut(0, 24), text)
  strictEqual(cut(0, 14), "a PASS one two")
  strictEqual(cut(2, 10), "PASS <redacted:jwt>")
  strictEqual(cut(7, 20), "<redacted:jwt> TOKEN")
  strictEqual(cut(11, 24), "<redacted:jwt> TOKEN=x z")
  strictEqual(cut(15, 24), "TOKEN=x z")
})

import type { SecretSpan } from "./secret_span.ts"

/** A token that is known by its beginning. */
interface TokenPattern {
  readonly name: string
  /** The beginning, long enough to be no ordinary word; every quantifier is bounded. */
  readonly head: RegExp
  /** The same, whatever stands before it. */
  readonly core: string
  /** What the token goes on with: it is redacted to the end of this run, however long. */
  readonly rest: RegExp
}

/** No letter or digit stands before; the end of an escape (`\n`, `%20`, a terminal colour) is none. */
const apart = String.raw`(?<![A-Za-z0-9])|(?<=\\[nrtbfv]|%[0-9A-Fa-f]{2}|\[[0-9;]{0,8}m)`
const run = /[A-Za-z0-9_-]*/y
const encodedRun = /[A-Za-z0-9_+/=-]*/y
const pathRun = /[A-Za-z0-9_/-]*/y
const dottedRun = /[A-Za-z0-9_.-]*/y

function token(name: string, head: string, rest: RegExp = run): TokenPattern {
  return { name, head: new RegExp(head, "g"), core: head, rest }
}

/** As {@link token}, for a beginning so short that it occurs inside hashes and words. */
function tokenApart(name: string, head: string, rest: RegExp = run): TokenPattern {
  return { name, head: new RegExp(`(?:${apart})${head}`, "g"), core: head, rest }
}

/** The tokens that are known by their beginning, most specific first. */
const tokenPatterns: readonly TokenPattern[] = [
  tokenApart("openai-project-key", "sk-proj-[A-Za-z0-9_-]{16}"),
  tokenApart("anthropic-api-key", "sk-ant-[A-Za-z0-9_-]{16}"),
  tokenApart("openai-api-key", "sk-(?:svcacct-|admin-|or-v1-)?[A-Za-z0-9]{20}"),
  token("github-token", String.raw`ghp\\?_[A-Za-z0-9]{10}`),
  token("github-oauth-token", String.raw`gho\\?_[A-Za-z0-9]{10}`),
  token("github-app-token", String.raw`ghs\\?_[A-Za-z0-9]{10}`, dottedRun),
  token("github-user-token", String.raw`gh[ur]\\?_[A-Za-z0-9]{10}`),
  token("github-fine-grained-pat", String.raw`github\\?_pat\\?_[A-Za-z0-9]{10}`),
  tokenApart("slack-token", "xox[abeoprs]-[A-Za-z0-9-]{8}"),
  token("stripe-live-secret", String.raw`[sr]k\\?_live\\?_[A-Za-z0-9]{10}`),
  token("stripe-live-publishable", String.raw`pk\\?_live\\?_[A-Za-z0-9]{10}`),
  tokenApart("aws-access-key", "A(?:KI|SI)A[0-9A-Z]{16}"),
  tokenApart("google-api-key", "AIza[0-9A-Za-z_-]{30}"),
  tokenApart("gitlab-token", "gl(?:pat|dt|rt|ft|cbt|ptt|agent|soat|imt|ffct|oas)-[A-Za-z0-9_-]{16}", dottedRun),
  tokenApart("npm-token", String.raw`npm\\?_[A-Za-z0-9]{16}`),
  tokenApart("pypi-token", "pypi-[A-Za-z0-9_-]{16}"),
  tokenApart("hugging-face-token", String.raw`(?:hf|api\\?_org)\\?_[A-Za-z0-9]{16}`),
  tokenApart("vault-token", String.raw`hv[sbr]\.[A-Za-z0-9_-]{16}`, dottedRun),
  tokenApart("digitalocean-token", String.raw`do[por]\\?_v1\\?_[A-Za-z0-9]{16}`),
  tokenApart("sendgrid-key", String.raw`SG\.[A-Za-z0-9_-]{10}`, dottedRun),
  tokenApart("shopify-token", String.raw`shp(?:at|ca|pa|ss|ua)\\?_[A-Za-z0-9]{16}`),
  tokenApart("slack-token", "xapp-[A-Za-z0-9-]{8}"),
  tokenApart("docker-token", String.raw`dckr\\?_[a-z]{3}\\?_[A-Za-z0-9_-]{10}`),
  tokenApart("google-oauth-token", String.raw`ya29\.[A-Za-z0-9_-]{10}`, dottedRun),
  token("stripe-test-key", String.raw`[prs]k\\?_test\\?_[A-Za-z0-9]{10}`),
  token("slack-webhook", String.raw`hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9]`, pathRun),
  token("discord-webhook", String.raw`discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/\d{1,20}/[A-Za-z0-9_-]`, pathRun),
  token("webhook-secret", String.raw`whsec\\?_[A-Za-z0-9]{8}`, encodedRun),
]

/** The names of the tokens that are known by their beginning. */
export const tokenNames: readonly string[] = tokenPatterns.map(({ name }) => name)

/** Whether any of them may begin somewhere: most texts are short and hold none. What stands before costs time to look at. */
const anyHead = new RegExp(tokenPatterns.map(({ core }) => core).join("|"))

/** The tokens of a text that are known by their beginning. */
export function findTokens(text: string): readonly SecretSpan[] {
  if (!anyHead.test(text)) return []
  return tokenPatterns.flatMap(({ name, head, rest }) => {
    const found: SecretSpan[] = []
    head.lastIndex = 0
    for (let match = head.exec(text); match !== null; match = head.exec(text)) {
      const end = endOf(rest, text, head.lastIndex)
      found.push({ name, start: match.index, end })
      head.lastIndex = end
    }
    return found
  })
}

/** The end of a run of one class of characters. */
function endOf(characters: RegExp, text: string, from: number): number {
  characters.lastIndex = from
  characters.test(text)
  return Math.max(from, characters.lastIndex)
}

const jwtHead = new RegExp(`(?:${apart})eyJ[A-Za-z0-9_-]{6}`, "g")

/** JSON web tokens: runs that are joined by dots, the first of which is an encoded JSON object. */
export function findJsonWebTokens(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = []
  jwtHead.lastIndex = 0
  for (let match = jwtHead.exec(text); match !== null; match = jwtHead.exec(text)) {
    const dot = endOf(run, text, jwtHead.lastIndex)
    const end = text.charAt(dot) === "." ? endOf(dottedRun, text, dot + 1) : dot
    if (end - dot > 6) found.push({ name: "jwt", start: match.index, end })
    jwtHead.lastIndex = end
  }
  return found
}

const bearerHead = /\b(bearer|basic)[ \t]{1,8}(?=[A-Za-z0-9])/gi
const credential = /[A-Za-z0-9._~+/=-]*/y

/** What stands after `Bearer` and is no word of a sentence: it has a digit, or is long and mixes cases. */
function isBearer(value: string): boolean {
  if (/^RFC-?\d/i.test(value)) return false
  return value.length >= 8 && /\d/.test(value) || value.length >= 20 && /[a-z]/.test(value) && /[A-Z]/.test(value)
}

/** What stands after `Basic` and is no word of a sentence: `user:password` in base64 is long and has a digit or its end. */
function isBasic(value: string): boolean {
  return value.length >= 12 && /[\d=]/.test(value) && !value.includes("-") && !value.includes(".")
}

/** Credentials after `Bearer` and `Basic`, wherever they stand; prose about them is none. */
export function findBearers(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = []
  bearerHead.lastIndex = 0
  for (let match = bearerHead.exec(text); match !== null; match = bearerHead.exec(text)) {
    const start = bearerHead.lastIndex
    const end = endOf(credential, text, start)
    const isBearerScheme = match[1]?.toLowerCase() === "bearer"
    const value = text.slice(start, Math.min(end, start + 4096))
    if (isBearerScheme ? isBearer(value) : isBasic(value)) {
      found.push({ name: isBearerScheme ? "bearer-token" : "basic-auth", start, end })
    }
    bearerHead.lastIndex = end
  }
  return found
}

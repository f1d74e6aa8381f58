import { isPlaceholder } from "./placeholder_values.ts"
import type { SecretSpan } from "./secret_span.ts"
import { scanValue } from "./secret_value.ts"

/** A short flag that carries a password when its command stands before it. */
interface LoginFlag {
  readonly flag: string
  readonly command: RegExp
  /** Whether the value stands with the flag, after it, or either. */
  readonly value: "joined" | "apart" | "either"
  /** The values that are none, where the flag may mean something else. */
  readonly unless?: RegExp
}

const loginFlags: readonly LoginFlag[] = [
  { flag: "p", command: /\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump)\b/, value: "joined" },
  { flag: "p", command: /\bsshpass\b/, value: "either" },
  {
    flag: "p",
    command: /\b(?:docker|podman|nerdctl|helm registry|az|oc|skopeo|buildah|crane auth|oras)[ \t]+login\b/,
    value: "apart",
  },
  // The protocol: `gh auth login -p ssh`.
  { flag: "p", command: /\blogin\b/, value: "apart", unless: /^(?:https?|ssh|\d{1,5})$/ },
  // Alone, `-p` is a port, a path, a project and much more; behind a user it is that user's password.
  {
    flag: "p",
    command: /[ \t]-u(?:[ \t]+|=)?[^\s-]\S*[ \t]/,
    value: "apart",
    unless: /^(?:(?:\S{1,60}:)?\d{1,5}(?:-\d{1,5})?(?:\/\w{1,5})?|[\w.-]{1,60}\/[\w./-]{0,100})$/,
  },
  { flag: "a", command: /\bredis-cli\b/, value: "apart" },
  { flag: "P", command: /\b(?:un)?zip\b/, value: "apart" },
  { flag: "p", command: /\b7z[ar]?\b/, value: "joined" },
]

/** How far before a flag its command may stand. */
const commandReach = 160
const shortFlag = /-(?<=[\s"']-)([paP])([ \t]{0,8})(?=[^\s-])/g
/** `-u user:password` and `--user user:password`, also at the end of joined short flags and in a list of arguments. */
const userFlag =
  /-(?<=(?:^|[\s"'`([,])-)(?:[A-Za-z]{0,6}[uU]|-(?:proxy-)?user)(?:\\{0,15}["'],\s{0,40}|[ \t]{1,8}|=|(?=[A-Za-z0-9"'\\]))/g
const openssl = /pass:(?<=-pass(?:in|out|word)?[ \t]{1,8}["']?pass:)(?=\S)/g

/** Passwords in the flags of commands that have their own way to take them. */
export function findLogins(text: string): readonly SecretSpan[] {
  return text.includes("-") ? [...shortFlags(text), ...userFlags(text), ...opensslPasswords(text)] : []
}

function shortFlags(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = []
  shortFlag.lastIndex = 0
  for (let match = shortFlag.exec(text); match !== null; match = shortFlag.exec(text)) {
    const [, flag, gap] = match
    const line = text.slice(Math.max(0, match.index - commandReach), match.index).replace(/^[^]*[\n;|&](?<!\\\n)/, "")
    const isJoined = gap === ""
    const logins = loginFlags.filter((known) =>
      known.flag === flag && known.value !== (isJoined ? "apart" : "joined") && known.command.test(line)
    )
    if (logins.length === 0) continue
    const secrets = valueAt(text, shortFlag.lastIndex, "secret-flag").filter(({ start, end }) =>
      logins.some(({ unless }) => unless?.test(text.slice(start, Math.min(end, start + 200))) !== true)
    )
    found.push(...secrets)
    shortFlag.lastIndex = secrets[0]?.end ?? shortFlag.lastIndex
  }
  return found
}

function valueAt(text: string, at: number, name: string): readonly SecretSpan[] {
  const value = scanValue(text, at, false)
  if (value === undefined || isPlaceholder(text.slice(value.start, Math.min(value.end, value.start + 300)))) return []
  return [{ name, start: value.start, end: value.end }]
}

function userFlags(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = []
  userFlag.lastIndex = 0
  for (let match = userFlag.exec(text); match !== null; match = userFlag.exec(text)) {
    const value = scanValue(text, userFlag.lastIndex, false)
    if (value === undefined) continue
    // What is longer than any login is not looked at again for what it holds.
    if (value.end - value.start > 200) userFlag.lastIndex = value.end
    const content = text.slice(value.start, Math.min(value.end, value.start + 4096))
    const colon = content.indexOf(":")
    if (colon < 1 || !isLogin(content.slice(0, colon), content.slice(colon + 1))) continue
    found.push({ name: "basic-auth", start: value.start + colon + 1, end: value.end })
    userFlag.lastIndex = value.end
  }
  return found
}

/** Not so: a URL, ids of a user and a group, a user and the group of the same name, a time format. */
function isLogin(user: string, password: string): boolean {
  return !password.startsWith("//") && !user.startsWith("+") && user !== password &&
    !(/^\d+$/.test(user) && /^\d+$/.test(password)) && !isPlaceholder(password)
}

function opensslPasswords(text: string): readonly SecretSpan[] {
  if (!text.includes("pass:")) return []
  return [...text.matchAll(openssl)].flatMap((match) => valueAt(text, match.index + match[0].length, "secret-flag"))
}

/** A value that holds no secret, though its name says so. */
interface PlaceholderRule {
  readonly says: string
  readonly pattern: RegExp
}

/** The longest value that is looked at: what is longer is no placeholder. */
const longest = 200

/** What a program puts in the place of the value when it runs. */
const reference = new RegExp(
  [
    String.raw`\$\{\{[^}]{0,200}(?:\}\}|$)`, // ${{ secrets.TOKEN }}
    String.raw`\$\{[!#]?[\w.:]{1,100}\}`, // ${TOKEN}, ${env:TOKEN}
    String.raw`\$\{\w{1,100}:?-?\}`, // ${TOKEN:-}
    String.raw`\$\{\w{1,100}:?[-=]\$\{?\w{1,100}\}{1,2}`, // ${TOKEN:-$OTHER}
    String.raw`\$\{\w{1,100}:?[?+][^}]{0,200}(?:\}|$)`, // ${TOKEN:?is not set}
    String.raw`\$\([^)]{0,200}(?:\)|$)`, // $(pass show token)
    String.raw`\$(?:env:)?[A-Za-z_]\w{0,100}|\$[\d@*#?]`, // $TOKEN, $env:TOKEN, $1
  ].join("|"),
  "g",
)

/** The values that hold no secret, row by row. Every quantifier is bounded or stands on one class of characters. */
const placeholderRules: readonly PlaceholderRule[] = [
  { says: "nothing, or only punctuation: ***, …", pattern: /^[^\p{L}\p{N}]*$/u },
  { says: "masked: xxxx, ghp_xxxx, sk-…", pattern: /^(?:[A-Za-z_-]{0,24}[_-])?[xX*•.…_-]{1,200}$/ },
  { says: "a hole to fill: <your token>", pattern: /^<[^<>]{0,200}>?$/ },
  { says: "a hole of a template: {{ token }}, {token}, #{token}", pattern: /^#?\{{1,2}[^{}]{0,200}\}{0,2}$/ },
  { says: "a hole in brackets: [TOKEN], [REDACTED]", pattern: /^\[[A-Za-z _-]{0,60}\]?$/ },
  { says: "a hole of a format: %s, %(token)s, %TOKEN%", pattern: /^%(?:[sdv]|\(\w{1,60}\)s|\w{1,60}%)$/ },
  { says: "a hole in words: YOUR_TOKEN_HERE, your-password", pattern: /^your[A-Za-z _-]{0,60}$/i },
  {
    says: "redacted by this program, also where Markdown, JSON or HTML has escaped it",
    pattern: /^(?:\\{0,8}(?:<|u003c|&lt;)redacted:[a-z-]{1,40}\\{0,8}(?:>|u003e|&gt;))+$/,
  },
  { says: "redacted by someone else", pattern: /^[[<(*]{0,3}redacted[\])>*]{0,3}$/i },
  { says: "a small number", pattern: /^\d{1,3}$/ },
  {
    says: "a relative path, or a secret of a vault",
    pattern: /^(?:\.{1,2}\/|~\/|(?:op|vault|file|keyring):\/\/|arn:)/,
  },
  {
    says: "a word of the routing: the field is named authorization",
    pattern: /^(?:authorized|needs_confirmation|not_authorized)$/,
  },
  {
    says: "a literal, a type or a setting",
    pattern: new RegExp(
      "^(?:true|false|yes|no|on|off|null|nil|none|undefined|void|any|unknown|never|string|str|bool|boolean|int|integer|" +
        "number|float|double|byte|bytes|char|object|array|list|map|optional|required|read|write|admin|inherit|include|" +
        "omit|same-origin|enabled|disabled|auto|default|empty|missing|unset|invalid|expired|valid|hidden|masked|" +
        "token|tokens|password|passwords|secret|secrets|bearer|basic)[?;:!.]{0,2}$",
      "i",
    ),
  },
]

/** Whether a value is what documentation, a mask or a variable puts in the place of a secret. */
export function isPlaceholder(value: string): boolean {
  if (value.length > longest) return false
  const literal = value.replace(reference, "")
  return placeholderRules.some(({ pattern }) => pattern.test(literal) || pattern.test(value))
}

/** Words that go on with a sentence about a name or a flag. */
const proseWords = new Set(
  ("a an and or the to is are was were be been of for in on at as by from with without via into than then when if it its this that these those " +
    "not no only also must should shall may might can cannot could will would has have had takes take needs need uses use used using see ask " +
    "which who what where why how flag flags option options argument arguments parameter parameters value values field fields header headers " +
    "instead because but so do does did you your we our they their i my he she all each every any some one two both either neither such never always")
    .split(" "),
)

/** Whether an unquoted value is the next word of a sentence. */
export function isProse(value: string): boolean {
  return proseWords.has(value.toLowerCase().replace(/[.,:;!?)]{1,3}$/, ""))
}

/** A call, or a field of an object that programs take settings from. */
const expression =
  /^(?:await$|new$|function$|async$|typeof$|[A-Za-z_$][\w$.]{0,80}[([]|(?:process\.env|import\.meta|os\.environ|Deno\.env|env|secrets|vars?|locals?|self|this|args|opts|options|config|settings|data|ctx|context|req|request|params|props|input|state|user|credentials|Schema)\.)/

/** Whether an unquoted value is an expression of a program. */
export function isExpression(value: string): boolean {
  return expression.test(value.slice(0, 120))
}

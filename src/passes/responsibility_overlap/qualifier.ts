/** Names of one kind, of which a job is about one and not about another. */
interface QualifierClass {
  readonly what: string
  readonly names: ReadonlyMap<string, string>
}

/** A class of names, aliases joined by `|`, the first being the name itself. */
function classOf(what: string, names: string): QualifierClass {
  const entries = names.split(/\s+/u).flatMap((group) => {
    const [first = "", ...aliases] = group.split("|")
    return [first, ...aliases].map((alias) => [alias.replaceAll("_", " "), first.replaceAll("_", " ")] as const)
  })
  return { what, names: new Map(entries) }
}

/** What a job is about; a framework tells it apart from a language, too. */
const technologies = [
  "python|py typescript|ts javascript|js rust|rs go|golang c#|csharp|c-sharp f#|fsharp c++|cpp java kotlin swift objective-c ruby",
  "rails php laravel scala elixir erlang haskell perl lua dart flutter julia clojure zig ocaml fortran cobol bash|shell|sh",
  "powershell sql graphql css html sass terraform solidity matlab unity unreal godot bevy gamemaker phaser pygame roblox",
  "react|reactjs vue|vuejs nuxt angular svelte|sveltekit solidjs ember astro next.js|nextjs|next remix django flask fastapi",
  "spring|springboot quarkus express|expressjs nestjs|nest phoenix .net|dotnet|asp.net electron tauri react-native qt gtk",
  "swiftui jetpack aws azure gcp cloudflare vercel netlify heroku digitalocean hetzner postgres|postgresql mysql sqlite",
  "mongodb|mongo redis dynamodb cassandra neo4j elasticsearch clickhouse github gitlab bitbucket gitea jest vitest mocha",
  "pytest junit playwright cypress selenium docker kubernetes|k8s kafka rabbitmq pytorch tensorflow",
].join(" ")

const classes: readonly QualifierClass[] = [
  classOf("technology", technologies),
  classOf("system", "linux windows macos ios|ipados android visionos watchos tvos web|browser desktop mobile embedded"),
  classOf(
    "format",
    "json yaml|yml toml xml csv pdf docx|word pptx|powerpoint xlsx|excel markdown|md svg png mp4 audio video image parquet " +
      "protobuf avro",
  ),
  classOf("language", "english german french spanish italian portuguese dutch japanese chinese korean russian polish"),
  classOf("side", "frontend|front-end backend|back-end"),
]

/** The names that two texts are about, one each, of one class and not shared. */
export interface Qualifiers {
  readonly what: string
  readonly left: string
  readonly right: string
}

/** What tells two jobs apart that otherwise say the same, by the names in them; `undefined`: no class of names does. */
export function qualifiersOf(left: NamesByClass, right: NamesByClass): Qualifiers | undefined {
  for (const [index, { what }] of classes.entries()) {
    const [ofLeft = [], ofRight = []] = [left[index], right[index]]
    const ownLeft = ofLeft.find((name) => !ofRight.includes(name))
    const ownRight = ofRight.find((name) => !ofLeft.includes(name))
    if (ownLeft !== undefined && ownRight !== undefined) return { what, left: ownLeft, right: ownRight }
  }
  return undefined
}

/** The names in a text, for each class. */
export type NamesByClass = readonly (readonly string[])[]

/** The names in a text that tell jobs apart. */
export function qualifyingNames(text: string): NamesByClass {
  const words = namesIn(text)
  return classes.map(({ names }) => words.flatMap((word) => names.get(word) ?? []))
}

/** Names that are everyday words, too: they count with a capital inside a sentence, or as a part of a hyphenated name. */
const everyday: ReadonlySet<string> = new Set(
  "go next word spring express polish remix image shell swift phoenix web desktop side excel dart ember julia crystal"
    .split(" "),
)

/** Words with the marks that names of languages have: `c++`, `c#`, `.net`, `next.js`; and the parts of hyphenated ones. */
function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/\.?[\p{L}\p{N}]+(?:[.-][\p{L}\p{N}]+)*(?:\+\+|#)?/gu)].flatMap(({ 0: written, index }) => {
    const word = written.toLowerCase()
    if (word.includes("-")) return [word, ...word.split("-")]
    const isPlain = word === written || index === 0 || /[.!?]\s+$/u.test(text.slice(0, index))
    return isPlain && everyday.has(word) ? [] : [word]
  })
}

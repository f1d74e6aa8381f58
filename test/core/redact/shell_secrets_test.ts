import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { redact } from "../../../src/core/redact/redact.ts"
import { tokens } from "./made_up_secrets.ts"
import { readTooling } from "../../../src/core/transcript/analyze_transcript.ts"

const secret = "Zq9-hunter2"

/** Where a value stands in a command, by how it is written: `@` is the value. */
const commands: { readonly [way: string]: readonly string[] } = {
  "quotes within a word": [
    `GH_TOKEN='a'\\''@' gh x`,
    `GH_TOKEN='a'"'"'@' gh x`,
    `GH_TOKEN="a"\\"@ gh x`,
    `GH_TOKEN=a\\ @ gh x`,
    `GH_TOKEN=$'a\\'@' gh x`,
    `gh x --token 'it'\\''s-@'`,
    `gh x --token='it'\\''s-@'`,
    `gh x "$(GH_TOKEN='a'\\''@' python3 y)"`,
    `bash -c "GH_TOKEN='a'\\\\''@' gh x"`,
    `gh x 'bash -c "GH_TOKEN=a\\"@ gh y"'`,
    `GH_TOKEN='a\n@' gh x`,
    `GH_TOKEN="a\n\n@" gh x`,
  ],
  "quotes around the name": [
    `gh x '--token' '@'`,
    `gh x "--token" "@"`,
    `gh x '--password' @`,
    `gh x "--password=@"`,
    `gh x --tok'en' @`,
    `gh x --"token" @`,
    `gh x --tok\\en @`,
    `env 'GH_TOKEN=@' gh x`,
    `env GH_"TOKEN"=@ gh x`,
  ],
  "continued lines": [
    "GH_TOKEN=\\\n@ gh x",
    "GH_TOKEN=a\\\n@ gh x",
    "GH_TOKEN=a\\\r\n@ gh x",
    "GH_TO\\\nKEN=@ gh x",
    "gh x --tok\\\nen @",
    "gh x --token \\\n@",
    "GH_TOKEN=\\\n'a'\\\n@ gh x",
    "gh x --api-key=\\\n\\\n@",
    "export GH_TOKEN=\\\n  @\ngh x",
    "export GH_TOKEN= \\\n\t'@'; gh x",
    "gh x '--token' \\\n  '@'",
    'gh api -H "Authorization: Bearer \\\n@"',
    "curl -H 'Authorization: Bearer '\"@\" x; gh x",
  ],
  "substitutions": [
    "GH_TOKEN=$(echo @) gh x",
    "GH_TOKEN=`echo @` gh x",
    'GH_TOKEN="$(printf %s @)" gh x',
    'gh x --token="$(echo @)"',
    'gh x --token "$(echo -n @ | base64 -d)"',
    "gh x --password $(base64 -d <<< @)",
    "GH_TOKEN=$(cat <<E\n@\nE\n) gh x",
  ],
  "names that are secrets only sometimes": [
    ...["AUTH", "NPM_AUTH", "JWT", "COOKIE", "SESSION", "DSN", "OTP", "PW", "pass", "pw"].flatMap((name) => [
      `${name}=@ gh x`,
      `export ${name}='@'; gh x`,
      `env ${name}="@" gh x`,
    ]),
    ...["pass", "auth", "key", "otp", "jwt", "cookie"].flatMap((flag) => [
      `gh x --${flag} @`,
      `gh x --${flag}=@`,
      `gh x '--${flag}' '@'`,
    ]),
    "gh api -H 'Cookie: session=@; theme=@; Path=/' x",
    'gh api -H "cookie: session=@" x',
    "curl -b sid=@ x; gh x",
    "curl -sb 'sid=@; b=@' x; gh x",
  ],
  "arrays": [
    ...["TOKENS", "API_KEYS", "PASSWORDS", "GH_TOKEN", "NPM_AUTH"].flatMap((name) => [
      `${name}=(@); gh x`,
      `declare -a ${name}=( first '@' ); gh x`,
      `${name}+=(\n  "$FIRST"\n  $(gh auth token)\n  @\n)\ngh x`,
      `declare -A ${name}=([ci]=@ ["a b"]="@"); gh x`,
      `${name}[0]=@; gh x`,
    ]),
    "declare -A LOGIN=([user]=me [token]=@ ['api-key']='@'); gh x",
    "bash -c 'TOKENS=(@); gh x'",
    "TOKENS=(first, @); gh x",
  ],
  "names of several secrets": [
    "SECRETS=@ gh x",
    "export DB_PASSWORDS='@'; gh x",
    "gh x --tokens @",
    "gh x --api-keys=@",
  ],
  "flags behind a user or a login": [
    "gh x -u me -p @",
    "gh x -ume --verbose -p '@'",
    "gh x -u=me -p @",
    "gh auth login -h example.org -p @",
    "cf login -p @; gh x",
  ],
  "what gh takes": [
    "gh secret set X --body @",
    "gh secret set X --body=@",
    "gh secret set X -b @",
    "gh secret set X -b@",
    "gh secret set X -b '@'",
    "gh secret set X <<< @",
    "gh -R o/r secret set X --body '@'",
    "gh secret -R o/r set X <<<'@'",
    "gh auth login --with-token <<< @",
    "gh auth login -h example.org --with-token <<< '@'",
    "/usr/bin/gh secret set X --body @",
  ],
}

for (const [way, texts] of Object.entries(commands)) {
  Deno.test(`redact takes a secret out of a command, whatever there is of ${way}`, () => {
    for (const written of texts) {
      const text = written.replaceAll("@", secret)
      const report = JSON.stringify(readTooling(text))
      const segments = [...readTooling(text).uses, ...readTooling(text).undecided].map(({ segment }) => segment)
      strictEqual(segments.length > 0, true, `${text}\n${report}`)
      for (const shown of [text, ...segments]) {
        strictEqual(/Zq9|hunter2/u.test(redact(shown)), false, `${shown}\n${redact(shown)}`)
        strictEqual(redact(redact(shown)), redact(shown))
        strictEqual(redact(shown).split("\n").length, shown.split("\n").length)
      }
    }
  })
}

Deno.test("redact takes a token out that a shell puts together from quoted pieces, without a name before it", () => {
  const token = tokens["github-token"] ?? ""
  const [head, tail] = [token.slice(0, 14), token.slice(14)]
  for (
    const written of [
      `gh api '${head}'"${tail}"`,
      `gh api ${head}"${tail}"`,
      `gh api ${head}''${tail}`,
      `gh api ${head}\\${tail}`,
      `gh api '${token.slice(0, 4)}'${token.slice(4)}`,
      `it isn't ${head}"${tail}" && gh api x`,
    ]
  ) {
    const text = redact(written)
    deepStrictEqual([text.includes(tail), text.includes(token.slice(4, 14))], [false, false], text)
    strictEqual(redact(text), text)
  }
})

Deno.test("redact takes what is piped into a program that reads a secret", () => {
  for (
    const written of [
      "echo @ | gh auth login --with-token",
      "printf '%s' '@' | gh secret set X",
      "echo -n @ | docker login -u me --password-stdin example.org",
    ]
  ) strictEqual(redact(written.replaceAll("@", secret)).includes("hunter2"), false, redact(written))
})

Deno.test("redact takes what a shell's own commands put into a variable whose name is that of a secret", () => {
  for (
    const written of [
      "read TOKEN <<< @",
      "read -r GH_TOKEN <<<'@' && gh x",
      'IFS=: read -r USER_NAME DB_PASSWORD <<< "me:@"',
      "echo '@' | read -rs API_TOKEN",
      "printf -v TOKEN '%s' @",
      "printf -v DB_PASSWORD @; gh x",
      'builtin printf -v API_KEY "%s-%s" a1 "@"',
    ]
  ) {
    const text = redact(written.replaceAll("@", secret))
    strictEqual(/Zq9|hunter2/u.test(text), false, text)
    strictEqual(redact(text), text)
  }
})

Deno.test("redact leaves what only looks like a secret of a command", () => {
  for (
    const text of [
      "GH_TOKEN='' gh x 'a'\\''b'",
      'GH_TOKEN="$(gh auth token)" gh x',
      "GH_TOKEN=`cat file` gh x",
      'GH_TOKEN="$(echo "$TOKEN")" gh x',
      "gh x '--token' \"$TOKEN\"",
      "GH_TOKEN=\\\n$TOKEN gh x",
      'gh secret set X --body "$VALUE"',
      "gh secret set X < file",
      "gh secret set X --env-file .env",
      "gh secret list",
      "gh pr create --body words",
      "gh auth login --with-token < file",
      "cat file | gh auth login --with-token",
      'TOKENS=("$A" $B $(gh auth token) 12)',
      "MAX_TOKENS=100000 gh x --tokens 4096 --output-tokens 1.5k",
      "OUTPUT_TOKENS=200000 gh x --context-tokens=1_048_576",
      "TOKENS= (gh2 x1)",
      "tokens=(one two)",
      "f(tokens=(first1, second2))",
      "a=(b1); c=(d2)",
      "GH_TOKEN=\\\n  gh api x",
      "GH_TOKEN=(\n) gh api x1",
      "gh auth login -p ssh",
      "gh auth login -p https -h example.org",
      "docker run -u me -p 127.0.0.1:8080:80/tcp -p $PORT:80 -p 8000-8010 image",
      "ssh -u me -p 2222 host",
      'read -r TOKEN <<< "$LINE"; read LINE <<< word1',
      "read -p 'Your token' LINE <<< word1",
      'printf -v TOKEN "%s" "$VALUE"; printf -v LINE "%s" word1',
      "git add -u docs -p docs/a1.md",
      "mkdir -p build2/x; gh pr create -p Roadmap2; unzip -p a1.zip",
      "it isn't said that 'the token' is what it's for",
      "the \"--token\" and the '--password' are flags",
      "Says TOKEN's value, and what isn't said",
      "A line that ends with a backslash \\\nand a token",
    ]
  ) strictEqual(redact(text), text)
})

Deno.test("redact takes the secrets of a command with very many words out", () => {
  const words = 150_000
  const redacted = redact(`echo ${"x7 ".repeat(words)}| gh auth login --with-token`)
  strictEqual(redacted.includes("x7"), false)
})

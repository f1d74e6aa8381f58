import type { Choices } from "./choices.ts"

/** A command of a shell, and what may be put before it. */
interface Shell {
  readonly text: string
  /** Whether it is one simple command, so that a wrapper may stand before it. */
  readonly simple: boolean
}

/** In single quotes. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** In double quotes, so that nothing in it is expanded outside. */
export function doubleQuoted(text: string): string {
  return `"${text.replace(/[\\$`"]/gu, "\\$&")}"`
}

function inBackticks(text: string): string {
  return `\`${text.replace(/[\\$`]/gu, "\\$&")}\``
}

const quotings: readonly [(word: string) => string, ...((word: string) => string)[]] = [
  (word) => word,
  (word) => `'${word}'`,
  (word) => `"${word}"`,
  (word) => `\\${word}`,
  (word) => `${word.slice(0, 1)}"${word.slice(1)}"`,
  (word) => `$'${word}'`,
  (word) => `${word.slice(0, 1)}\\\n${word.slice(1)}`,
  (word) => `''${word}""`,
]

const wrappers: readonly [string, ...string[]] = [
  "env",
  "env -u X A=1",
  "nice",
  "nice -n 5",
  "nice -5",
  "nohup",
  "setsid -w",
  "timeout 9",
  "timeout -k 1 --signal=TERM 9s",
  "stdbuf -oL -e0",
  "xargs -n1 -r",
  "xargs -I {}",
  "sudo -n",
  "sudo -u me --",
  "find . -maxdepth 0 -exec",
]

type Wrap = (shell: Shell, choices: Choices, level: number) => Shell

const compound = (around: (text: string, level: number) => string): Wrap => ({ text }, _, level) => ({
  text: around(text, level),
  simple: false,
})
const simple = (around: (quoted: string) => string): Wrap => ({ text }, choices) => ({
  text: around(choices.of([singleQuoted, doubleQuoted])(text)),
  simple: true,
})

const wraps: readonly [Wrap, ...Wrap[]] = [
  (shell, choices) => shell.simple ? beforeSimple(shell, choices) : { text: `(\n${shell.text}\n)`, simple: false },
  (shell, choices) => shell.simple ? beforeSimple(shell, choices) : { text: `{ ${shell.text}\n}`, simple: false },
  (shell) => ({ text: `A=1 B='x y' C=$D${shell.simple ? " " : "\n"}${shell.text}`, simple: false }),
  simple((quoted) => `bash -c ${quoted}`),
  simple((quoted) => `bash -euo pipefail -c ${quoted} x y`),
  (shell, choices) => ({ text: `eval ${choices.of([singleQuoted, doubleQuoted])(shell.text)}`, simple: false }),
  simple((quoted) => `bash <<< ${quoted}`),
  simple((quoted) => `env -S ${singleQuoted("bash -c")} ${quoted}`),
  compound((text) => `( ${text}\n)`),
  compound((text) => `! {\n${text}\n}`),
  compound((text) => `if ${text}\nthen :\nfi`),
  compound((text) => `while\n${text}\ndo break\ndone`),
  compound((text) => `until true; do :; done; for x in 1 2; do\n${text}\nbreak; done`),
  compound((text) => `case a in (b) ;; a)\n${text}\n;; esac`),
  compound((text, level) => `f${level}() {\n${text}\n}; f${level}`),
  compound((text) => `true && {\n${text}\n} | cat`),
  compound((text) => `false ||\n(\n${text}\n) & wait`),
  compound((text) => `echo a $(\n${text}\n) b`),
  compound((text) => `echo "a $(\n${text}\n) b"`),
  compound((text) => `echo ${inBackticks(text)}`),
  compound((text) => `X=$(\n${text}\n)`),
  compound((text) => `: \${Y:-$(\n${text}\n)}`),
  compound((text) => `cat <(\n${text}\n)`),
  compound((text) => `[[ -n $(\n${text}\n) ]]`),
  compound((text, level) => `cat <<E${level}\n$(\n${text}\n)\nE${level}`),
  compound((text, level) => `bash <<'E${level}' # c\n${text}\nE${level}`),
  compound((text, level) => `cat <<'E${level}' | bash\n${text}\nE${level}`),
  compound((text) => `echo ${singleQuoted(text)} | bash`),
  compound((text) => `printf '%s\\n' ${singleQuoted(text)} | env bash -s`),
  compound((text) => `(trap ${singleQuoted(text)} EXIT)`),
]

function beforeSimple({ text }: Shell, choices: Choices): Shell {
  // The standard input that a here-string gives is what `xargs` reads.
  const given = choices.of(wrappers)
  const wrapper = text.includes("<<<") && given.startsWith("xargs") ? "sudo" : given
  return {
    text: wrapper.startsWith("find") ? `${wrapper} ${text} \\;` : `${wrapper} ${text}`,
    simple: !wrapper.startsWith("find"),
  }
}

/** A use of a tool, quoted in some way, inside up to `levels` other commands. */
export function wrappedUse(choices: Choices, levels: number): string {
  let shell: Shell = { text: `${choices.of(quotings)("gh")} sentinel`, simple: true }
  const depth = choices.below(levels + 1)
  for (let level = 1; level <= depth; level++) {
    shell = choices.of(wraps)(shell, choices, level)
  }
  return shell.text
}

const mentions: readonly [string, ...string[]] = [
  "echo 'gh x; $(gh y) `gh z`'",
  'git commit -m "fix | gh api; python3 x"',
  "true # gh x; python3 y",
  "cat <<'M'\ngh x\n$(gh y)\nM",
  "cat <<M\ngh x; python3 y\nM",
  "cat <<-M\n\tgh x\n\tM",
  "cat <<< 'gh x; gh y'",
  "X='gh x' Y=gh",
  "a=(gh 'python3 x')",
  "[[ gh == python3 || -n 'gh x' ]]",
  "case gh in gh|python3) ;; esac",
  "echo a >| /dev/null gh",
  "echo gh\\; python3 \\| gh",
  "grep -E 'gh|python3 x' /dev/null",
  "command -v gh",
  "type python3",
  ": ${X:-'$(gh x)'}",
  "echo $'gh x\\'; gh y'",
  "printf '%s' \"gh && python3\"",
  "printf '%s' 'a=(gh $(gh x))' 'a[$(gh x)]'",
  "export 'A=(gh $(gh x))' 'B=a[$(gh x)]'",
  "for gh in python3; do :; done",
  "gh() { :; }",
  "alias g='gh x'",
  "bash /dev/null 'gh x'",
  "echo 'gh x' | cat",
  "echo $((gh | python3))",
  "env -u gh true; timeout -s TERM 9 true gh",
  "find /dev/null -name gh",
  "eval \"echo 'gh x; gh y'\"",
  "bash -c 'echo \"gh x | gh y\"' gh",
]

/** Commands that only mention tools, inside up to `levels` others. */
export function wrappedMention(choices: Choices, levels: number): string {
  let shell: Shell = { text: choices.of(mentions), simple: false }
  if (choices.below(3) === 0) shell = { text: `${shell.text}\n${choices.of(mentions)}`, simple: false }
  const depth = choices.below(levels + 1)
  for (let level = 1; level <= depth; level++) shell = choices.of(wraps)(shell, choices, level)
  return shell.text
}

/** A complete command: parses alone, nothing open. */
export function completeCommand(choices: Choices): string {
  return choices.below(2) === 0 ? wrappedUse(choices, 2) : wrappedMention(choices, 2)
}

const scraps: readonly [string, ...string[]] = [
  "gh x",
  "python3 y",
  "echo",
  "a",
  " ",
  "\n",
  "'",
  '"',
  "\\",
  "`",
  "$(",
  ")",
  "(",
  "{",
  "}",
  "$((",
  "))",
  "${",
  "${x:-",
  "${ ",
  "<(",
  "<<E",
  "<<'E'",
  "\nE\n",
  "<<<",
  ">o",
  "|",
  "||",
  "&&",
  "&",
  ";",
  ";;",
  "#",
  "if ",
  "then ",
  "fi",
  "for x in ",
  "do ",
  "done",
  "while ",
  "case ",
  " in ",
  "esac",
  "[[ ",
  " ]]",
  "!",
  "f()",
  "function ",
  "time ",
  "coproc ",
  "A=",
  "--(",
  "[",
  "]",
  "*",
  "$x",
  "bash -c ",
  "eval ",
  "sudo ",
  "env -S ",
  "\t",
  "é",
]

/** Text that is hardly ever a shell's; every `gh` in it has a number of its own. */
export function garbage(choices: Choices): string {
  const length = 1 + choices.below(14)
  let text = ""
  for (let count = 0; count < length; count++) {
    const scrap = choices.of(scraps)
    text += (scrap === "gh x" ? `gh n${count}` : scrap) + (choices.below(2) === 0 ? " " : "")
  }
  return text
}

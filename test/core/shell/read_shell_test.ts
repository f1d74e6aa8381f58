import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { compareOrderKeys } from "../../../src/core/shell/order_key.ts"
import type { Reading } from "../../../src/core/shell/read_shell.ts"
import { parseBudget, readShell } from "../../../src/core/shell/read_shell.ts"
import { opaqueExpansion, outermostText, replaceInPair } from "../../../src/core/shell/shell_text.ts"
import type { SimpleCommand } from "../../../src/core/shell/simple_command.ts"
import { nextWindow } from "../../../src/core/shell/window.ts"

function read(text: string): readonly Reading[] {
  return [...readShell(outermostText(text), parseBudget(text.length))]
}

function commands(text: string): readonly SimpleCommand[] {
  return read(text).flatMap((reading) => reading.kind === "command" ? [reading.command] : [])
}

/** What is given up of a text, and what is found in it. */
function recovered(text: string): readonly string[] {
  return read(text).map((reading) =>
    reading.kind === "command" ? reading.command.segment : `${reading.whole ? "whole" : "lost"}: ${reading.text.trim()}`
  )
}

Deno.test("readShell gives words after quote removal, and tells what is not known of them", () => {
  const [command] = commands('\'a b\' "c $D" e\\ f $\'g\\th\' $I "${J}" {k,l} m* n"$(o)"/p')
  deepStrictEqual(command?.words.map(({ value, literal, variable, tail }) => [value, literal, variable ?? "", tail]), [
    ["a b", true, "", "a b"],
    ["c $D", false, "", ""],
    ["e f", true, "", "e f"],
    ["g\th", true, "", "g\th"],
    ["$I", false, "I", ""],
    ["${J}", false, "J", ""],
    ["{k,l}", false, "", ""],
    ["m*", false, "", ""],
    ["n$(o)/p", false, "", "/p"],
  ])
})

Deno.test("readShell gives the input of a command: the last redirection wins, a pipe and a group reach what is inside", () => {
  const kinds = commands("a <f <<E\nx\nE\nb <<< x; c | d; { e; } < f; g 3<h; i <<E <j\nx\nE").map(({ words, input }) =>
    `${words[0]?.value} ${input?.kind ?? "none"}`
  )
  deepStrictEqual(kinds, ["a heredoc", "b here-string", "c none", "d pipe", "e file", "g none", "i file"])
})

Deno.test("readShell gives the body of a heredoc as the command reads it", () => {
  const bodies = commands("a <<E\n\\$x \\\\ $y $(z)\nE\nb <<-'E'\n\t\\$x\n\tE\n").flatMap(({ input }) =>
    input?.kind === "heredoc" ? [input.text] : []
  )
  deepStrictEqual(bodies, [
    { shown: "$x \\ $y $(z)\n", read: "$x \\ $$ ${x}\n" },
    { shown: "\\$x\n", read: "\\$x\n" },
  ])
})

Deno.test("readShell gives a line up whose command has a bracket behind its name, which the parser drops", () => {
  for (
    const text of [
      "foo(gh x",
      "echo (gh x)",
      "--(gh x;",
      "X=1 foo (gh x) >y",
      "{ foo(gh x; }",
      "if foo (gh x); then :; fi",
    ]
  ) {
    deepStrictEqual(recovered(`a\n${text}\nb`), ["a", `lost: ${text}`, "b"])
  }
  deepStrictEqual(recovered("a $(foo(gh x) b)"), ["a $(foo(gh x) b)", "lost: foo(gh x) b"])
  for (const text of ["foo() { x; }", "foo () { x; }", "foo+(gh|x)", "a=(gh x)", "declare b=(gh x)", "c >(gh x)"]) {
    strictEqual(recovered(text).some((line) => line.startsWith("lost")), false, text)
  }
})

Deno.test("readShell orders commands by where they start, nested ones inside their own text", () => {
  const found = commands("a $(b `c \\`d\\``) <<E; e\n$(f)\nE").toSorted((left, right) =>
    compareOrderKeys(left.key, right.key)
  )
  deepStrictEqual(found.map(({ words }) => words[0]?.value), ["a", "b", "c", "d", "e", "f"])
  deepStrictEqual(found.map(({ via }) => via.join(" ")), ["", "$()", "$() ``", "$() `` ``", "", "$()"])
})

Deno.test("readShell gives up one line of what does not parse, and reads on after it", () => {
  deepStrictEqual(recovered("a; b 'c\nd\ne"), ["a", "lost: b 'c", "d", "e"])
  deepStrictEqual(recovered("a <<E\nb"), ["lost: a <<E", "b"])
  deepStrictEqual(recovered("a )\nb"), ["a", "lost: )", "b"])
  deepStrictEqual(recovered("a <<E\nx\nE\nb ${ c\nd"), ["a <<E", "lost: b ${ c", "d"])
  deepStrictEqual(recovered("a $(b; c <<E\nd\n) e\nf"), ["lost: a $(b; c <<E", "d", "lost: ) e", "f"])
  deepStrictEqual(recovered("<<E f() { a; }\nb\nE\n"), ["lost: <<E f() { a; }", "b", "E"])
})

Deno.test("readShell takes a compound that lacks its last word as it stands", () => {
  deepStrictEqual(recovered("if a; then b"), ["a", "b", "whole: if a; then b"])
  deepStrictEqual(recovered("{ (a; b"), ["a", "b", "whole: { (a; b"])
  deepStrictEqual(recovered("a # c\nif b\n"), ["a", "lost: if b"])
  const crowded = "x" + " <<E".repeat(300)
  deepStrictEqual(recovered(`if a\n${crowded}\nb`), ["lost: if a", `lost: ${crowded}`, "b"])
})

Deno.test("readShell takes the word case for no keyword where it is an argument", () => {
  deepStrictEqual(recovered("x=$(grep case f | grep -v case)\na"), [
    "x=$(grep case f | grep -v case)",
    "grep case f",
    "grep -v case",
    "a",
  ])
  strictEqual(commands("x=$(grep case f)")[1]?.words[1]?.value, "case")
})

Deno.test("readShell reads on line by line when the budget is spent, and says so once", () => {
  const text = "a\nb '\nc\nd"
  const readings = [...readShell(outermostText(text), { left: 0, spent: false })]
  deepStrictEqual(
    readings.map((reading) =>
      reading.kind === "command" ? reading.command.segment : `${reading.text.trim()} ${reading.said}`
    ),
    ["a", "b ' false", "c", "d"],
  )
})

Deno.test("nextWindow ends where a line ends that nothing continues, before a line of too many heredocs", () => {
  strictEqual(nextWindow("ab\ncd\n", 0, 2).end, 3)
  strictEqual(nextWindow("ab \\\ncd\nef", 0, 2).end, 8)
  strictEqual(nextWindow("ab \\\\\ncd\n", 0, 2).end, 6)
  const crowded = "a\nb" + " <<E".repeat(300) + "\nc\n"
  deepStrictEqual(nextWindow(crowded, 0, 9_999), { end: 2, parse: true, last: true })
  deepStrictEqual(nextWindow(crowded, 2, 9_999), { end: crowded.length - 2, parse: false, last: true })
})

Deno.test("opaqueExpansion is as long as what it stands for", () => {
  deepStrictEqual([1, 2, 3, 4, 7].map(opaqueExpansion), ["$", "$$", "$$$", "${x}", "${xxxx}"])
})

Deno.test("replaceInPair replaces in both texts what is found in the one that is read", () => {
  deepStrictEqual(replaceInPair({ shown: "a\\nb$(\\n)", read: "a\\nb${xx}" }, /\\n/gu, () => "\n"), {
    shown: "a\nb$(\\n)",
    read: "a\nb${xx}",
  })
})

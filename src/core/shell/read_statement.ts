import { inputOf, readCommand } from "./read_command.ts"
import type { CommandInput, SimpleCommand } from "./simple_command.ts"
import type { ShellText } from "./shell_text.ts"
import { keyAt, partOf } from "./shell_text.ts"
import type { Entry, Span, StatementReading } from "./statement_reading.ts"
import type { Command, CommandExpansionPart, HereDoc, Statement, SyntaxNode, Word } from "./syntax.ts"
import { childrenOf, ownSource } from "./syntax.ts"

interface Visit {
  readonly node: SyntaxNode
  /** What the commands in it read when they do not say otherwise. */
  readonly input: CommandInput | undefined
  /** Whether a parent already accounts for the range. */
  readonly covered: boolean
  /** Whether single quotes in it are no quotes: heredoc bodies. */
  readonly body: boolean
  /** Where a `time` before the command starts. */
  readonly timeAt?: number
}

const compounds: ReadonlySet<SyntaxNode["type"]> = new Set([
  "If",
  "For",
  "ArithmeticFor",
  "Select",
  "While",
  "Subshell",
  "BraceGroup",
  "Case",
  "TestCommand",
  "ArithmeticCommand",
])
const brackets = /[ \t]*\([ \t]*\)/yu
const mayHoldCode = /[$`]|[<>]\(/u

/** The script that holds a statement. */
export interface Scope {
  /** What the offsets of the tree index. */
  readonly source: string
  /** Where the script ends in it. */
  readonly end: number
  /** Whether a bracket of a substitution ends it: that closes a heredoc too. */
  readonly nested: boolean
}

/** Reads a statement of the tree of `text` without recursion: deep nesting must not overflow the stack. */
export function readStatement(statement: Statement, text: ShellText, scope: Scope): StatementReading {
  const reader = new StatementReader(text, scope)
  const stack: Visit[] = [{ node: statement.command, input: text.input, covered: false, body: false }]
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const next = reader.visit(visit)
    for (let index = next.length - 1; index >= 0; index--) {
      const child = next[index]
      if (child !== undefined) stack.push(child)
    }
  }
  return reader.reading()
}

class StatementReader {
  readonly #entries: Entry[] = []
  readonly #leaves: Span[] = []
  readonly #commands = new Map<SyntaxNode, SimpleCommand>()
  #openAt: number | undefined
  #droppedAt: number | undefined
  #broken = false
  #start = Infinity
  #stop = 0
  #end = 0

  constructor(readonly text: ShellText, readonly scope: Scope) {}

  get source(): string {
    return this.scope.source
  }

  reading(): StatementReading {
    return {
      entries: this.#entries,
      leaves: this.#leaves,
      start: this.#start,
      stop: this.#stop,
      end: Math.max(this.#end, this.#stop),
      ...(this.#openAt === undefined ? {} : { openAt: this.#openAt }),
      ...(this.#droppedAt === undefined ? {} : { droppedAt: this.#droppedAt }),
      broken: this.#broken,
    }
  }

  /** Notes what the node says itself, and tells what to visit next. */
  visit(visit: Visit): readonly Visit[] {
    const { node, input, body } = visit
    if (compounds.has(node.type)) this.#compound(node)
    const all = (nodes: readonly SyntaxNode[], covered = visit.covered): readonly Visit[] =>
      nodes.map((child) => ({ node: child, input, covered, body }))
    switch (node.type) {
      case "Command":
        return this.#command(node, visit)
      case "Pipeline":
        return this.#pipeline(node, visit)
      case "Redirected": {
        const own = inputOf(node.redirects, this.text) ?? input
        for (const { pos, end } of node.redirects) this.#leaf(pos, end)
        return [{ ...visit, node: node.command, input: own }, ...all(node.redirects, true)]
      }
      case "Word":
        if (holdsLineEnd(node)) this.#open(node.pos)
        if (!visit.covered) this.#leaf(node.pos, node.end)
        return mayHoldCode.test(node.text) ? all(childrenOf(node), true) : []
      case "Assignment":
        if (!visit.covered) this.#leaf(node.pos, node.end)
        return mayHoldCode.test(this.source.slice(node.pos, node.end)) ? all(childrenOf(node), true) : []
      case "HereDoc":
        return this.#heredoc(node, visit)
      case "CommandExpansion":
      case "ProcessSubstitution":
      case "ArithmeticCommandExpansion":
        this.#substitution(node)
        return []
      case "ArithmeticCommand":
        return this.#subshells(node) || this.#quoted(node.pos + 2, node.end - 1) ? [] : all(childrenOf(node), true)
      case "ArithmeticExpansion":
        return this.#quoted(node.pos + 2, node.end - 1) ? [] : all(childrenOf(node), true)
      case "ArithmeticFor":
        return this.#quoted(node.pos + 3, node.body.pos) ? all([node.body]) : all(childrenOf(node))
      case "ParameterExpansion":
        return this.#parameter(node, visit)
      case "Function":
      case "Coproc":
        return [
          ...node.name === undefined ? [] : this.#named(node.name, visit),
          { ...visit, node: node.body, input: undefined },
        ]
      default:
        return all(childrenOf(node))
    }
  }

  /** The name of a function, with its brackets, or of a coprocess. */
  #named(name: Word, visit: Visit): readonly Visit[] {
    if (/[\s"'`\\<>$()]/u.test(name.text)) this.#open(name.pos)
    brackets.lastIndex = name.end
    this.#leaf(name.pos, name.end + (brackets.exec(this.source)?.[0].length ?? 0))
    return [{ ...visit, node: name, input: undefined, covered: true }]
  }

  #leaf(start: number, end: number): void {
    this.#leaves.push([start, end])
    if (end > start) {
      this.#start = Math.min(this.#start, start)
      this.#stop = Math.max(this.#stop, end)
    }
  }

  /** Keywords are told by the gaps; brackets and headers belong to their compound. */
  #compound(node: SyntaxNode): void {
    if (node.end <= node.pos) {
      this.#broken = true
      return
    }
    this.#start = Math.min(this.#start, node.pos)
    this.#stop = Math.max(this.#stop, node.end)
    if (node.type === "Subshell" || node.type === "BraceGroup") {
      this.#leaf(node.pos, node.pos + 1)
      this.#leaf(node.end - 1, node.end)
    } else if (node.type === "TestCommand" || node.type === "ArithmeticCommand") this.#leaf(node.pos, node.end)
    else if (node.type === "ArithmeticFor") this.#leaf(node.pos, node.body.pos)
    else if (node.type === "Case") {
      for (const item of node.items) {
        const last = item.pattern.at(-1)
        this.#leaf(item.pos, last === undefined ? item.body.pos : this.source.indexOf(")", last.end) + 1)
      }
    }
  }

  #command(node: Command, { input, timeAt, body }: Visit): readonly Visit[] {
    const command = readCommand(node, this.text, timeAt ?? node.pos, input)
    this.#commands.set(node, command)
    this.#entries.push({ kind: "command", command })
    this.#leaf(node.pos, node.end)
    this.#bracketBehindName(node)
    return /[$`\n]|[<>]\(/u.test(this.source.slice(node.pos, node.end)) || node.redirects.length > 0
      ? childrenOf(node).map((child) => ({ node: child, input: undefined, covered: true, body }))
      : []
  }

  /** `foo (gh x`: for the parser it is `foo gh x`. */
  #bracketBehindName({ name, args, redirects, end }: Command): void {
    if (name === undefined) return
    const next = [...args, ...redirects].reduce((least, { pos }) => pos < name.end ? least : Math.min(least, pos), end)
    const bracket = this.source.slice(name.end, next).indexOf("(")
    if (bracket >= 0) this.#droppedAt = Math.min(this.#droppedAt ?? Infinity, name.end + bracket)
  }

  #pipeline(node: Extract<SyntaxNode, { type: "Pipeline" }>, visit: Visit): readonly Visit[] {
    for (const { pos, end } of node.prefixes) this.#leaf(pos, end)
    const time = node.prefixes.at(-1)
    return node.commands.map((child, index): Visit => ({
      node: child,
      covered: false,
      body: false,
      input: index === 0 ? visit.input : this.#pipe(node.commands[index - 1]),
      ...(index === 0 && time?.type === "Time" ? { timeAt: time.pos } : {}),
    }))
  }

  /** The command before a `|` is read before the one after it: its reading is there when it is asked for. */
  #pipe(before: SyntaxNode | undefined): CommandInput {
    const commands = this.#commands
    return {
      kind: "pipe",
      from: () => before === undefined ? undefined : commands.get(before),
    }
  }

  #heredoc(node: HereDoc, visit: Visit): readonly Visit[] {
    const { body, closing, delimiter } = node
    const { source, end, nested } = this.scope
    const closed = closing !== undefined || (nested && source.slice(body.end, end).trim() === delimiter?.value)
    if (!closed || delimiter === undefined || delimiter.text.includes("\n")) this.#open(node.pos)
    this.#end = Math.max(this.#end, body.end, closing?.end ?? 0)
    this.#leaves.push([body.pos, this.#end])
    return delimiter?.quoted !== true && mayHoldCode.test(body.text)
      ? (body.parts ?? []).map((part) => ({ ...visit, node: part, covered: true, body: true }))
      : []
  }

  #open(offset: number): void {
    this.#openAt = Math.min(this.#openAt ?? Infinity, offset)
  }

  #substitution(
    node: CommandExpansionPart | Extract<SyntaxNode, { type: "ProcessSubstitution" | "ArithmeticCommandExpansion" }>,
  ): void {
    const { script, pos, end } = node
    if (script === undefined) return
    const source = ownSource(script)
    const via = [...this.text.via, viaOf(node.text)]
    if (source !== undefined) {
      this.#entries.push({
        kind: "script",
        script,
        text: { ...this.text, shown: source, read: script.source ?? source, key: keyAt(this.text, pos), shift: 0, via },
      })
      return
    }
    if (/^\$\{[|\s]/u.test(node.text) && !/^[\s;]*\}$/u.test(this.source.slice(script.end, end))) this.#open(pos)
    this.#entries.push({ kind: "script", script, text: { ...this.text, via } })
  }

  /** `((gh x))` in a text of which it is not known whether the shell has arithmetic commands. */
  #subshells({ pos, end }: SyntaxNode): boolean {
    if (this.text.subshells === true) {
      this.#entries.push({ kind: "subshells", text: partOf(this.text, pos + 1, end - 1) })
    }
    return this.text.subshells === true
  }

  /** Single quotes in arithmetic, subscripts and heredocs are no quotes: the text expands as in double quotes. */
  #quoted(start: number, end: number): boolean {
    const source = this.source.slice(start, end)
    const quote = source.indexOf("'")
    if (quote < 0 || !/\$\(|`|\$\{[|\s]/u.test(source.slice(quote))) return false
    this.#entries.push({ kind: "quoted", text: partOf(this.text, start, end) })
    return true
  }

  #parameter(node: Extract<SyntaxNode, { type: "ParameterExpansion" }>, visit: Visit): readonly Visit[] {
    if (visit.body && this.#quoted(node.pos + 2, node.end - 1)) return []
    const { index, operation } = node
    const children = index !== undefined && this.#quoted(index.pos, index.end)
      ? operation && [operation]
      : childrenOf(node)
    return (children ?? []).map((child) => ({ ...visit, node: child, covered: true }))
  }
}

/** A line end outside quotes ends a word: where a word holds one, something in it was left open. */
function holdsLineEnd(word: Word): boolean {
  if (!word.text.includes("\n")) return false
  const literals = word.parts === undefined ? [word] : word.parts.filter(({ type }) => type === "Literal")
  return literals.some(({ text }) => text.replace(/\\[^]/gu, "").includes("\n"))
}

/** The name of a substitution in `via`. */
function viaOf(text: string): string {
  return text.startsWith("`") ? "``" : text.startsWith("<(") ? "<()" : text.startsWith(">(") ? ">()" : "$()"
}

import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { relationSentence, writtenReferences } from "../../../src/core/decision/written_reference.ts"

function addresses(value: string): readonly string[] {
  return writtenReferences(value, 1, false).map((reference) => reference.address)
}

Deno.test("writtenReferences reads lists of numbers, links, paths and words", () => {
  deepStrictEqual(addresses("245, 246, 3124"), ["245", "246", "3124"])
  deepStrictEqual(addresses("ADR-0012 and ADR-0013"), ["ADR-0012", "ADR-0013"])
  deepStrictEqual(addresses("[9. Help](0009-help.md), [10. More](<0010-more.md>)"), ["0009-help.md", "0010-more.md"])
  deepStrictEqual(addresses("[l10n (Locali[s|z]ation)](../0043-l10n/README.md)"), ["../0043-l10n/README.md"])
  deepStrictEqual(addresses("[A (b)](a_(b).md)"), ["a_(b).md"])
  deepStrictEqual(addresses('"[ADR-7]"'), ["ADR-7"])
  deepStrictEqual(addresses("  "), [])
})

Deno.test("writtenReferences marks what replaces a part only", () => {
  const partial = (value: string): boolean => writtenReferences(value, 1, false).every((reference) => reference.partial)
  strictEqual(partial("[3. X](3-x.md) in part"), true)
  strictEqual(partial("ADR-167#4"), true)
  strictEqual(partial("[3. X](3-x.md) with respect to caching"), true)
  strictEqual(partial("[3. X](3-x.md)"), false)
})

Deno.test("relationSentence reads every way to say that a decision replaces another", () => {
  const role = (text: string): string | undefined => relationSentence(text)?.role
  strictEqual(role("Superseded by [9. X](9-x.md)"), "superseded-by")
  strictEqual(role("Superceded by: ADR-9"), "superseded-by")
  strictEqual(role("Superseded [ADR-9](9-x.md)"), "superseded-by")
  strictEqual(role("**Replaced by** ADR-9"), "superseded-by")
  strictEqual(role("Accepted (superseded by ADR-9)"), "superseded-by")
  strictEqual(role("Supercedes [9. X](9-x.md)"), "supersedes")
  strictEqual(role("- Replaces ADR-9"), "supersedes")
  strictEqual(role("Amends [9. X](9-x.md)"), "supersedes-partly")
  strictEqual(role("Amended by [9. X](9-x.md)"), "superseded-partly-by")
  strictEqual(role("Partly superseded by [9. X](9-x.md)"), "superseded-partly-by")
  strictEqual(role("Superseded in part by ADR-9"), "superseded-partly-by")
  strictEqual(role("Accepted"), undefined)
  strictEqual(role("The old way supersedes nothing"), undefined)
  deepStrictEqual(relationSentence("Accepted (superseded by ADR-9)"), {
    role: "superseded-by",
    rest: "ADR-9",
    follows_status: true,
  })
})

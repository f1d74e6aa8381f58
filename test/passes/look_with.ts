import { deepStrictEqual } from "node:assert/strict"
import * as Schema from "effect/Schema"
import type { Corpus } from "../../src/core/corpus/corpus.ts"
import { groundPass } from "../../src/core/corpus/ground_pass.ts"
import type { Finding } from "../../src/core/schema/finding.ts"
import { type NearMiss, PassResult } from "../../src/core/schema/pass_result.ts"
import type { Pass } from "../../src/passes/pass.ts"
import { corpusOf, type More } from "./corpus_of.ts"

/** Texts by path. */
export type Files = Readonly<Record<string, string>>

/** What a pass says of a corpus. It must be a result, and each quote must stand where the pass says it does. */
export function lookAt(pass: Pick<Pass, "look">, corpus: Corpus): PassResult {
  const result = pass.look(corpus)
  deepStrictEqual(groundPass(result, corpus.texts).warnings, [])
  Schema.asserts(PassResult, result)
  return result
}

/** What a pass says of some files: see {@link lookAt}. */
export function lookWith(pass: Pick<Pass, "look">): (files: Files, more?: More) => PassResult {
  return (files, more = {}) => lookAt(pass, corpusOf(new Map(Object.entries(files)), more))
}

/** The name of the guard that calls something fine. */
export function guardOf({ why }: Pick<NearMiss, "why">): string {
  return why.replace(/:.*$/su, "")
}

/** What a pass called fine: the place and the guard of each. */
export function excused({ near_misses = [] }: PassResult): readonly string[] {
  return near_misses.map((miss) => `${miss.locator}: ${guardOf(miss)}`)
}

/** A result in short: each finding in the words of `tell`, then what was called fine. */
export function toldBy(tell: (finding: Finding) => string, result: PassResult): readonly string[] {
  return [...result.findings.map(tell), ...excused(result)]
}

import * as Result from "effect/Result"
import { isMapping, quoted } from "../core/foreign/foreign_value.ts"
import type { Fragment, FragmentTier } from "../core/report/fragment.ts"
import { type BodyOrder, renderBodies as render } from "../core/report/render_bodies.ts"
import { answer, wellFormed } from "./answer.ts"
import { type Failure, refusal } from "./failure.ts"
import { readJson } from "./json_text.ts"
import { isThere, type Option } from "./option.ts"

/** The record `fragment`. */
export interface GivenFragment {
  readonly path?: Option<string>
  readonly frontmatter: string
  readonly body: string
}

/** The variant `body-order`. */
export type GivenOrder =
  | { readonly tag: "tiers" }
  | { readonly tag: "caller" }
  | { readonly tag: "given"; readonly val: readonly FragmentTier[] }

/** The operation `reports.render-bodies`. */
export function renderBodies(
  fragments: readonly GivenFragment[],
  order: GivenOrder,
  cap: Option<number>,
): string {
  const read = answer(Result.all(fragments.map(fragmentOf)))
  return wellFormed(render(read, { order: orderOf(order), ...(isThere(cap) ? { cap } : undefined) }))
}

function fragmentOf({ path, frontmatter, body }: GivenFragment, index: number): Result.Result<Fragment, Failure> {
  const argument = `fragments[${index}].frontmatter`
  return Result.flatMap(
    readJson(argument, frontmatter),
    (value) =>
      isMapping(value)
        ? Result.succeed({ ...(isThere(path) ? { path } : undefined), frontmatter: value, body })
        : Result.fail(refusal(argument, "", `Cannot read ${argument}: it is ${quoted(value)}; pass an object`)),
  )
}

function orderOf(order: GivenOrder): BodyOrder {
  switch (order.tag) {
    case "tiers":
      return "default"
    case "caller":
      return "caller"
    case "given":
      return order.val
  }
}

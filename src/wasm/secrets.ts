import * as Result from "effect/Result"
import { redact as redactText, redactValue as redactJson } from "../core/redact/redact.ts"
import { answer } from "./answer.ts"
import { readJson } from "./json_text.ts"

/** The operation `secrets.redact`. */
export function redact(text: string): string {
  return redactText(text)
}

/** The operation `secrets.redact-value`. */
export function redactValue(value: string): string {
  return answer(Result.map(readJson("value", value), (read) => JSON.stringify(redactJson(read))))
}

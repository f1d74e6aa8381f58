import { singleLine } from "../../core/comment/inert_text.ts"
import { fieldOf } from "../../core/foreign/foreign_value.ts"
import { redact } from "../../core/redact/redact.ts"
import type { CommentsFailedReason } from "../../engine/comments_failed.ts"
import type { Answer } from "./rate_limit.ts"

/** What an answer that is no success means; every other status below 500 says that GitHub does not take the request. */
const reasons: { readonly [status: number]: CommentsFailedReason } = {
  401: "token refused",
  403: "access denied",
  404: "not found",
  410: "not found",
}

/** Why an answer is none that was hoped for. */
export function reasonOf({ status }: Answer): CommentsFailedReason {
  return reasons[status] ?? (status >= 500 ? "unavailable" : status < 400 ? "unreadable" : "rejected")
}

const longestMessage = 300

/** An answer in words: its status, and what GitHub says to it. */
export function wordsOf(answer: Answer, token: string): string {
  const said = messagesOf(answer.text)
  return `GitHub answers ${answer.status}${said === "" ? "" : ` (${harmless(said, token)})`}`
}

/** Words from outside as part of a message: one line, not long, without the token and other secrets. */
export function harmless(words: string, token: string): string {
  const line = singleLine(redact(words.replaceAll(token, "<redacted:github-token>")))
  return line.length > longestMessage ? `${line.slice(0, longestMessage).toWellFormed()} …` : line
}

/** The message of an answer and of each of its errors. A page of a proxy has none. */
function messagesOf(text: string): string {
  const answer = parsed(text)
  const errors = fieldOf(answer, "errors")
  return [fieldOf(answer, "message"), ...(Array.isArray(errors) ? errors.map(messageOf) : [])]
    .flatMap((message) => typeof message === "string" && message.trim() !== "" ? [message.trim()] : [])
    .join("; ")
}

/** An error is a text, has a message, or names a field and a code. */
function messageOf(error: unknown): unknown {
  return typeof error === "string" ? error : fieldOf(error, "message") ??
    [fieldOf(error, "field"), fieldOf(error, "code")].filter((part) => typeof part === "string").join(" ")
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

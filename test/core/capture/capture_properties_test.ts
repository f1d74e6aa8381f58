import { strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { memoryKinds, memoryTypes, readCapturePayload } from "../../../src/core/capture/capture_payload.ts"
import { planCapture } from "../../../src/core/capture/plan_capture.ts"
import { applyEdits } from "../../../src/core/edit/apply_edits.ts"
import { parseMarkdown } from "../../../src/core/markdown/parse_markdown.ts"
import { readFrontMatter } from "../../../src/core/markdown/read_front_matter.ts"

const letters = Schema.Literals([
  "a",
  "B",
  "é",
  " ",
  ": ",
  "#",
  "'",
  '"',
  "[",
  "]",
  "---",
  "yes",
  "1e3",
  "|",
  "\\",
  "\n",
  "- ",
  "*",
  "<",
  "漢",
])
const text = Arbitrary.map(Arbitrary.array(Arbitrary.schema(letters), { maxLength: 12 }), (parts) => parts.join(""))
const payloads = Arbitrary.all([
  text,
  text,
  text,
  text,
  text,
  Arbitrary.schema(Schema.Literals(memoryTypes)),
  Arbitrary.schema(Schema.Literals(memoryKinds)),
  Arbitrary.schema(Schema.Literals(["", "# Memory\n", "# Memory\r\n\r\n* [Old](lessons/old.md)\r\n", "Nothing"])),
])

Deno.test("what planCapture writes is read back as it was given, is listed once, and is written once", async () => {
  let captured = 0
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(
      payloads,
      ([name, description, scope, relevance, body, type, kind, index]) =>
        Effect.sync(() => {
          const payload = readCapturePayload({
            name,
            description,
            scope: [scope],
            relevance: [relevance],
            body,
            type,
            kind,
          })
          if (Result.isFailure(payload)) {
            return true
          }
          const texts = new Map(index === "" ? [] : [["m/MEMORY.md", index]])
          const tree = { root: "m", index: "m/MEMORY.md", texts }
          const plan = planCapture(payload.success, tree, "2026-12-01")
          if (Result.isFailure(plan)) return true
          captured++
          const { path, edits } = plan.success
          const after = new Map([...texts, ...Result.getOrThrow(applyEdits(texts, edits))])
          const front = readFrontMatter(after.get(path) ?? "")
          const again = planCapture(payload.success, { ...tree, texts: after }, "2026-12-01")
          const listed = parseMarkdown("m/MEMORY.md", after.get("m/MEMORY.md") ?? "").links
            .filter(({ target }) => decodeURI(`m/${target}`) === path)
          const isListed = type !== "session-recap" && !path.startsWith(".claude/rules/")
          const { success } = payload
          return front._tag === "mapping" && front.values["name"] === success.name &&
            front.values["description"] === success.description &&
            JSON.stringify(front.values["scope"]) === JSON.stringify(success.scope) &&
            listed.length === (isListed ? 1 : 0) &&
            (after.get("m/MEMORY.md") ?? "").startsWith(index.trimEnd()) &&
            Result.isSuccess(again) && again.success.edits.length === 0 && again.success.path === path
        }),
      { runs: 600, seed: 21 },
    ),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
  strictEqual(captured > 100, true, String(captured))
})

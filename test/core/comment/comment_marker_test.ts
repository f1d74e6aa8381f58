import { strictEqual } from "node:assert/strict"
import { commentMarker, isAdvisoryComment } from "../../../src/core/comment/comment_marker.ts"

const cases: readonly (readonly [what: string, body: string, isOurs: boolean])[] = [
  ["a body that begins with it", `${commentMarker}\n\ntext`, true],
  ["the marker alone", commentMarker, true],
  ["line breaks of a browser", `${commentMarker}\r\n\r\ntext`, true],
  ["a note that somebody wrote above it", `Seen.\n\n${commentMarker}\ntext`, true],
  ["another version", commentMarker.replace("v1", "v12"), true],
  ["no version", commentMarker.replace(" v1", ""), false],
  ["another marker", commentMarker.replace("findings", "gate"), false],
  ["a quotation", `> ${commentMarker}\n\nWhat is this?`, false],
  ["a code block", `\`\`\`\n${commentMarker}\n\`\`\`\n`, false],
  ["a code block with a longer fence", `~~~~ html\n~~~\n${commentMarker}\n~~~~\n`, false],
  ["a closed code block before it", `\`\`\`\nx\n\`\`\`\`\n${commentMarker}`, true],
  ["the middle of a line", `The marker is ${commentMarker}`, false],
  ["nothing", "", false],
]

for (const [what, body, isOurs] of cases) {
  Deno.test(`isAdvisoryComment says ${isOurs ? "yes" : "no"} to ${what}`, () =>
    strictEqual(isAdvisoryComment(body), isOurs))
}

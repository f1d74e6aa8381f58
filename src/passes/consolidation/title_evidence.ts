import type { DecisionNode } from "../../core/decision/decision_node.ts"
import type { Evidence } from "../../core/schema/finding.ts"
import { linesOf } from "../../core/text_lines.ts"
import { evidenceOf } from "../outcome/evidence.ts"

/** The line that names a decision: its title, else its first one. */
export function titleEvidence(
  { path, text, block }: Pick<DecisionNode, "path" | "text" | "block">,
): readonly Evidence[] {
  const lines = linesOf(text)
  const field = block.fields.find(({ key }) => /^(?:title|name|pep|bip|eip|kep-number)$/u.test(key))?.line
  const heading = lines.findIndex((line) => /^#\s+\S/u.test(line))
  const first = lines.findIndex((line) => /[\p{L}\p{N}]/u.test(line))
  const line = field ?? (heading < 0 ? first : heading) + 1
  return line < 1 ? [] : evidenceOf({ path, lines }, [line])
}

import { Document, isMap, isSeq, visit } from "yaml"

/** Writes a mapping as YAML 1.2, in the order of its keys; a nested mapping and an empty list stand on one line. */
export function writeYaml(value: { readonly [key: string]: unknown }): string {
  const document = new Document(value, { version: "1.2", schema: "core" })
  visit(document, {
    Collection(key, node): void {
      if (key !== null && isMap(node)) node.flow = true
      if (isSeq(node) && node.items.length === 0) node.flow = true
    },
  })
  return document.toString({ lineWidth: 0 })
}

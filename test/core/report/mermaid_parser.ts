import DOMPurify from "npm:dompurify@3.5.0"

// The parser sanitises labels, for which DOMPurify wants a browser; the grammar needs neither.
Object.assign(DOMPurify, { addHook: () => undefined, sanitize: (text: string) => text })

const { default: mermaid } = await import("npm:mermaid@12.3.0")

/** What mermaid itself says against a diagram; `undefined` when it takes it. */
export async function mermaidRefuses(text: string): Promise<string | undefined> {
  try {
    await mermaid.parse(text)
    return undefined
  } catch (error) {
    return String(error)
  }
}

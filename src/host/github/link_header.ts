const link = /<([^<>]*)>([^<]*)/gu
const next = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next(?=\s*(?:[;,]|$)))/iu

/** The address of the next page, by the `Link` header of a page; `undefined` on the last one. */
export function nextPage(header: string | undefined): string | undefined {
  for (const [, address, parameters = ""] of (header ?? "").matchAll(link)) {
    if (next.test(parameters)) return address
  }
  return undefined
}

/** A page that says nothing but where its decision went; long pages are not read as one. */
const longest = 800
const moved =
  /^[\s>*_]*(?:this (?:rfc|adr|kep|eip|erc|pep|bip|page|file|document|decision|proposal)s? )?(?:has been |was |is |has )?(?:moved|renamed|relocated|redirects?|redirected)(?: to| here)?[:\s]*(?:\[[^\]]*\]\(\s*<?([^)\s>]+)>?\s*\)|<?(\S+\.(?:md|rst|mediawiki))>?)/iu

/** The address that a page redirects to in its first sentence; `undefined` when it is no stub. */
export function redirectTarget(text: string): string | undefined {
  if (text.length > longest) return undefined
  const body = text.replace(/^---\r?\n[\s\S]*?\n---\r?\n/u, "")
  const first = body.split(/\r?\n/u).find((line) => line.trim() !== "" && !line.startsWith("#"))
  const match = moved.exec(first ?? "")
  return match?.[1] ?? match?.[2]
}

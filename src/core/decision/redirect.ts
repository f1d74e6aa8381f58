/** A page that says nothing but where its decision went; long pages are not read as one. */
const longest = 800
const moved =
  /^[\s>*_]*(?:this (?:rfc|adr|kep|eip|erc|pep|bip|page|file|document|decision|proposal)s? )?(?:(?:has |was |is |have )?(?:been )?)?(?:moved|renamed|relocated|redirects?|redirected)(?: to| here)?[:\s]*\s*(?:\[[^\]]*\]\(\s*<?([^)\s>]+)>?\s*\)|<?(\S+\.(?:md|rst|mediawiki))>?)/imu

/** The address that a page redirects to; `undefined` when it is no stub. */
export function redirectTarget(text: string): string | undefined {
  if (text.length > longest) return undefined
  const match = moved.exec(text)
  return match?.[1] ?? match?.[2]
}

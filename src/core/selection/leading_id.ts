import { readId } from "./id_list.ts"

/** What stands between ids in a list. */
const separators = /^(?:[\s,&+/-]|and(?=\s))+/iu

/**
 * What of a reason is read as another id, when the reason begins with one: `R004`, whether or not it is known, or a
 * number or a range of `known` ids. Who writes "R003, R004 by design" means both.
 */
export function leadingId(reason: string, known: ReadonlySet<string>): string | undefined {
  const word = /^[^\s,:]+/u.exec(reason.replace(separators, ""))?.[0]
  return word?.split(/[-/]/u).every((part) => isMeant(part, known)) === true ? word : undefined
}

function isMeant(word: string, known: ReadonlySet<string>): boolean {
  const id = readId(word)
  return id !== undefined && (/^r/iu.test(word) || known.has(id))
}

/** Whether a name is written as those of files are, so that it is meant to be one: no title. */
export function isIdentifier(name: string): boolean {
  return /^[\p{Ll}\p{N}]+(?:[-_.][\p{Ll}\p{N}]+)*$/u.test(name)
}

import type { Finding } from "../schema/finding.ts"

/** What makes two findings of one set of passes the same. */
export function identityOf({ pass, locator, key, what }: Finding): string {
  return JSON.stringify([pass, locator, key, what])
}

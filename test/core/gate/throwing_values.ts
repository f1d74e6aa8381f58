/** Values that no JSON text gives: reading them throws. */
export function throwingValues(): readonly object[] {
  const fail = (): never => {
    throw new Error("not to be read")
  }
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()
  return [new Proxy({}, { get: fail }), revoked.proxy]
}

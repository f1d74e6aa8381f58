import process from "node:process"

/**
 * How many milliseconds this process has computed. A limit in this time holds on a busy machine, too, where the clock goes
 * on while others compute.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

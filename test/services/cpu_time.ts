import process from "node:process"

/**
 * How many milliseconds this thread has computed. A limit in this time holds on a busy machine, too, where the clock goes on
 * while others compute, and so do other tests of this process. Some systems count it in steps of ten.
 */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

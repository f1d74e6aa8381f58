/**
 * Measures `retro checkpoint --dry-run`: `deno run -A bench/checkpoint.ts`. Makes git repositories of 2,000 and 20,000
 * Markdown files of about 5 kB, and prints the time, the CPU time and the peak memory of whole processes.
 */
import { join } from "node:path"
import { bundle, measure, print, say } from "./measure.ts"

const folders = 40
const vocabulary = "tide harbour forecast gauge reading table decision skill agent rule document section chart".split(
  " ",
)

let state = 7
function random(limit: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor(state / 2 ** 32 * limit)
}

/** A document whose links lead to others; one of two hundred leads nowhere. */
function documentOf(number: number, files: number): string {
  let text = `# Document ${number}\n`
  for (let section = 1; text.length < 5000; section++) {
    const words = Array.from({ length: 60 }, () => vocabulary[random(vocabulary.length)]).join(" ")
    const target = random(Math.round(files * 1.005))
    const link = `[the other](../d${target % folders}/f${target}.md)`
    text += `\n## Section ${section}\n\n${words}, see ${link} and \`code\`.\n\n- one\n- two\n`
  }
  return text
}

async function main(): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "retro-bench-" })
  try {
    const program = await bundle(folder)
    for (const files of [2_000, 20_000]) {
      const repository = join(folder, `files-${files}`)
      for (let number = 0; number < files; number++) {
        const path = join(repository, `d${number % folders}`)
        if (number < folders) Deno.mkdirSync(path, { recursive: true })
        Deno.writeTextFileSync(join(path, `f${number}.md`), documentOf(number, files))
      }
      await new Deno.Command("git", { args: ["-C", repository, "init", "--quiet"] }).output()
      const checkpoint = [Deno.execPath(), "run", "-A", program, "checkpoint", "--root", repository, "--dry-run"]
      print(`${files} files of 5 kB: ${say(await measure(checkpoint))}`)
    }
  } finally {
    Deno.removeSync(folder, { recursive: true })
  }
}

await main()

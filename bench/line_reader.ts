/** Reads the lines of files and does nothing with them: the floor of what reading costs. `deno run -A bench/line_reader.ts FILE…` */
const buffer = new Uint8Array(1 << 19)
let lines = 0
for (const file of Deno.args) {
  using handle = Deno.openSync(file)
  for (let count = handle.readSync(buffer); count !== null; count = handle.readSync(buffer)) {
    const part = buffer.subarray(0, count)
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines++
  }
}
Deno.stdout.writeSync(new TextEncoder().encode(`${lines}\n`))

import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { retro } from "../services/program.ts"
import { demoFiles, today, treeOf, withRepository } from "./demo_repository.ts"

/** Mounts a small disk at $1 with a file on it, fills it to the last byte, runs the rest, and leaves the disk's files in $2. */
const fullDisk = [
  'disk=$1 kept=$2; shift 2; mount -t tmpfs -o size=16k none "$disk" && printf old > "$disk/report.md"',
  '{ head -c 100000 /dev/zero > "$disk/filler" 2> /dev/null; "$@"; code=$?; rm "$disk/filler"; }',
  'cp -r "$disk/." "$kept" && exit "$code"',
].join(" && ")
const canMount = spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0

Deno.test({
  name: "retro init and checkpoint --output leave no broken file on a full disk",
  // A disk can be mounted only by root, and not in every container.
  ignore: !canMount,
  fn: () =>
    withRepository(demoFiles, (folder) => {
      const [disk, kept] = [join(folder, "disk"), join(folder, "kept")]
      mkdirSync(disk)
      const onDisk = (...args: readonly string[]) => {
        rmSync(kept, { recursive: true, force: true })
        mkdirSync(kept)
        const through = ["unshare", "-m", "sh", "-c", fullDisk, "sh", disk, kept]
        const run = retro(args, { cwd: folder, through })
        strictEqual(run.code, 3, run.stderr)
        match(run.stderr, /retro: Cannot (?:write|create) "disk\/.*": ENOSPC: .*; free some space and run again\n$/u)
        return [...treeOf(kept).keys()]
      }
      deepStrictEqual(onDisk("init", "--root", "disk"), ["report.md"])
      deepStrictEqual(
        onDisk("checkpoint", "--today", today, "--dry-run", "--output", "disk/report.md"),
        ["report.md"],
      )
      strictEqual(Deno.readTextFileSync(join(kept, "report.md")), "old")
    }),
})

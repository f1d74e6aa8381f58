import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { demoFiles, runs } from "../cli/demo_repository.ts"
import { checkpoint, rowsOf } from "./review_runs.ts"
import { type Journey, today } from "./visit.ts"

/** A merge, an editor and a bad disk each leave a last run that cannot be used. */
export const brokenBaseline: Journey = {
  name: "broken baseline: conflict markers stop, a damaged report is moved aside, nothing is lost",
  files: demoFiles,
  make: async (visit) => {
    const latest = `${runs}/latest.md`
    await checkpoint(visit, "--today", today)
    const first = visit.read(latest)
    visit.write(latest, `<<<<<<< HEAD\n${first}=======\n${first}>>>>>>> theirs\n`)
    const conflict = await visit.retro(["checkpoint", "--today", today])
    deepStrictEqual([conflict.code, conflict.stdout], [2, ""])
    match(conflict.stderr, /^retro: .*latest\.md": line 1 is a merge conflict marker; resolve/u)

    const torn = first.slice(4, first.length / 2)
    visit.write(latest, torn)
    const fresh = await visit.retro(["checkpoint", "--today", today])
    strictEqual(fresh.code, 0, fresh.stderr)
    match(fresh.stderr, /^retro: baseline at .*latest\.md malformed; treating run as fresh/u)
    match(fresh.stderr, /^the malformed latest\.md was moved to latest\.malformed-1\.md$/mu)
    strictEqual(visit.read(`${runs}/latest.malformed-1.md`), torn)
    strictEqual(visit.read(`${runs}/v1.md`), first)
    strictEqual(visit.read(`${runs}/v2.md`), fresh.stdout)
    // No id is given twice, whatever happened in between.
    deepStrictEqual(rowsOf(fresh.stdout).map(([id]) => id), ["R005", "R006", "R007", "R008"])
    const next = await checkpoint(visit, "--today", today)
    deepStrictEqual(rowsOf(next).map(([id, tag]) => [id, tag]), [
      ["R005", "CARRIED"],
      ["R006", "CARRIED"],
      ["R007", "CARRIED"],
      ["R008", "CARRIED"],
    ])
    const invalid = await visit.retro(["validate", `${runs}/latest.malformed-1.md`])
    strictEqual(invalid.code, 1)
  },
}

const mount = 'mount --bind . . && mount -o remount,bind,ro . && cd "$PWD"'
const canMount = spawnSync("unshare", ["-m", "sh", "-c", `cd /tmp && ${mount}`]).status === 0

/** A checkout in a container: nothing of it can be written, and the report must be had all the same. */
export const readOnlyDisk: Journey = {
  name: "read-only disk: the report is printed, the exit code says that it is not kept",
  ...(canMount ? {} : { impossible: "only root mounts a disk that cannot be written" }),
  files: demoFiles,
  make: async (visit) => {
    await checkpoint(visit, "--today", today)
    const before = visit.read(`${runs}/latest.md`)
    const onDisk = (command: string) =>
      visit.shell(
        `export -f retro; exec unshare -m bash -c ${JSON.stringify(`${mount.replaceAll('"', "'")} && ${command}`)}`,
      )
    const kept = await onDisk(`retro checkpoint --today ${today}`)
    strictEqual(kept.code, 3)
    match(kept.stderr, /^retro: Cannot create ".*": EROFS: read-only file system; /mu)
    deepStrictEqual(rowsOf(kept.stdout).map(([id, tag]) => [id, tag]), [
      ["R001", "CARRIED"],
      ["R002", "CARRIED"],
      ["R003", "CARRIED"],
      ["R004", "CARRIED"],
    ])
    const dry = await onDisk(`retro checkpoint --today ${today} --dry-run`)
    deepStrictEqual([dry.code, dry.stderr], [0, ""])
    const edit = await onDisk(`retro checkpoint --today ${today} --select 'apply R003'`)
    strictEqual(edit.code, 3)
    match(edit.stderr, /^R003 {2}failed {2}Cannot write README\.md: read-only file system; every file is as it was$/mu)
    for (const command of ["init", "gate require"]) {
      const refused = await onDisk(`retro ${command}`)
      strictEqual(refused.code, 3)
      match(refused.stderr, /^retro: Cannot create .*EROFS: read-only file system; the disk can only be read;/u)
    }
    strictEqual(visit.read(`${runs}/latest.md`), before)
  },
}

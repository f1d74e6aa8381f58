import { strictEqual } from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { retro } from "../services/program.ts"
import { demoFiles, runs, today, withRepository } from "./demo_repository.ts"
import { refuses } from "./refuses.ts"

const makePipe = (file: string): void => void execFileSync("mkfifo", [file])

Deno.test({
  name: "a configuration or a run that is a pipe or a link to nowhere is refused without waiting for it",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withRepository(demoFiles, (folder) => {
      strictEqual(retro(["checkpoint", "--today", today], { cwd: folder }).code, 0)
      const config = join(folder, ".retro.yaml")
      const through = ["timeout", "30"]
      const says = (why: RegExp) => ({ code: 3, through, says: [why, /; make it a readable file, or remove it$/mu] })
      makePipe(config)
      for (const command of [["checkpoint", "--dry-run"], ["history"]]) {
        refuses(folder, command, says(/Cannot read the configuration ".*\.retro\.yaml": it is no regular file/))
      }
      rmSync(config)
      symlinkSync("nowhere.yaml", config)
      for (const command of [["checkpoint", "--dry-run"], ["history"]]) {
        refuses(
          folder,
          command,
          says(/Cannot read the configuration ".*\.retro\.yaml": it is a symbolic link to nowhere/),
        )
      }
      rmSync(config)
      for (const name of ["latest.md", "v2.md"]) {
        rmSync(join(folder, runs, name), { force: true })
        makePipe(join(folder, runs, name))
        for (const command of [["checkpoint", "--dry-run"], ["history"]]) {
          refuses(folder, command, {
            code: 3,
            through,
            says: [/Cannot read ".*\.md": it is no regular file; move it away/],
          })
        }
        rmSync(join(folder, runs, name))
      }
    }),
})

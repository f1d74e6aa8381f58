import { deepStrictEqual, ok } from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import * as Schema from "effect/Schema"
import { targets } from "../../build/compile.ts"
import { projectRoot } from "../services/program.ts"

const folder = join(projectRoot, ".github/workflows")
const Permissions = Schema.Record(Schema.String, Schema.Literals(["read", "write"]))
const Step = Schema.Struct({ uses: Schema.optionalKey(Schema.String), run: Schema.optionalKey(Schema.String) })
const Job = Schema.Struct({
  permissions: Schema.optionalKey(Permissions),
  uses: Schema.optionalKey(Schema.String),
  steps: Schema.optionalKey(Schema.Array(Step)),
})
const readWorkflow = Schema.decodeUnknownSync(
  Schema.Struct({ permissions: Permissions, jobs: Schema.Record(Schema.String, Job) }),
)

const texts = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")] as const)
const workflows = texts.map(([name, text]) => [name, readWorkflow(parse(text))] as const)

Deno.test("a workflow names each action of others by the hash of a commit, with its version", () => {
  const uses = texts.flatMap(([, text]) => [...text.matchAll(/\buses: (.+)$/gmu)].map(([, action = ""]) => action))
  ok(uses.length > 5)
  deepStrictEqual(uses.filter((action) => !/^(?:\.\/|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/u.test(action)), [])
})

Deno.test("a workflow may read, and only the jobs that publish may do one thing more", () => {
  const written = (permissions: typeof Permissions.Type = {}): readonly string[] =>
    Object.entries(permissions).filter(([, access]) => access === "write").map(([name]) => name)
  deepStrictEqual(workflows.flatMap(([, { permissions }]) => written(permissions)), [])
  const more = workflows.flatMap(([name, { jobs }]) =>
    Object.entries(jobs).flatMap(([job, { permissions }]) =>
      written(permissions).map((one) => `${name} ${job}: ${one}`)
    )
  )
  deepStrictEqual(more, ["release.yml jsr: id-token", "release.yml npm: id-token", "release.yml github: contents"])
})

Deno.test("CI, the workflows and the README use one version of Deno, and each binary is started", () => {
  const all = [
    ...texts.map(([, text]) => text),
    ...[".ci/run", "README.md"].map((path) => readFileSync(join(projectRoot, path), "utf8")),
  ]
  const versions = all.map((text) => new Set([...text.matchAll(/\bdeno@([\d.]+\d)/gu)].map(([, version]) => version)))
  deepStrictEqual(versions, versions.map(() => versions[0]))
  const check = texts.find(([name]) => name === "check.yml")?.[1] ?? ""
  deepStrictEqual(targets.filter((target) => !check.includes(`binary: retro-${target}`)), [])
})

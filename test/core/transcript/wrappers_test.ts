import { deepStrictEqual } from "node:assert/strict"
import { analyzeTranscript } from "../../../src/core/transcript/analyze_transcript.ts"
import { defaultPolicy, strictPolicy } from "../../../src/core/transcript/built_in_policies.ts"
import type { Policy } from "../../../src/core/schema/policy.ts"

function labels(transcript: string, policy: Policy): readonly string[] {
  const { violations, undecided } = analyzeTranscript(transcript, policy)
  return [
    ...violations.map((text) => text.slice(0, text.indexOf(": "))),
    ...undecided.map(({ reason }) => `${reason}?`),
  ]
}

Deno.test("programs that run others are looked through, with the flags before and after their subcommand", () => {
  const commands = [
    "runuser me -c 'gh x'",
    "runuser -l me -c 'gh x'",
    "runuser - me -c 'gh x'",
    "runuser -u me gh x",
    "runuser -g staff --user me -- gh x",
    "sg docker -c 'gh x'",
    "env -a foo gh x",
    "fish --command 'gh x'",
    "fish --command='gh x'",
    "pnpm -C a exec gh x",
    "pnpm --filter a exec gh x",
    "uv --directory a run gh x",
    "npm --prefix a exec gh x",
    "git -C a bisect run gh x",
    "conda run -n a gh x",
    "poetry -C a run gh x",
    "pipenv run gh x",
    "hatch run gh x",
    "rye run gh x",
    "pyenv exec gh x",
    "mise exec -- gh x",
    "mise exec node@20 -- gh x",
    "mise x -c 'gh x'",
    "nvm exec 20 gh x",
    "fnm exec --using 20 gh x",
    "direnv exec . gh x",
    "yarn exec gh x",
    "yarn --cwd a run gh x",
    "parallel -j 4 gh api {} ::: a b",
    "parallel 'cd a; gh api {}' ::: a b",
    "printf 'gh x\\n' | parallel",
    "fd -e md -x gh api {} \\;",
    "fd pat --exec-batch gh api",
    "ls | entr -s 'gh x'",
    "prlimit --nofile=10 gh x",
    "setarch x86_64 -R gh x",
    "xvfb-run -a gh x",
    "dotenv -e .env -- gh x",
    "op run --env-file=.env -- gh x",
    "doppler run --command 'gh x'",
  ]
  for (const command of commands) deepStrictEqual(labels(command, defaultPolicy), ["gh"], command)
  deepStrictEqual(labels("parallel ::: 'gh x' 'gh y'", defaultPolicy), ["gh", "gh"])
  deepStrictEqual(labels("nodejs -e 1; nodejs x.js", defaultPolicy), ["node -e"])
})

Deno.test("what a program that runs others is asked, or given as data, is no call", () => {
  const commands = [
    "mise exec node@20 gh",
    "prlimit -p 7 gh",
    "fd -e gh",
    "find . -x gh",
    "dotenv -p gh",
    "runuser -u gh ls",
    "parallel echo {} ::: gh python",
    "conda run -n gh ls",
    "ls | parallel node",
    "ls *.js | entr node",
    "docker ps gh",
    "kubectl get gh",
  ]
  for (const command of commands) deepStrictEqual(labels(command, strictPolicy), [], command)
})

Deno.test("what runs in a container counts where what runs elsewhere does", () => {
  const commands = [
    "docker exec -it c gh x",
    "docker -H h exec -e A=1 c bash -c 'gh x'",
    "sudo podman exec -w /w c gh x",
    "docker run --rm -it -v a:b img gh x",
    "docker compose -f a.yml exec web gh x",
    "docker-compose run --rm web gh x",
    "kubectl -n a exec -it pod -c b -- gh x",
    "kubectl exec pod -n a -- sh -c 'gh x'",
    "lxc exec c -- gh x",
    "docker exec -i c bash <<E\ngh x\nE",
  ]
  for (const command of commands) {
    deepStrictEqual([labels(command, strictPolicy), labels(command, defaultPolicy)], [["gh"], []], command)
  }
})

Deno.test("a shell that only reads runs nothing", () => {
  const commands = [
    "bash -n -c 'gh x'",
    "bash -D -c 'gh x'",
    "bash -nc 'gh x'",
    "bash -c -n 'gh x'",
    "sh -o noexec -c 'gh x'",
    "bash -n <<E\ngh x\nE",
  ]
  for (const command of commands) deepStrictEqual(labels(command, strictPolicy), [], command)
  for (const command of ["bash -n +n -c 'gh x'", "bash -inc 'gh x'", "bash -norc -c 'gh x'", "dash -D -c 'gh x'"]) {
    deepStrictEqual(labels(command, strictPolicy), ["gh"], command)
  }
})

Deno.test("flags in an unquoted variable before a program on the standard input leave it undecided", () => {
  deepStrictEqual(labels("node $OPTS <<E\n1\nE", defaultPolicy), ["computed word?"])
  deepStrictEqual(labels('node "$FILE" <<E\n1\nE', defaultPolicy), [])
  deepStrictEqual(labels("node $OPTS x.js <<E\n1\nE", defaultPolicy), [])
})

import type { PolicyWrapper } from "../schema/policy.ts"

const containerFlags = ["-H", "--host", "-c", "--context", "--config", "-l", "--log-level"]
const execFlags = [
  ...containerFlags,
  ..."-e --env --env-file -u --user -w --workdir --detach-keys --index".split(" "),
]
const runFlags = [
  ...execFlags,
  ..."-v --volume -p --publish --name --network --net -h --hostname -m --memory --cpus --mount --label --entrypoint"
    .split(" "),
  ..."--platform --add-host --cap-add --cap-drop --device --dns --gpus --ip --link --pull --restart --runtime".split(
    " ",
  ),
  ..."--security-opt --shm-size --tmpfs --ulimit --userns --volumes-from --ipc --pid --cidfile --group-add -a --attach"
    .split(" "),
]
const composeFlags = ["-f", "--file", "--project-name", "--profile", "--project-directory", "--ansi", ...runFlags]
const kubeFlags = "-n --namespace -c --container --context --kubeconfig --cluster -f --filename -s --server".split(" ")

/** Programs that run others on another machine or in a container. */
export const elsewhere: readonly PolicyWrapper[] = [
  {
    name: "ssh",
    value_flags: "BbcDEeFIiJLlmOopQRSWw".split("").map((letter) => `-${letter}`),
    positionals: 1,
    inner: "shell",
    elsewhere: true,
  },
  ...["docker", "podman", "nerdctl"].flatMap((program) => [
    inContainer(`${program} exec`, execFlags),
    inContainer(`${program} container exec`, execFlags),
    inContainer(`${program} run`, runFlags),
    inContainer(`${program} container run`, runFlags),
    inContainer(`${program} compose exec`, composeFlags),
    inContainer(`${program} compose run`, composeFlags),
  ]),
  ...["docker-compose", "podman-compose"].flatMap((program) => [
    inContainer(`${program} exec`, composeFlags),
    inContainer(`${program} run`, composeFlags),
  ]),
  ...["kubectl", "oc"].map((program) => inContainer(`${program} exec`, kubeFlags)),
  ...["lxc exec", "distrobox enter"].map((name): PolicyWrapper => ({
    name,
    value_flags: [],
    behind: ["--"],
    inner: "command",
    elsewhere: true,
  })),
]

function inContainer(name: string, valueFlags: readonly string[]): PolicyWrapper {
  return { name, value_flags: valueFlags, positionals: 1, inner: "command", elsewhere: true }
}

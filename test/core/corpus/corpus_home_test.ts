import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { gitHubRepository, mayLinkToGitHub, pathAtHome } from "../../../src/core/corpus/corpus_home.ts"

Deno.test("gitHubRepository reads what git fetches from, in each form", () => {
  for (
    const address of [
      "https://github.com/Tide/Gauge.git",
      "https://github.com/tide/gauge/",
      "https://x-token:secret@github.com/tide/gauge.git",
      "git@github.com:tide/gauge.git",
      "ssh://git@github.com/tide/gauge.git\n",
      "git://github.com/tide/gauge",
    ]
  ) strictEqual(gitHubRepository(address), "tide/gauge", address)
  for (
    const address of [
      "",
      "../gauge",
      "https://gitlab.com/tide/gauge.git",
      "https://github.com/tide",
      "git@github.com.evil.org:a/b",
    ]
  ) {
    strictEqual(gitHubRepository(address), undefined, address)
  }
})

Deno.test("pathAtHome gives the path of a file of the own repository on its own branch", () => {
  const home = { repository: "tide/gauge", folder: "" }
  const cases: readonly (readonly [string, string | undefined])[] = [
    ["https://github.com/tide/gauge/blob/main/docs/a.md", "docs/a.md"],
    ["https://github.com/Tide/Gauge/tree/master/docs/#top", "docs"],
    ["http://www.github.com/tide/gauge/blob/HEAD/a%20b.md?plain=1#L3", "a b.md"],
    ["https://github.com/tide/gauge/raw/main/a.png", "a.png"],
    ["https://raw.githubusercontent.com/tide/gauge/main/a.png", "a.png"],
    ["https://raw.githubusercontent.com/tide/gauge/refs/heads/main/a.png", "a.png"],
    ["https://github.com/tide/gauge/blob/0123456789012345678901234567890123456789/a.md", undefined],
    ["https://github.com/tide/gauge/blob/v2/a.md", undefined],
    ["https://github.com/tide/other/blob/main/a.md", undefined],
    ["https://github.com/tide/gauge/issues/12", undefined],
    ["https://github.com/tide/gauge/tree/main", undefined],
    ["https://github.com/tide/gauge/tree/main/", undefined],
    ["docs/a.md", undefined],
  ]
  for (const [address, path] of cases) {
    strictEqual(pathAtHome(home, address), path, address)
    if (path !== undefined) strictEqual(mayLinkToGitHub(address), true, address)
  }
  const part = { repository: "tide/gauge", folder: "packages/core" }
  const addresses = ["packages/core/a.md", "packages/core", "packages/cored/a.md", "a.md"]
  deepStrictEqual(addresses.map((path) => pathAtHome(part, `https://github.com/tide/gauge/blob/main/${path}`)), [
    "a.md",
    undefined,
    undefined,
    undefined,
  ])
})

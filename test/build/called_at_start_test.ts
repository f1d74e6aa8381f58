import { deepStrictEqual } from "node:assert/strict"
import { calledAtStart } from "../../build/called_at_start.ts"

Deno.test("calledAtStart tells the functions that a start calls from the others, by their places", async () => {
  const bundle = [
    "#!/usr/bin/env node",
    "const first=()=>second(),second=function(){return 2},never=()=>3;",
    "function declared(){return first()}",
    'if(Deno.args[0]==="schema"||Deno.args[0]==="tooling")declared();',
    "",
  ].join("\n")
  const places = await calledAtStart(bundle)
  const called = [...places].map((place) => bundle.slice(...place.split(":").map(Number)))
  const functions = ["()=>second()", "function declared(){return first()}", "function(){return 2}"]
  // The file itself is one as well.
  deepStrictEqual(called.filter((text) => text !== bundle).sort(), functions)
})

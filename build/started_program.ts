/** What a bundle holds as one function: see `bundle.ts`. */
import { run } from "../program.ts"

run()

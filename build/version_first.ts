import process from "node:process"
import { answerVersion } from "../src/cli/version.ts"

// Ends here, before the rest of the bundle is evaluated. So no runtime keeps compiled code of a start that ran nothing.
if (answerVersion(process.argv.slice(2))) process.exit(0)

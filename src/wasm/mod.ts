/** The component: the interfaces that `world.wit` exports, each with its operations. */
import "./text_codecs.ts"
import { renderBodies } from "./bodies.ts"
import * as checkpointOperations from "./checkpoint.ts"
import * as envelopes from "./envelopes.ts"
import * as gateOperations from "./gate.ts"
import * as reportOperations from "./reports.ts"
import * as routing from "./routing.ts"
import * as secrets from "./secrets.ts"
import * as transcripts from "./transcripts.ts"
import "./freed_memory.ts"

const reports = { ...reportOperations, renderBodies }
const gate = { ...gateOperations, ...checkpointOperations }

export { envelopes, gate, reports, routing, secrets, transcripts }

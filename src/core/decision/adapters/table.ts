import type { DecisionAdapter } from "../adapter.ts"
import { bip } from "./bip.ts"
import { contextureMemory } from "./contexture_memory.ts"
import { eip } from "./eip.ts"
import { kep } from "./kep.ts"
import { madrBullets, madrFrontMatter } from "./madr.ts"
import { nygard } from "./nygard.ts"
import { pep } from "./pep.ts"
import { rfcBullets } from "./rfc_bullets.ts"
import { stagedRfc } from "./staged_rfc.ts"
import { tableAdr } from "./table_adr.ts"
import { versioned } from "./versioned.ts"

/**
 * Every convention, the surest signs first: the first whose signs a file shows reads it. Bullets of an RFC come before
 * those of MADR, which share "Status"; tables come before sections, which a record with a table may have as well.
 */
export const adapters: readonly DecisionAdapter[] = [
  contextureMemory,
  versioned,
  pep,
  bip,
  eip,
  kep,
  stagedRfc,
  tableAdr,
  rfcBullets,
  nygard,
  madrBullets,
  madrFrontMatter,
]

const byId: ReadonlyMap<string, DecisionAdapter> = new Map(adapters.map((adapter) => [adapter.id, adapter]))

/** The convention of a decision. */
export function adapterOf(id: string): DecisionAdapter | undefined {
  return byId.get(id)
}

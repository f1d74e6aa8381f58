import type { Corpus, UnreadableFile } from "../core/corpus/corpus.ts"
import { isInScope } from "../core/corpus/corpus.ts"
import { nodeKindOf } from "../core/corpus/node_kind.ts"
import type { Evidence, Finding } from "../core/schema/finding.ts"
import { settingsOf } from "../core/schema/pass_settings.ts"
import type { NearMiss, PassResult } from "../core/schema/pass_result.ts"
import { evidenceOf, shown } from "./outcome/evidence.ts"
import { isClosedFolder } from "./outcome/not_read.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, notRun } from "./outcome/pass_outcome.ts"
import { namesAt } from "./responsibility_overlap/boundary.ts"
import { copyNearMisses, withoutCopies } from "./responsibility_overlap/copies.ts"
import { excuseOverlap, type Overlap } from "./responsibility_overlap/guards.ts"
import { type Organ, organsOf } from "./responsibility_overlap/organ.ts"
import { similarPairs } from "./responsibility_overlap/similar_pairs.ts"
import { type TriggerClash, triggerClashes } from "./responsibility_overlap/trigger.ts"

const id = "responsibility-overlap"

/** From which likeness of descriptions on two organs seem to do one job: by itself, and with a trigger or output shared. */
const defaults = { threshold: 0.45, threshold_with_shared: 0.3 } as const
/** With how many others an organ is told, most alike first: of a family, the whole net says no more than its strands. */
const mostPartners = 5

/** Skills and agents whose descriptions promise the same job. */
export const responsibilityOverlap: Pass = { id, look }

function look(corpus: Corpus): PassResult {
  const organs = organsOf(corpus)
  const inScope = organs.filter(({ path }) => isInScope(corpus, path))
  const missed = corpus.unreadable.filter((file) => isClosedFolder(corpus, file) || isUnreadOrgan(file))
  if (inScope.length === 0 && missed.length === 0) return notRun(id, "no skills or agents with a description")
  const { originals, copies } = withoutCopies(organs)
  const findings: Finding[] = []
  const near_misses: NearMiss[] = [...copyNearMisses(copies.filter(({ copy }) => isInScope(corpus, copy.path)))]
  for (const { left, right, ...alike } of strongest(candidatesOf(corpus, originals))) {
    // The one in scope is spoken of; of two, the first.
    const [organ, other] = isInScope(corpus, left.path) ? [left, right] : [right, left]
    if (!isInScope(corpus, organ.path)) continue
    const overlap = {
      left: organ,
      right: other,
      score: alike.score,
      likenessAlone: alike.clash === undefined && alike.output === undefined,
      phrases: alike.byPhrase ? alike.clash?.shown : undefined,
      ...namings(organ, other),
    }
    const reason = reasonOf({ ...alike, left, right })
    const evidence = [...descriptionOf(organ, alike.clash), ...descriptionOf(other, alike.clash)]
    const why = excuseOverlap(overlap)
    if (why === undefined) findings.push(findingOf(overlap, reason, alike, evidence))
    else {
      near_misses.push({ locator: organ.path, what: `seems to do the job of ${other.path}: ${reason}`, why, evidence })
    }
  }
  return lookedAt(id, { scanned: inScope.map(({ path }) => path), findings, near_misses, missed })
}

/** What speaks for two organs doing one job. */
interface Alike {
  readonly score: number
  readonly clash: TriggerClash | undefined
  /** A file that both say they write. */
  readonly output: string | undefined
  /** Whether nothing but what they start on speaks for it. */
  readonly byPhrase: boolean
}

interface Candidate extends Alike {
  readonly left: Organ
  readonly right: Organ
}

function candidatesOf(corpus: Corpus, organs: readonly Organ[]): readonly Candidate[] {
  const settings = settingsOf(corpus.config.passes?.["responsibility-overlap"])
  const alone = settings.threshold ?? defaults.threshold
  const withShared = Math.min(alone, settings.threshold_with_shared ?? defaults.threshold_with_shared)
  const clashes = new Map(
    triggerClashes(organs.map(({ triggers }) => triggers)).map((clash) => [`${clash.left} ${clash.right}`, clash]),
  )
  const candidates = new Map<string, Candidate>()
  const add = (left: number, right: number, score: number): void => {
    const [one, other] = [organs[left], organs[right]]
    const clash = clashes.get(`${left} ${right}`)
    if (one === undefined || other === undefined) return
    const output = [...one.outputs].find((path) => other.outputs.has(path))
    const isAlike = score >= alone || score >= withShared && (clash !== undefined || output !== undefined)
    if (!isAlike && !stands(clash)) return
    const byPhrase = !isAlike && clash?.clash !== "same command"
    candidates.set(`${left} ${right}`, { left: one, right: other, score, clash, output, byPhrase })
  }
  for (const { left, right, score } of similarPairs(organs.map(({ words }) => words), withShared).pairs) {
    add(left, right, score)
  }
  for (const { left, right } of clashes.values()) {
    if (!candidates.has(`${left} ${right}`)) add(left, right, 0)
  }
  return [...candidates.values()]
}

/** Whether a clash of triggers is enough by itself: one word that both quote is not. */
function stands(clash: TriggerClash | undefined): boolean {
  return clash !== undefined && (clash.clash !== "same phrase" || /\s/u.test(clash.shown[0]))
}

/** Of each organ the candidates that are most alike. */
function strongest(candidates: readonly Candidate[]): readonly Candidate[] {
  const told = new Map<Organ, number>()
  const weightOf = ({ clash, score }: Candidate): number => score + (stands(clash) ? 1 : 0)
  return [...candidates].sort((one, two) => weightOf(two) - weightOf(one)).filter(({ left, right }) => {
    const [ofLeft, ofRight] = [told.get(left) ?? 0, told.get(right) ?? 0]
    if (ofLeft >= mostPartners && ofRight >= mostPartners) return false
    told.set(left, ofLeft + 1).set(right, ofRight + 1)
    return true
  })
}

function namings(left: Organ, right: Organ): Pick<Overlap, "leftNames" | "rightNames"> {
  return { leftNames: namesAt(left, right), rightNames: namesAt(right, left) }
}

function reasonOf({ left, right, clash, output, score }: Candidate): string {
  if (clash?.clash === "same command") return `both start on ${clash.shown[0]}`
  if (output !== undefined) return `both write ${shown(output)}`
  if (clash !== undefined && clash.shown[0] === clash.shown[1]) return `both start on "${shown(clash.shown[0])}"`
  if (clash !== undefined) return `"${shown(clash.shown[0])}" and "${shown(clash.shown[1])}" start them`
  const shared = [...left.words].filter((word) => right.words.has(word))
  return score > 0.995
    ? "their descriptions have the same words"
    : `their descriptions share ${shared.length} words (${shown(shared.slice(0, 6).join(", "))})`
}

function findingOf(
  { left, right, leftNames, rightNames }: Overlap,
  reason: string,
  { clash, output }: Alike,
  evidence: readonly Evidence[],
): Finding {
  const silent = leftNames === undefined ? left : right
  const isOneSided = leftNames !== undefined || rightNames !== undefined
  const isHard = clash?.clash === "same command" || output !== undefined
  const partner = silent === left ? right : left
  return {
    pass: id,
    locator: left.path,
    verdict: "OVERLAP",
    severity: isOneSided ? "Low" : isHard ? "High" : "Medium",
    what: isOneSided
      ? `seems to do the job of ${right.path}, and only "${partner.name}" says where its own ends: ${reason}`
      : `seems to do the job of ${right.path}: ${reason}`,
    route: "proposal",
    proposed_action: isOneSided
      ? `say in ${silent.path} when to use "${partner.name}" instead`
      : `say in both when to use "${left.name}" and when "${right.name}", or make one of the two`,
    evidence,
    key: shown(right.path),
    structural: true,
    relations: [{ from: left.path, to: right.path, kind: "overlaps" }],
  }
}

function descriptionOf({ document, line, description }: Organ, clash: TriggerClash | undefined): readonly Evidence[] {
  const subject = clash?.shown.find((text) => description.includes(text)) ?? ""
  return evidenceOf(document, [line], subject)
}

function isUnreadOrgan({ path }: UnreadableFile): boolean {
  const kind = nodeKindOf(path)
  return kind === "skill" || kind === "agent"
}

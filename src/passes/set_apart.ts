import { isTemplatePath } from "../core/decision/decision_path.ts"
import { excuse, type Guard } from "./guard.ts"

const testData = /(?:^|\/)(?:fixtures?|__fixtures__|testdata|test-data|__snapshots__)\//u
const foreign = /(?:^|\/)(?:vendor|third_party|third-party|node_modules|bower_components)\//u
const pastFolder = /(?:^|\/)(?:archived?|attic|legacy|old|obsolete|versioned_docs|history)\//iu
const pastFile =
  /(?:^|\/)(?:(?:changelog|changes|history|news|releases?|release-notes)(?:[-_.]v?\d[^/]*)?(?:\.[a-z]+)?|(?:migrat|upgrad)[^/]*)$/iu

const isForm: Guard<string> = {
  why: "template: it is meant for the files that are made from it",
  fires: (path) => isTemplatePath(path) || /(?:^|[/._-])templates?\//iu.test(path),
}
const isKept: readonly Guard<string>[] = [
  { why: "test data: it may be wrong on purpose", fires: (path) => testData.test(path) },
  { why: "someone else's file: it is kept here as it came", fires: (path) => foreign.test(path) },
]
const isPast: Guard<string> = {
  why: "the past: it tells what was, or how to leave it behind",
  fires: (path) => pastFolder.test(path) || pastFile.test(path),
}

/** Why what a file says of itself is no claim of the repository that holds it. */
export function setApart(path: string): string | undefined {
  return excuse([isForm, ...isKept], path)
}

/** Why what a file says of other things is no claim about them as they are now. */
export function setApartFromNow(path: string): string | undefined {
  return excuse([isPast, isForm, ...isKept], path)
}

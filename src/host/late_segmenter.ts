// Effect builds a segmenter of graphemes while it loads, to align the columns of a help text; reading its data took a tenth of
// the start of every command. Until everything is loaded, a segmenter is built when it is first asked. Like `stack_traces.ts`,
// this has to be imported before any other module of the program.
const { Segmenter } = Intl

function late(build: () => Intl.Segmenter): Intl.Segmenter {
  let built: Intl.Segmenter | undefined
  const segmenter = (): Intl.Segmenter => built ??= build()
  return {
    segment: (text) => segmenter().segment(text),
    resolvedOptions: () => segmenter().resolvedOptions(),
  }
}

function setSegmenter(value: typeof Segmenter): void {
  Object.defineProperty(Intl, "Segmenter", { value, configurable: true, enumerable: false, writable: true })
}

setSegmenter(
  new Proxy(Segmenter, {
    construct: (_, [locales, options]) => late(() => new Segmenter(locales, options)),
  }),
)

/** Gives `Intl` its own segmenter back, once everything is loaded. */
export function restoreSegmenter(): void {
  setSegmenter(Segmenter)
}

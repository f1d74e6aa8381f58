const plain = /^[A-Za-z][A-Za-z0-9./_-]*(?: [A-Za-z0-9./_-]+)*$/u
/** Words that some reader of YAML takes for something else than text. */
const notText = /^(?:null|true|false|yes|no|on|off|y|n)$/iu

/** A text as a scalar of YAML, on one line: plain where every reader takes it for this text, else in double quotes. */
export function yamlScalar(text: string): string {
  return plain.test(text) && !notText.test(text) ? text : yamlQuoted(text)
}

/** A text as a scalar of YAML in double quotes. */
export function yamlQuoted(text: string): string {
  return JSON.stringify(text)
}

/** What git says of the past of the corpus' files. Days are UTC `YYYY-MM-DD`, of commits, not of authors. */
export interface FileHistory {
  /** The day of the last commit that changed a file; absent: none did, as with a file that is not committed yet. */
  readonly last_change: ReadonlyMap<string, string>
  /** Of the files that a pass asked for, the day of each line; a line that is not committed yet has the run's day. */
  readonly lines: ReadonlyMap<string, readonly string[]>
  /** Whether the clone has all commits; in a shallow one, whatever is older than its first commit has that one's day. */
  readonly whole: boolean
}

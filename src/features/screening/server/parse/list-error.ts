/** Why a file is no list that can be read; shown to the system administrator. */
export class ListError extends Error {
  /** From 1; null where the whole file is meant. */
  readonly line: number | null
  readonly column: number | null

  constructor(reason: string, at: { line?: number; column?: number } = {}) {
    super(reason)
    this.name = 'ListError'
    this.line = at.line ?? null
    this.column = at.column ?? null
  }
}

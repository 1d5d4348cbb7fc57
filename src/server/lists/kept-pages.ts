import type { Statements } from '#server/db/database.ts'
import type { WrittenRows } from './written-rows.ts'

/** A page as it was written, and what told its rows apart from any others (`RowShape.mark`). */
interface KeptPage {
  mark: string
  page: WrittenRows
}

/** A hundred pages of fifty rows. */
const MOST_BYTES = 2 * 1024 * 1024

/**
 * Pages that are asked for again and again. Whoever asks PostgreSQL for one of them says the mark of what is kept, and is answered rows
 * only where it is another: nothing here is ever believed without having been asked for.
 */
export class KeptPages {
  readonly #mostBytes: number
  /** Null for what was asked for once. Those that were asked for last stand last. */
  readonly #pages = new Map<string, KeptPage | null>()
  #bytes = 0

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes
  }

  /**
   * Whether a page was asked for before. One that nobody asks for again, as most that lie deep in a list, would pay for a mark that nobody
   * reads.
   *
   * @param asked the statement and its values, by which pages are known
   */
  isAskedAgain(asked: string): boolean {
    const kept = this.#pages.get(asked)
    this.#put(asked, kept ?? null)
    return kept !== undefined
  }

  find(asked: string): KeptPage | undefined {
    return this.#pages.get(asked) ?? undefined
  }

  keep(asked: string, kept: KeptPage): void {
    this.#put(asked, kept)
  }

  #put(asked: string, kept: KeptPage | null): void {
    this.#forget(asked)
    this.#pages.set(asked, kept)
    this.#bytes += sizeOf(asked, kept)
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#mostBytes) return
      this.#forget(oldest)
    }
  }

  #forget(asked: string): void {
    const kept = this.#pages.get(asked)
    if (kept !== undefined) this.#bytes -= sizeOf(asked, kept)
    this.#pages.delete(asked)
  }
}

function sizeOf(asked: string, kept: KeptPage | null): number {
  return asked.length + (kept?.page.json.length ?? 0)
}

const ofDatabases = new WeakMap<Statements, KeptPages>()

/** What is kept of a database: of one that is rehearsed on (`withoutTrace`), nothing that others have. */
export function keptPagesOf(reading: Statements): KeptPages {
  const known = ofDatabases.get(reading) ?? new KeptPages()
  ofDatabases.set(reading, known)
  return known
}

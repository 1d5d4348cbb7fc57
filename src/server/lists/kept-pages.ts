import type { Statements } from '#server/db/database.ts'
import type { WrittenRows } from './written-rows.ts'

/** A page as it was written, and what told its rows apart from any others (`RowShape.mark`). */
interface KeptPage {
  mark: string
  page: WrittenRows
}

/** What is known of a page that was asked for. */
interface Asked {
  /** Null where it was asked for once. */
  kept: KeptPage | null
  /** When it was asked for last, by the clock of the process. */
  atMs: number
}

/** A hundred pages of fifty rows. */
const MOST_BYTES = 2 * 1024 * 1024
/** Twice as long as lists that several work at wait before they ask again. What people are called is not kept for longer (ASVS 5.0, 14.2.2). */
const FORGOTTEN_AFTER_MS = 120_000

/**
 * Pages that are asked for again and again. Whoever asks PostgreSQL for one of them says the mark of what is kept, and is answered rows
 * only where it is another: nothing here is ever believed without having been asked for.
 */
export class KeptPages {
  readonly #mostBytes: number
  /** Those that were asked for last stand last. */
  readonly #pages = new Map<string, Asked>()
  #bytes = 0
  #isForgetting = false

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
    const known = this.#pages.get(asked)
    this.#put(asked, known?.kept ?? null)
    return known !== undefined
  }

  find(asked: string): KeptPage | undefined {
    return this.#pages.get(asked)?.kept ?? undefined
  }

  keep(asked: string, kept: KeptPage): void {
    this.#put(asked, kept)
  }

  #put(asked: string, kept: KeptPage | null): void {
    this.#forget(asked)
    this.#pages.set(asked, { kept, atMs: performance.now() })
    this.#bytes += sizeOf(asked, kept)
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#mostBytes) break
      this.#forget(oldest)
    }
    if (!this.#isForgetting) this.#forgetLater(FORGOTTEN_AFTER_MS)
  }

  #forgetLater(ms: number): void {
    this.#isForgetting = true
    setTimeout(() => this.#forgetOld(), ms).unref()
  }

  #forgetOld(): void {
    const beforeMs = performance.now() - FORGOTTEN_AFTER_MS
    for (const [asked, { atMs }] of this.#pages) {
      if (atMs > beforeMs) break
      this.#forget(asked)
    }
    this.#isForgetting = false
    if (this.#pages.size > 0) this.#forgetLater(FORGOTTEN_AFTER_MS / 4)
  }

  #forget(asked: string): void {
    const known = this.#pages.get(asked)
    if (known !== undefined) this.#bytes -= sizeOf(asked, known.kept)
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

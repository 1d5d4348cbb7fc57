import type { FileType, SentType } from '#domain/documents/file-types.ts'
import type { DownloadOnly } from '#domain/documents/safety.ts'

/** What is asked about a file. */
export interface Question {
  /** How large what is kept may be, where that is not the file itself. */
  maxBytes: number
  /** For a PDF that asks for one: tried in the process that opens files, and known to no other. */
  password?: string | undefined
}

/** What the process that looks into files answers. */
export interface Answer {
  finding: Finding
  /** Whether the process grew so large that the next file would have less room than the first. */
  spent: boolean
}

/** What a file turned out to be, found in its bytes alone. */
export type Finding =
  /**
   * Whole, and to be kept as one of the types that are; `downloadOnly` where it is not to be shown on a page. What is
   * kept instead of the file as it was sent is `kept`; without it that is the file itself.
   */
  | { is: 'taken'; type: FileType; downloadOnly: DownloadOnly | null; kept?: Uint8Array }
  /** None of them; named where it can be. */
  | { is: 'another-type'; detected: string | null }
  /** It begins like one of them, and cannot be opened. */
  | { is: 'broken'; type: SentType }
  /** A picture of several pages, which would have to become one. */
  | { is: 'several-pages' }
  /** A picture of more pixels than are decoded; null where even few of them do not fit what may be kept. */
  | { is: 'too-many-pixels'; most: number | null }
  /** A PDF that opens with a password alone: none was given, or it was not that one. */
  | { is: 'locked'; opensWith: 'a password' | 'another password' }
  /** A PDF that opens with something else than a password, a certificate say. */
  | { is: 'sealed-otherwise' }
  /** Looking took too much processor time, or too much memory: it would again. */
  | { is: 'too-much'; of: 'time' | 'memory' }
  /** The machine did not get round to it: another time it may. */
  | { is: 'not-in-time' }

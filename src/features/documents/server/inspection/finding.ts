import type { FileType, SentType } from '#base/rules/files/file-types.ts'
import type { DownloadOnly } from '#base/rules/files/safety.ts'

/** What to check about a file. */
export interface Question {
  /** Size limit of the stored version, where the file is converted. */
  maxBytes: number
  /** Password of the PDF: used only in the inspection process. */
  password?: string | undefined
}

/** Response of the inspection process. */
export interface Answer {
  finding: Finding
  /** Whether the process uses so much memory that the next file would get less than the first. */
  spent: boolean
}

/** The result of inspecting a file's bytes. */
export type Finding =
  /**
   * Valid. `downloadOnly` where it is not shown inline; `converted` where that is stored instead of the uploaded bytes.
   */
  | { is: 'taken'; type: FileType; downloadOnly: DownloadOnly | null; converted?: Uint8Array }
  /** Not an accepted type; named where it is detected. */
  | { is: 'another-type'; detected: string | null }
  /** Starts like an accepted type, but cannot be opened. */
  | { is: 'broken'; type: SentType }
  /** A picture of several pages, which would be lost in conversion. */
  | { is: 'several-pages' }
  /** A picture of too many pixels to decode; null where no smaller one would fit the limit either. */
  | { is: 'too-many-pixels'; maxPixels: number | null }
  /** A PDF that needs a password: none was given, or a wrong one. */
  | { is: 'locked'; opensWith: 'a password' | 'another password' }
  /** A PDF that is not opened by a password but by a certificate, for example. */
  | { is: 'sealed-otherwise' }
  /** The inspection used too much processor time or memory, and would again. */
  | { is: 'too-much'; of: 'time' | 'memory' }
  /** The machine was too busy; a later attempt may succeed. */
  | { is: 'not-in-time' }

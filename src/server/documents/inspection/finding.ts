import type { FileType } from '#domain/documents/kinds.ts'
import type { DownloadOnly } from '#domain/documents/safety.ts'

/** What a file turned out to be, found in its bytes alone. */
export type Finding =
  /** One of the types that are taken, and whole; `downloadOnly` where it is not to be shown on a page. */
  | { is: 'taken'; type: FileType; downloadOnly: DownloadOnly | null }
  /** None of them; named where it can be. */
  | { is: 'another-type'; detected: string | null }
  /** It begins like one of them, and cannot be opened. */
  | { is: 'broken'; type: FileType }
  /** A picture of more pixels than are decoded. */
  | { is: 'too-many-pixels' }
  /** Looking took too long, or too much memory. */
  | { is: 'too-much' }

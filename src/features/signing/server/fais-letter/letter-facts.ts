import type { LetterContent } from '#features/signing/rules/letter/content.ts'
import type { Letterhead } from '#base/server/pdf/letterhead.ts'

/** Everything in a disclosure letter. */
export interface LetterFacts {
  content: LetterContent
  head: Pick<Letterhead, 'tagline' | 'logo' | 'colours'>
  issuedOn: Date
  /** Of the published template; null for a draft. */
  version: number | null
  /** What the client filled in, for a copy that was signed. */
  signed?: {
    clientName: string
    idNumber: string
    town: string
    on: Date
  }
}

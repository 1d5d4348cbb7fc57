/** Every kind of document that somebody signs on the screen. */
export type SignableName = 'faisLetter'

interface Signable {
  /** What is signed, as the certificate page calls it. */
  title: string
  /** Change this date whenever a statement changes: it is kept with each signature. */
  statementsVersion: string
  /** What its signer confirms, in this order, each by ticking it. */
  statements: readonly string[]
}

/** What each of them asks of its signer. */
export const signables = {
  faisLetter: {
    title: 'FAIS disclosure letter',
    statementsVersion: '2026-11-22',
    statements: [
      'I have received this FAIS disclosure letter, and have read all of it.',
      'I sign it electronically, and mean this signature to bind me as one written by hand would.',
    ],
  },
} as const satisfies Record<SignableName, Signable>

/** What vouches for a signer, as the certificate page and the staff's screens say it. */
export const IDENTIFIED_BY = 'Signed in to their own account, and gave its password again to sign'

/** How far a signature's time can be relied upon: by the firm's clock, or by an independent time-stamp (PAdES B-B, B-T). */
export const sealLevels = ['B-B', 'B-T'] as const
export type SealLevel = (typeof sealLevels)[number]

/** The level of a seal that was stamped then, or never. */
export function levelOf({ stampedAt }: { stampedAt: Date | null }): SealLevel {
  return stampedAt === null ? 'B-B' : 'B-T'
}

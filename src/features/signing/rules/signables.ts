/** Documents that are signed on screen. */
export type SignableName = 'faisLetter'

interface Signable {
  /** Title on the certificate page. */
  title: string
  /** Stored with each signature: change this date whenever a statement changes. */
  statementsVersion: string
  /** Statements that the signer confirms by ticking, in order. */
  statements: readonly string[]
  /** Earlier statements, by their date. */
  earlier: Readonly<Record<string, readonly string[]>>
}

/** Requirements of each signable. */
export const signables = {
  faisLetter: {
    title: 'FAIS disclosure letter',
    statementsVersion: '2026-11-26',
    statements: [
      'I have received and read this FAIS disclosure letter in full.',
      'I am signing electronically and intend this signature to be as binding as a handwritten one.',
    ],
    earlier: {
      '2026-11-22': [
        'I have received this FAIS disclosure letter, and have read all of it.',
        'I sign it electronically, and mean this signature to bind me as one written by hand would.',
      ],
    },
  },
} as const satisfies Record<SignableName, Signable>

/** The statements of a version; null for an unknown one. */
export function statementsOf(kind: SignableName, version: string): readonly string[] | null {
  const { statementsVersion, statements, earlier }: Signable = signables[kind]
  return version === statementsVersion ? statements : (earlier[version] ?? null)
}

/** How a signer was identified, by the kind of proof, as shown on the certificate page and to staff. */
export const identifiedByTexts = {
  password: 'Signed in to their account and re-entered their password',
  passkey: 'Signed in to their account and used a passkey on their device, unlocked by its owner',
} as const

export type IdentifiedBy = keyof typeof identifiedByTexts

/** Trust level of a signature's time: the firm's clock, or an independent time-stamp (PAdES B-B, B-T). */
export const sealLevels = ['B-B', 'B-T'] as const
export type SealLevel = (typeof sealLevels)[number]

/** The seal level, by whether it has a time-stamp. */
export function levelOf({ stampedAt }: { stampedAt: Date | null }): SealLevel {
  return stampedAt === null ? 'B-B' : 'B-T'
}

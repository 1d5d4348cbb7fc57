/** Why something is asked for anew, in the words that the client reads. */
export const correctionReasons = {
  unreadable: 'It cannot be read',
  'cut-off': 'Part of it is cut off',
  expired: 'It has expired',
  'somebody-elses': 'It is somebody else’s',
  'too-old': 'It is older than three months',
  'pages-missing': 'Pages are missing',
  'wrong-document': 'It is another document than the one asked for',
  'does-not-agree': 'It does not agree with something else in your application',
  incomplete: 'It is incomplete',
  other: 'Something else',
} as const

export type CorrectionReason = keyof typeof correctionReasons
export const correctionReasonNames = Object.keys(correctionReasons) as [
  CorrectionReason,
  ...CorrectionReason[],
]

const ofAnswers = ['does-not-agree', 'incomplete', 'expired', 'somebody-elses', 'other'] as const
const ofWhatIsNew = ['incomplete', 'does-not-agree', 'other'] as const

/** The reasons that make sense for each sort of thing that can be asked for. */
export const reasonsFor = {
  answer: ofAnswers,
  document: correctionReasonNames,
  additional: ofWhatIsNew,
  question: ofWhatIsNew,
} as const satisfies Record<string, readonly CorrectionReason[]>

/** Whether nothing can be asked for without a reason: of what is new nothing was wrong before. */
export function asksForReason(kind: keyof typeof reasonsFor): boolean {
  return kind === 'answer' || kind === 'document'
}

/** What is said where one is missing. */
export const REASON_MISSING = 'Please choose a reason'

/** Why something is asked for, in one line; null where no reason was chosen and nothing was written. */
export function whyText(reason: CorrectionReason | null, comment: string | null): string | null {
  const parts = [reason === null ? null : correctionReasons[reason], comment]
  return parts.filter((part) => part !== null).join(': ') || null
}

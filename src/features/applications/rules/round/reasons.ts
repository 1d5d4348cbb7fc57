/** Reasons for a correction, as the client reads them. */
export const correctionReasons = {
  unreadable: 'We can’t read it',
  'cut-off': 'Part of it is cut off',
  expired: 'It has expired',
  'somebody-elses': 'It belongs to someone else',
  'too-old': 'It is older than three months',
  'pages-missing': 'Pages are missing',
  'wrong-document': 'This isn’t the document we asked for',
  'does-not-agree': 'It doesn’t match another answer in your application',
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

/** Possible reasons by kind of subject. */
export const reasonsFor = {
  answer: ofAnswers,
  document: correctionReasonNames,
  additional: ofWhatIsNew,
  question: ofWhatIsNew,
} as const satisfies Record<string, readonly CorrectionReason[]>

/** Whether a reason is required: new items have nothing to correct. */
export function asksForReason(kind: keyof typeof reasonsFor): boolean {
  return kind === 'answer' || kind === 'document'
}

/** Shown where the reason is missing. */
export const REASON_MISSING = 'Please choose a reason'

/** Shown where "Something else" has no comment, which is all that the client reads of it. */
export const COMMENT_MISSING = 'Please tell the client what is wrong'

/** Whether a reason says nothing to the client without a comment. */
export function lacksComment(reason: CorrectionReason | null | undefined, comment = ''): boolean {
  return reason === 'other' && comment.trim() === ''
}

/** A reason as the client reads it; null for "Something else", which is a category of staff. */
export function reasonToClient(reason: CorrectionReason | null): string | null {
  return reason === null || reason === 'other' ? null : correctionReasons[reason]
}

/** Reason and comment in one line, as staff read it; null without both. */
export function whyText(reason: CorrectionReason | null, comment: string | null): string | null {
  return joined([reason === null ? null : correctionReasons[reason], comment])
}

/** The same as the client reads it. */
export function whyTextToClient(reason: CorrectionReason | null, comment: string | null): string | null {
  return joined([reasonToClient(reason), comment])
}

function joined(parts: readonly (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join(': ') || null
}

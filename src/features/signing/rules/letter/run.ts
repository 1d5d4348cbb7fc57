/** Most wealth managers whose letters are generated in one run; the list holds no more. */
export const MAX_LETTERS = 1000

/** What became of one letter of a run. `generated` and `unchanged` leave an up-to-date letter; all others say why not. */
export const letterOutcomes = {
  generated: 'Generated',
  unchanged: 'Already up to date',
  incomplete: 'Missing',
  uploaded: 'Has an uploaded letter, which was not replaced',
  superseded: 'A newer version of the letter has been published since',
  changed: 'The letter was replaced at the same time. Please check it',
  missing: 'No longer an active wealth manager',
  'not-allowed': 'The user who started this is no longer allowed to',
  failed: 'Could not be generated. Please try again',
} as const

export type LetterOutcome = keyof typeof letterOutcomes
export const letterOutcomeNames = Object.keys(letterOutcomes) as [LetterOutcome, ...LetterOutcome[]]

/** Outcomes after which the letter says what it should. */
export const isLetterDone: ReadonlySet<LetterOutcome> = new Set(['generated', 'unchanged'])

/** One letter of a run that was not generated, in words. */
export function letterProblemText({
  name,
  outcome,
  missing,
}: {
  name: string | null
  outcome: LetterOutcome
  missing: readonly string[]
}): string {
  const facts = outcome === 'incomplete' ? ` ${missing.join(', ')}` : ''
  return `${name ?? 'A former wealth manager'}: ${letterOutcomes[outcome]}${facts}.`
}

import { clsx } from 'clsx'

const STEPS = [
  { word: 'Very weak', color: 'bg-danger' },
  { word: 'Weak', color: 'bg-danger' },
  { word: 'Fair', color: 'bg-warning-line' },
  { word: 'Good', color: 'bg-success' },
  { word: 'Strong', color: 'bg-success' },
] as const

export type PasswordScore = 0 | 1 | 2 | 3 | 4

/** The strength of a password, as a word and four lines. `score` is null while nothing is typed. */
export function PasswordMeter({ score, id }: { score: PasswordScore | null; id?: string }) {
  const step = score === null ? null : STEPS[score]
  return (
    <div id={id} className="mt-2 flex min-h-6 items-center gap-3">
      <div aria-hidden="true" className="grid max-w-80 grow grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((line) => (
          <span
            key={line}
            className={clsx(
              'h-1 rounded-full transition-colors duration-150',
              step && score !== null && line <= Math.max(score, 1) ? step.color : 'bg-hairline',
            )}
          />
        ))}
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {step ? `Password strength: ${step.word}` : ''}
      </p>
    </div>
  )
}

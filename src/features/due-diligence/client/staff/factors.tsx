import { factorLabels } from '#features/due-diligence/rules/rating/factors.ts'
import type { NamedFactor } from '#features/due-diligence/rules/rating/rate.ts'
import { raising } from './rating-texts.ts'

/** The factors that count, and the others on request. */
export function Factors({ factors }: { factors: readonly NamedFactor[] }) {
  const counting = raising(factors)
  const others = factors.filter((one) => !counting.includes(one))
  return (
    <>
      {counting.length === 0 ? <p className="mt-2">No factor raises the risk.</p> : null}
      <FactorList label="Factors that count" factors={counting} />
      <details className="mt-1">
        <summary className="text-link py-2.5 font-semibold">
          {others.length === 1 ? '1 factor without points' : `${others.length} factors without points`}
        </summary>
        <FactorList label="Factors without points" factors={others} />
      </details>
    </>
  )
}

function FactorList({ label, factors }: { label: string; factors: readonly NamedFactor[] }) {
  if (factors.length === 0) return null
  return (
    <ul aria-label={label} className="mt-2 grid">
      {factors.map(({ factor, points, alwaysHigh, sentence }) => (
        <li key={factor} className="flex gap-x-4 border-b border-hairline py-2">
          <span className="min-w-0 grow">
            <span className="block text-sm text-ink-soft">{factorLabels[factor]}</span>
            <span className="block wrap-anywhere">{sentence}</span>
          </span>
          <span className="shrink-0 font-semibold tabular-nums">
            {alwaysHigh ? 'High' : pointsText(points)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** "1 point". */
export function pointsText(points: number): string {
  return points === 1 ? '1 point' : `${points} points`
}

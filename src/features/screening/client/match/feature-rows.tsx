import type { Hit } from '#features/screening/api/screening.ts'

/** What each fact adds to the score of a pair. */
export function FeatureRows({ features }: Pick<Hit, 'features'>) {
  return (
    <ul className="mt-2 border-t border-hairline">
      {features.map(({ fact, text, points }) => (
        <li key={fact} className="flex flex-wrap justify-between gap-x-6 border-b border-hairline py-2">
          <span>{text}</span>
          <span className="tabular-nums">{pointsText(fact, points)}</span>
        </li>
      ))}
    </ul>
  )
}

function pointsText(fact: string, points: number): string {
  if (fact === 'name' || fact === 'document') return points.toFixed(2)
  return points === 0 ? '0' : `${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(2)}`
}

import { useQuery } from '@tanstack/react-query'
import { correctionReasons } from '#features/applications/rules/round/reasons.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { CountBars } from '#base/client/ui/count-bars.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { inDays } from './spread-table.tsx'

const queries = {
  all: queryFor('GET /api/admin/correction-figures'),
  own: queryFor('GET /api/wealth-manager/correction-figures'),
}

export type CorrectionFiguresProps = {
  /** Clients of the whole firm, or the reader's own. */
  whose: keyof typeof queries
}

/** Corrections of the last year: how many, why, and how many days they took. */
export function CorrectionFigures({ whose }: CorrectionFiguresProps) {
  const { data: figures, isError } = useQuery({ ...queries[whose], staleTime: 0 })
  if (!figures) {
    return <p className="text-ink-soft">{isError ? 'Not available right now' : 'Counting…'}</p>
  }
  const { since, applications, rounds, roundsEach, reasons, answered } = figures
  if (rounds === 0) {
    return <p className="text-ink-soft">{`No corrections have been requested since ${formatDay(since)}.`}</p>
  }
  return (
    <div className="grid gap-x-12 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
      <div>
        <h3 className="pb-2 text-lg">{`Since ${formatDay(since)}`}</h3>
        <DefinitionList
          rows={[
            {
              label: 'Applications with requests',
              value: applications.toLocaleString('en-ZA'),
              amount: true,
            },
            { label: 'Correction requests', value: rounds.toLocaleString('en-ZA'), amount: true },
            { label: 'Replies', value: answered.rounds.toLocaleString('en-ZA'), amount: true },
            { label: 'Median time to reply', value: daysText(answered.median), amount: true },
            { label: '90% replied within', value: daysText(answered.ninetieth), amount: true },
          ]}
        />
      </div>
      <CountBars
        caption="Most common reasons"
        heads={['Reason', 'Requests']}
        bars={reasons.map(({ reason, count }) => ({ id: reason, label: correctionReasons[reason], count }))}
      />
      <CountBars
        caption="Correction requests per application"
        heads={['Correction requests', 'Applications']}
        bars={roundsEach.map(({ rounds: each, applications: count }) => ({
          id: String(each),
          label: each === 1 ? '1 request' : `${each} requests`,
          count,
        }))}
      />
    </div>
  )
}

function daysText(days: number | null): string {
  if (days === null) return '–'
  if (days < 1) return 'under a day'
  return `${inDays(days)} ${days === 1 ? 'day' : 'days'}`
}

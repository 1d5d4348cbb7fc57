import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnStandIns } from '#features/accounts/api/stand-ins.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { call } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { EndStandIn, StandInForm, type SaveStandIn } from '../away/stand-in-form.tsx'

const query = queryFor('GET /api/account/stand-in')

/** A wealth manager's absence: a colleague sees and acts for their clients until a day. */
export function StandInSection() {
  const { data, isError, refetch } = useQuery({ ...query, staleTime: 0 })
  return (
    <Section
      title="While you are away"
      description="Name a colleague who sees your clients, acts for them and gets copies of your emails about them until a day. Everything they do is recorded with both names. You keep your access and your emails."
    >
      {isError ? (
        <LoadFailure onRetry={() => void refetch()}>Your stand-in could not be loaded.</LoadFailure>
      ) : null}
      {data === undefined && !isError ? <Spinner label="Loading your stand-in..." /> : null}
      {data === undefined ? null : <StandIns key={data.standIn?.id ?? ''} own={data} />}
    </Section>
  )
}

function StandIns({ own: { standIn, standingInFor, colleagues } }: { own: OwnStandIns }) {
  const client = useQueryClient()
  const save: SaveStandIn = async (naming) => {
    try {
      if (naming === null) {
        await call('DELETE /api/account/stand-in')
        return null
      }
      const { standInId, until } = naming
      return (await call('PUT /api/account/stand-in', { body: { standInId, until } })).standIn
    } finally {
      await client.invalidateQueries({ queryKey: query.queryKey })
    }
  }
  return (
    <div className="grid gap-5">
      {standIn === null ? null : (
        <Notice
          title={`${standIn.standInName} stands in for you until ${formatDay(standIn.until)}`}
          action={<EndStandIn {...{ standIn, save }} />}
        >
          Your colleague sees your clients and can act for them.
        </Notice>
      )}
      {standingInFor.map(({ id, managerName, until }) => (
        <p key={id}>{`You stand in for ${managerName} until ${formatDay(until)}.`}</p>
      ))}
      {colleagues.length === 0 ? (
        <p className="text-ink-soft">There is no other wealth manager to name.</p>
      ) : (
        <StandInForm {...{ standIn, colleagues, save }} />
      )}
    </div>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Absence } from '#features/accounts/api/stand-ins.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { call, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Button } from '#base/client/ui/button.tsx'
import { TitleBar } from '#base/client/ui/title-bar.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { Allowed } from '#features/access/client/use-may.tsx'
import { clientsText } from '../clients-text.ts'
import { HandOverDialog } from '../hand-over-dialog.tsx'
import { EndStandIn, StandInForm, type SaveStandIn } from './stand-in-form.tsx'

const query = queryFor('GET /api/admin/absences')

/** Who stands in for wealth managers who are away, and whose clients are handed over. */
export function AwayPage() {
  const { data, error, refetch } = useQuery({ ...query, staleTime: 0 })
  return (
    <StaffLayout role="admin" firm>
      <TitleBar title="Wealth managers away" />
      {error ? (
        <LoadFailure title="The wealth managers couldn’t be loaded" onRetry={() => void refetch()}>
          {detailOf(error)}
        </LoadFailure>
      ) : null}
      {data === undefined && !error ? <TableSkeleton label="Loading the wealth managers..." /> : null}
      {data?.length === 0 ? <p className="mt-3 text-ink-soft">There are no wealth managers yet.</p> : null}
      <ul className="mt-3 border-t border-ink empty:hidden">
        {data?.map((manager) => (
          <Manager
            key={`${manager.id} ${manager.standIn?.id}`}
            manager={manager}
            colleagues={data.filter(({ id }) => id !== manager.id)}
          />
        ))}
      </ul>
    </StaffLayout>
  )
}

type ManagerProps = { manager: Absence; colleagues: readonly Absence[] }

function Manager({ manager, colleagues }: ManagerProps) {
  const { id, name, clients, standIn } = manager
  const client = useQueryClient()
  const [isNaming, setNaming] = useState(false)
  const [isHandingOver, setHandingOver] = useState(false)
  const refetch = () => client.invalidateQueries({ queryKey: query.queryKey })
  const save: SaveStandIn = async (naming) => {
    try {
      if (naming === null) {
        const current = await client.query({ ...query, staleTime: 0 })
        const ending = current.find((one) => one.id === id)?.standIn
        if (ending) await call('DELETE /api/admin/stand-ins/{id}', { params: { id: ending.id } })
        return null
      }
      const { standInId, until } = naming
      const now = await call('PUT /api/admin/wealth-managers/{id}/stand-in', {
        params: { id },
        body: { standInId, until },
      })
      return now.find((one) => one.id === id)?.standIn ?? null
    } finally {
      await refetch()
    }
  }
  return (
    <li className="grid gap-4 border-b border-hairline py-2">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-semibold sm:w-64">{name}</span>
        <span className="text-ink-soft sm:w-32">{clientsText(clients)}</span>
        <span className="grow basis-48">
          {standIn === null ? '' : `${standIn.standInName} until ${formatDay(standIn.until)}`}
        </span>
        <Allowed to="stand-ins.manage">
          <>
            {standIn === null ? null : <EndStandIn {...{ standIn, save }} />}
            {colleagues.length === 0 ? null : (
              <Button
                size="small"
                tone="secondary"
                aria-expanded={isNaming}
                onClick={() => setNaming(!isNaming)}
              >
                <span>{standIn === null ? 'Name a stand-in' : 'Change stand-in'}</span>
                <span className="sr-only">{` for ${name}`}</span>
              </Button>
            )}
          </>
        </Allowed>
        {clients === 0 || colleagues.length === 0 ? null : (
          <Allowed to="clients.hand-over">
            <Button size="small" tone="quiet" onClick={() => setHandingOver(true)}>
              <span>Hand over clients</span>
              <span className="sr-only">{` of ${name}`}</span>
            </Button>
          </Allowed>
        )}
      </div>
      {isNaming ? <StandInForm {...{ standIn, colleagues, save }} /> : null}
      {isHandingOver ? (
        <HandOverDialog
          from={{ id, name }}
          listOf="admin"
          onClose={() => setHandingOver(false)}
          onDone={() => void refetch()}
        />
      ) : null}
    </li>
  )
}

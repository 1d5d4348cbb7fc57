import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { StandIn } from '#features/accounts/api/stand-ins.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { Allowed } from '#features/access/client/use-may.tsx'
import { call, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Button } from '#base/client/ui/button.tsx'
import { toast } from '#base/client/ui/toast-store.ts'

/** A wealth manager's absences, one line each: for whom they stand in, and who stands in for them. */
export function OwnStandInNotices() {
  const { data } = useQuery({ ...queryFor('GET /api/account/stand-in'), staleTime: 0 })
  if (data === undefined) return null
  const { standIn, standingInFor } = data
  return (
    <Lines
      lines={[
        ...standingInFor.map(({ id, managerName, until }) => ({
          id,
          text: `You stand in for ${managerName} until ${formatDay(until)}. Their clients are in your list.`,
        })),
        ...(standIn === null
          ? []
          : [
              {
                id: standIn.id,
                text: `${standIn.standInName} stands in for you until ${formatDay(standIn.until)}.`,
              },
            ]),
      ]}
    />
  )
}

const allQuery = queryFor('GET /api/admin/stand-ins')

/** All absences, each of which an admin can end. */
export function StandInNotices() {
  const client = useQueryClient()
  const { data = [] } = useQuery({ ...allQuery, staleTime: 0 })
  const end = async ({ id, standInName, managerName }: StandIn) => {
    try {
      await call('DELETE /api/admin/stand-ins/{id}', { params: { id } })
      toast({
        title: 'Stand-in ended',
        description: `${standInName} no longer sees the clients of ${managerName}.`,
      })
    } catch (error) {
      toast({ variant: 'destructive', title: 'Not ended', description: detailOf(error) })
    } finally {
      await client.invalidateQueries({ queryKey: allQuery.queryKey })
    }
  }
  return (
    <Lines
      lines={data.map((one) => ({
        id: one.id,
        text: `${one.standInName} stands in for ${one.managerName} until ${formatDay(one.until)}.`,
        action: (
          <Allowed to="stand-ins.end">
            <Button
              size="small"
              tone="quiet"
              aria-label={`End: ${one.standInName} for ${one.managerName}`}
              onClick={() => void end(one)}
            >
              End
            </Button>
          </Allowed>
        ),
      }))}
    />
  )
}

type Line = { id: string; text: string; action?: ReactNode }

function Lines({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <ul className="mb-3 grid gap-1">
      {lines.map(({ id, text, action }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 rounded-md bg-sunken px-3 text-sm">
          <p className="min-w-0 grow basis-64 py-2 wrap-anywhere">{text}</p>
          <span>{action}</span>
        </li>
      ))}
    </ul>
  )
}

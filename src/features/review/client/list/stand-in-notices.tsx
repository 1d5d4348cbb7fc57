import type { ReactNode } from 'react'
import type { StandIn } from '#features/accounts/api/stand-ins.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { Allowed } from '#features/access/client/use-may.tsx'
import { call, detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { toast } from '#base/client/ui/toast-store.ts'

type NoticesProps = {
  standIns: readonly StandIn[] | undefined
}

const none: readonly StandIn[] = []

/** A wealth manager's absences, one line each: for whom they stand in, and who stands in for them. */
export function OwnStandInNotices({ standIns = none, userId }: NoticesProps & { userId: string }) {
  return (
    <Lines
      lines={standIns.map(({ id, managerId, managerName, standInName, until }) => ({
        id,
        text:
          managerId === userId
            ? `${standInName} stands in for you until ${formatDay(until)}.`
            : `You stand in for ${managerName} until ${formatDay(until)}. Their clients are in your list.`,
      }))}
    />
  )
}

/** All absences, each of which an admin can end. */
export function StandInNotices({ standIns = none, onEnded }: NoticesProps & { onEnded: () => void }) {
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
      onEnded()
    }
  }
  return (
    <Lines
      lines={standIns.map((one) => ({
        id: one.id,
        text: `${one.standInName} stands in for ${one.managerName} until ${formatDay(one.until)}.`,
        action: (
          <Allowed to="stand-ins.manage">
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

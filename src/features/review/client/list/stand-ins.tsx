import type { StandIn } from '#features/accounts/api/stand-ins.ts'
import { formatShortDate } from '#base/rules/time/dates.ts'

type StandInsProps = { standIns: readonly StandIn[] | undefined }

const none: readonly StandIn[] = []

const untilText = ({ until }: StandIn) => `until ${formatShortDate(new Date(until))}`

/** A wealth manager's absences: whose clients they have, and who has theirs. */
export function OwnStandIns({ standIns = none, userId }: StandInsProps & { userId: string }) {
  return standIns.map((one) => (
    <span
      key={one.id}
      className="inline-flex min-h-7 items-center self-center rounded-md bg-sunken px-2 text-xs"
    >
      {one.managerId === userId
        ? `${one.standInName} stands in for you ${untilText(one)}`
        : `Also ${one.managerName}’s clients ${untilText(one)}`}
    </span>
  ))
}

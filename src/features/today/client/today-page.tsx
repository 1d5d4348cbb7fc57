import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useSession } from '#features/access/client/use-session.ts'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import {
  keyOf,
  reasonOf,
  SHOWN_OF_A_KIND,
  subjectOf,
  todayKinds,
  type TodayKind,
  type TodayRole,
  type TodayRow,
} from '#features/today/rules/today.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Button } from '#base/client/ui/button.tsx'
import { TitleBar } from '#base/client/ui/title-bar.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { addressOf } from './addresses.ts'
import { useDone, useToday } from './use-today.ts'

/** What a member of staff has to do now, as one list. */
export function TodayPage() {
  const { user } = useSession()
  const { data: rows, error, refetch } = useToday()
  if (user?.role !== 'admin' && user?.role !== 'wealth_manager') return null
  return (
    <StaffLayout role={user.role}>
      <TitleBar title="Today" />
      {error && rows === undefined ? (
        <LoadFailure title="What there is to do couldn’t be loaded" onRetry={() => void refetch()}>
          {detailOf(error)}
        </LoadFailure>
      ) : null}
      {rows === undefined && !error ? <TableSkeleton label="Loading..." /> : null}
      {rows === undefined ? null : <Rows role={user.role} rows={rows} />}
    </StaffLayout>
  )
}

function Rows({ role, rows }: { role: TodayRole; rows: readonly TodayRow[] }) {
  const [unfolded, setUnfolded] = useState<readonly TodayKind[]>([])
  if (rows.length === 0) return <NothingToDo role={role} />
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)]
  return (
    <ul className="mt-3 border-t border-ink">
      {kinds.map(([kind, ofKind]) => {
        const shown = unfolded.includes(kind) ? ofKind : ofKind.slice(0, SHOWN_OF_A_KIND)
        return [
          ...shown.map((row) => <Row key={keyOf(row)} role={role} row={row} />),
          shown.length === ofKind.length ? null : (
            <li key={kind} className="border-b border-hairline">
              <Button tone="quiet" size="small" onClick={() => setUnfolded([...unfolded, kind])}>
                {`Show all ${ofKind.length}: ${todayKinds[kind].label}`}
              </Button>
            </li>
          ),
        ]
      })}
    </ul>
  )
}

const countsOf = {
  admin: queryFor('GET /api/admin/application-views'),
  wealth_manager: queryFor('GET /api/wealth-manager/application-views'),
} as const

/** The good news, and where the clients are; without the latter until it is known. */
function NothingToDo({ role }: { role: TodayRole }) {
  const { data } = useQuery({ ...countsOf[role], staleTime: 0 })
  const { counts: { waitingForUs = 0 } = {}, statuses: { draft = 0 } = {} } = data ?? {}
  const parts = [
    ...(role === 'admin' && waitingForUs > 0
      ? [clientsText(waitingForUs, 'with their wealth managers')]
      : []),
    ...(draft > 0 ? [clientsText(draft, 'filling in their applications')] : []),
  ]
  return (
    <p className="mt-3 border-t border-ink py-4 text-ink-soft">{['Nothing to do.', ...parts].join(' ')}</p>
  )
}

function clientsText(count: number, where: string): string {
  return count === 1 ? `1 client is ${where}.` : `${count.toLocaleString('en-ZA')} clients are ${where}.`
}

/** The whole row is the link. */
function Row({ role, row }: { role: TodayRole; row: TodayRow }) {
  const done = useDone()
  const to = addressOf(role, row)
  const { notification } = row
  const { label, act } = todayKinds[row.kind]
  return (
    <li className="flex items-center gap-4 border-b border-hairline hover:bg-sunken">
      <RowLink to={to}>
        <span className="text-ink-soft sm:w-60 sm:shrink-0">{label}</span>
        <span className="order-first font-semibold wrap-anywhere sm:order-none sm:w-64 sm:shrink-0">
          {subjectOf(row)}
        </span>
        <span
          className={clsx('min-w-0 grow basis-full sm:basis-0', row.late && 'font-semibold text-warning')}
        >
          {reasonOf(row, new Date())}
        </span>
        {to === null ? null : <span className="text-link no-underline max-sm:sr-only">{act}</span>}
      </RowLink>
      {notification === null ? null : (
        <Button tone="quiet" size="small" disabled={done.isPending} onClick={() => done.mutate(notification)}>
          <span aria-hidden="true">Done</span>
          <span className="sr-only">{`Done: ${label}, ${subjectOf(row)}`}</span>
        </Button>
      )}
    </li>
  )
}

const ROW = 'flex min-h-11 min-w-0 grow flex-wrap items-baseline gap-x-4 py-2 text-ink no-underline'

function RowLink({ to, children }: { to: string | null; children: ReactNode }) {
  return to === null ? (
    <div className={ROW}>{children}</div>
  ) : (
    <Link href={to} className={ROW}>
      {children}
    </Link>
  )
}

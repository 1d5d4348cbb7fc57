import { clsx } from 'clsx'
import { Link } from 'wouter'
import type { NotificationView } from '#features/notes/api/notifications.ts'
import type { Role } from '#features/access/rules/roles.ts'
import { notificationText, type NotificationKind } from '#features/notes/rules/notifications/kinds.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { paths } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { useMark, useMarkAll, useNotifications } from './use-notifications.ts'

type ListProps = {
  role: Role
  /** Called when a notification is followed. */
  onLeave: () => void
}

/** Notifications, latest first; following one marks it as read. */
export function NotificationList({ role, onLeave }: ListProps) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useNotifications()
  const mark = useMark()
  const markAll = useMarkAll()
  const rows = data?.pages.flatMap((page) => page.rows)
  const newest = rows?.[0]
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-lg">Notifications</h2>
        {rows?.some(({ read }) => !read) && newest ? (
          <Button tone="quiet" size="small" onClick={() => markAll.mutate(newest.id)}>
            Mark all as read
          </Button>
        ) : null}
      </div>
      {error ? <Notice tone="danger">{detailOf(error)}</Notice> : null}
      {rows === undefined && !error ? <Spinner label="Loading the notifications..." /> : null}
      {rows?.length === 0 ? <p className="py-4 text-ink-soft">No notifications yet.</p> : null}
      <ul>
        {rows?.map((notification) => (
          <Row
            key={notification.id}
            {...{ role, notification }}
            onMark={(read) => mark.mutate({ id: notification.id, read })}
            onFollow={() => {
              if (!notification.read) mark.mutate({ id: notification.id, read: true })
              onLeave()
            }}
          />
        ))}
      </ul>
      {hasNextPage ? (
        <Button
          tone="secondary"
          size="small"
          className="mt-3"
          pending={isFetchingNextPage}
          pendingLabel="Loading..."
          onClick={() => void fetchNextPage()}
        >
          Show earlier ones
        </Button>
      ) : null}
    </>
  )
}

type RowProps = {
  role: Role
  notification: NotificationView
  onMark: (read: boolean) => void
  onFollow: () => void
}

function Row({ role, notification, onMark, onFollow }: RowProps) {
  const { kind, at, read, count, application, note } = notification
  const text = notificationText(kind, { by: note?.authorName ?? null, count })
  const to = addressOf(role, notification)
  const time = formatDateTime(new Date(at))
  return (
    <li className="border-b border-hairline py-3 last:border-b-0">
      {to === null ? (
        <p className="text-pretty text-ink-soft">{text}</p>
      ) : (
        <Link
          href={to}
          className={clsx('text-link block text-pretty wrap-anywhere', read || 'font-semibold')}
          onClick={onFollow}
        >
          {text}
        </Link>
      )}
      <p className="text-sm wrap-anywhere">
        {application
          ? `${application.name} (${application.reference})`
          : count === 1 && !inCompliance.has(kind) && 'About a client you no longer look after'}
      </p>
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-soft">
        <time dateTime={at}>{time}</time>
        <button
          type="button"
          className="text-link min-h-11"
          aria-label={`Mark as ${read ? 'unread' : 'read'}: ${text}, ${time}`}
          onClick={() => onMark(!read)}
        >{`Mark as ${read ? 'unread' : 'read'}`}</button>
      </p>
    </li>
  )
}

/** Kinds about several clients or staff, where they are about no application. */
const inCompliance: ReadonlySet<NotificationKind> = new Set([
  'approval-asked',
  'approval-withdrawn',
  'hit-open',
])

/** The target of a notification; null if it is out of scope by now. */
function addressOf(role: Role, { kind, application, note, count }: NotificationView): string | null {
  if (application === null && inCompliance.has(kind)) return paths.compliance
  const list = role === 'admin' ? paths.admin : paths.wealthManager
  if (application === null) return count > 1 ? list : null
  const page = role === 'admin' ? list : `${list}/review`
  return `${page}?application=${application.id}${note ? `#note-${note.id}` : ''}`
}

import { useState } from 'react'
import type { TimelineEntry } from '#features/review/api/timeline.ts'
import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import { DEFAULT_PAGE_SIZE } from '#base/rules/api/list.ts'
import type { TimelinePart } from '#features/audit/rules/timeline-parts.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { actorLabels } from '#features/access/rules/roles.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { callPage } from '#base/client/lib/call-page.ts'
import { useList, type ListDefinition } from '#base/client/lists/use-list.ts'
import { noView } from '#base/client/lists/view.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { timelineKey } from '../status/use-status-change.ts'
import { eventText } from './event-texts.ts'

const timelineOf = (id: string, part: TimelinePart): ListDefinition<TimelineEntry, object> => ({
  key: [...timelineKey(id), part],
  view: noView,
  pageRows: DEFAULT_PAGE_SIZE,
  load: (_, page, signal) =>
    callPage('GET /api/admin/applications/{id}/timeline', { ...page, part }, signal, { id }),
})

/** The timeline of an application: decisions first, routine events collapsed below. */
export function Timeline({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Section level={3} title="Timeline" className="mt-10">
      <Events id={id} part="main" />
      <details className="mt-4" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="inline-block cursor-pointer py-2.5 text-link">Views, uploads and saves</summary>
        {open ? <Events id={id} part="routine" /> : null}
      </details>
    </Section>
  )
}

/** A part of the timeline, latest first, loaded page by page. */
function Events({ id, part }: { id: string; part: TimelinePart }) {
  const { rows, error, isLoading, moreFailed, hasMore, isLoadingMore, showMore } = useList(
    timelineOf(id, part),
  )
  return (
    <>
      {error ? <Notice tone="danger">{detailOf(error)}</Notice> : null}
      {rows.length === 0 && !isLoading && !error ? <p className="text-ink-soft">Nothing yet.</p> : null}
      <ol className="border-l-2 border-hairline">
        {rows.map((entry) => (
          <Entry key={entry.id} {...entry} />
        ))}
      </ol>
      {moreFailed ? <Notice tone="danger">Earlier events could not be loaded.</Notice> : null}
      {hasMore ? (
        <Button
          tone="secondary"
          size="small"
          className="mt-4"
          pending={isLoadingMore}
          pendingLabel="Loading..."
          onClick={showMore}
        >
          Show earlier events
        </Button>
      ) : null}
    </>
  )
}

function Entry({ action, at, actorName, actorRole, statusChange }: TimelineEntry) {
  const who = actorName ?? (actorRole ? actorLabels[actorRole] : 'The system')
  return (
    <li className="relative py-2 pl-6">
      <span aria-hidden="true" className="absolute top-4 -left-1.5 size-2.5 rotate-45 bg-brass-line" />
      <p className={statusChange ? 'font-semibold' : undefined}>
        {statusChange ? `${statuses[statusChange.from]} → ${statuses[statusChange.to]}` : eventText(action)}
      </p>
      {statusChange?.reason ? <p className="text-pretty">{`“${statusChange.reason}”`}</p> : null}
      <p className="text-sm text-ink-soft">
        <span>{`${who}, `}</span>
        <time dateTime={at}>{formatDateTime(new Date(at))}</time>
      </p>
    </li>
  )
}

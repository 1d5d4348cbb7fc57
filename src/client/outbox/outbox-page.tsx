import { useInfiniteQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { OutboxMail } from '#domain/api/outbox.ts'
import { formatDateTime } from '#domain/time/dates.ts'
import { useBranding } from '#client/shell/branding.tsx'
import { StaffLayout } from '#client/staff/staff-layout.tsx'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { useSession } from '#client/auth/use-session.ts'
import { detailOf, type ApiError } from '#client/lib/api.ts'
import { callPage, type Page } from '#client/lib/call-page.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { TableSkeleton } from '#client/ui/skeleton.tsx'
import { MailDialog } from './mail-dialog.tsx'

/** The e-mails of a demonstration, which leave as files: what the people in it would find in their mailboxes. */
export function OutboxPage() {
  const { user } = useSession()
  const { showsOutbox } = useBranding()
  if (!user) return null
  if (!showsOutbox) return <NotFoundPage />
  return (
    <StaffLayout role={user.role}>
      <Outbox />
    </StaffLayout>
  )
}

function Outbox() {
  const [opened, setOpened] = useState<OutboxMail | null>(null)
  const { data, error, refetch, isRefetching, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery<Page<OutboxMail>, ApiError>({
      queryKey: ['outbox'],
      queryFn: ({ pageParam, signal }) =>
        callPage('GET /api/admin/outbox', { cursor: pageParam as string | undefined }, signal),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next,
      staleTime: 0,
      refetchOnWindowFocus: true,
    })
  return (
    <>
      <PageHeading
        eyebrow="Demonstration"
        title="Outbox"
        lead="No email leaves a demonstration: what it writes is kept here, for you to read in the place of whoever it is for."
      />
      <div className="mt-8 mb-4">
        <Button
          tone="secondary"
          icon={<RefreshCw aria-hidden="true" className="size-5" />}
          pending={isRefetching && !isFetchingNextPage}
          pendingLabel="Refreshing..."
          onClick={() => void refetch()}
        >
          Refresh
        </Button>
      </div>
      {error ? (
        <Notice tone="danger" live="alert" title="The outbox could not be loaded">
          {detailOf(error)}
        </Notice>
      ) : null}
      {data ? (
        <Mails mails={data.pages.flatMap(({ rows }) => rows)} onOpen={setOpened} />
      ) : error ? null : (
        <TableSkeleton label="Loading the outbox..." />
      )}
      {hasNextPage ? (
        <Button
          tone="secondary"
          className="mt-6"
          pending={isFetchingNextPage}
          pendingLabel="Loading..."
          onClick={() => void fetchNextPage()}
        >
          Show earlier emails
        </Button>
      ) : null}
      {opened ? <MailDialog key={opened.id} mail={opened} onClose={() => setOpened(null)} /> : null}
    </>
  )
}

function Mails({ mails, onOpen }: { mails: readonly OutboxMail[]; onOpen: (mail: OutboxMail) => void }) {
  if (mails.length === 0) {
    return (
      <p className="border-y border-hairline px-4 py-12 text-center text-lg text-ink-soft">
        No emails yet. Invite a client, say, and the invitation is here a moment later.
      </p>
    )
  }
  return (
    <ul aria-label="Emails, the latest first" className="border-t border-hairline">
      {mails.map((mail) => (
        <li key={mail.id} className="border-b border-hairline">
          <button
            type="button"
            className="grid min-h-14 w-full items-center gap-x-6 gap-y-0.5 px-3 py-3 text-left hover:bg-sunken md:grid-cols-[3fr_2fr_auto]"
            onClick={() => onOpen(mail)}
          >
            <span className="font-semibold text-pretty">{mail.subject}</span>
            <span className="truncate text-ink-soft">
              <span className="sr-only">To </span>
              {mail.recipient}
            </span>
            <time dateTime={mail.writtenAt} className="amounts text-sm text-ink-soft md:text-right">
              {formatDateTime(new Date(mail.writtenAt))}
            </time>
          </button>
        </li>
      ))}
    </ul>
  )
}

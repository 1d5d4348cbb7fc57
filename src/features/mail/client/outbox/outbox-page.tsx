import { useState } from 'react'
import type { OutboxMail } from '#features/mail/api/outbox.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { NotFoundPage } from '#features/brand/client/shell/not-found-page.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { callPage } from '#base/client/lib/call-page.ts'
import { countText, ListSection, type ListTexts } from '#base/client/lists/list-section.tsx'
import { ListStatus } from '#base/client/lists/list-status.tsx'
import { defineList } from '#base/client/lists/use-list.ts'
import { useStableList } from '#base/client/lists/use-stable-list.ts'
import { noView } from '#base/client/lists/view.ts'
import { Button } from '#base/client/ui/button.tsx'
import { TitleBar } from '#base/client/ui/title-bar.tsx'
import { MailDialog } from './mail-dialog.tsx'

const outbox = defineList<OutboxMail, object>({
  key: ['outbox'],
  view: noView,
  pageRows: 50,
  load: (_, page, signal) => callPage('GET /api/admin/outbox', page, signal),
})

const texts: ListTexts = {
  loading: 'Loading the outbox...',
  failed: 'The outbox couldn’t be loaded',
  moreFailed: 'Earlier emails couldn’t be loaded.',
  more: () => 'Show earlier emails',
}

/** The e-mails of a demonstration, which are written to files instead of being sent. */
export function OutboxPage() {
  const { user } = useSession()
  const { showsOutbox } = useBranding()
  if (!user) return null
  if (!showsOutbox) return <NotFoundPage />
  return (
    <StaffLayout role={user.role} firm>
      <Outbox />
    </StaffLayout>
  )
}

/** The list of e-mails: those that arrive are counted, and shown on request. */
export function Outbox() {
  const [opened, setOpened] = useState<OutboxMail | null>(null)
  const stable = useStableList(outbox)
  const { list } = stable
  return (
    <>
      <TitleBar title="Outbox" />
      <div className="mt-2 mb-3 flex gap-2">
        <ListStatus stable={stable} count={countText(list, ['email', 'emails'])} />
        {/* Mails that the user caused are written a moment later. */}
        <Button size="small" tone="secondary" onClick={list.retry}>
          Refresh
        </Button>
      </div>
      <ListSection
        list={list}
        texts={texts}
        empty="No emails yet. Invite a client, for example, and the invitation appears here shortly."
      >
        <Mails mails={list.rows} onOpen={setOpened} />
      </ListSection>
      {opened ? <MailDialog key={opened.id} mail={opened} onClose={() => setOpened(null)} /> : null}
    </>
  )
}

function Mails({ mails, onOpen }: { mails: readonly OutboxMail[]; onOpen: (mail: OutboxMail) => void }) {
  return (
    <ul aria-label="Emails, latest first" className="border-t border-hairline">
      {mails.map((mail) => (
        <li key={mail.id} className="border-b border-hairline">
          <button
            type="button"
            className="grid min-h-14 w-full items-center gap-x-6 gap-y-0.5 px-3 py-3 text-left hover:bg-sunken md:grid-cols-[3fr_2fr_auto]"
            onClick={() => onOpen(mail)}
          >
            <span className="font-semibold text-pretty">{mail.subject}</span>
            <span className="min-w-0 wrap-anywhere text-ink-soft">
              <span className="sr-only">To </span>
              <span>{mail.recipient}</span>
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

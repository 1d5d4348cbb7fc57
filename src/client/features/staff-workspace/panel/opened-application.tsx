import { useQuery } from '@tanstack/react-query'
import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { detailOf } from '#client/shared/lib/api.ts'
import { useLetterKeys } from '#client/shared/lists/letter-keys.ts'
import { openerOf } from '#client/shared/lists/row-opener.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { SidePanel } from '#client/ui/side-panel.tsx'
import { FormSkeleton } from '#client/ui/skeleton.tsx'
import { addressIn } from '#client/features/staff/addresses.ts'
import { type Desk } from '../desks.ts'
import { QueueWay } from '../neighbours/queue-way.tsx'
import { reviewedQuery } from '../status/use-status-change.ts'
import { ApplicationSummary } from '../summary/application-summary.tsx'
import { useChangedElsewhere } from './use-changed-elsewhere.ts'
import type { Opened } from './use-opened.ts'
import type { WalkedList } from './use-adjacent-applications.ts'

type OpenedApplicationProps = {
  desk: Desk
  opened: Opened
  list: WalkedList
  /** Whether keys of one letter do something. */
  letters: boolean
}

const TITLE = 'Application Summary'

/** What the address opens: beside the list where there is room, elsewhere an admin's dialog and a manager's page. */
export function OpenedApplication({ desk, opened, list, letters }: OpenedApplicationProps) {
  const { id, isBeside, close } = opened
  const [expanded, setExpanded] = useState(false)
  const [params] = useSearchParams()
  if (id === null) return null
  const page = addressIn(desk.review, params, id)
  const way = (
    <QueueWay {...{ id, list, letters }} addressOf={(other) => addressIn(desk.list, params, other)} />
  )
  const summary = <Loaded {...{ id, desk, expanded, list }} onExpanded={setExpanded} />
  if (isBeside) {
    return (
      <SidePanel
        title={TITLE}
        onClose={close}
        head={
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            {way}
            <WholePage {...{ id, page, letters }} />
          </div>
        }
      >
        <div
          data-scrolls=""
          className="min-h-0 grow scroll-pt-24 scroll-pb-20 overflow-y-auto px-6 py-5 print:overflow-visible"
        >
          {summary}
        </div>
      </SidePanel>
    )
  }
  if (desk.role === 'wealth_manager') return <Redirect to={page} replace />
  return (
    <Dialog open onClose={close} size="wide" title={TITLE}>
      {way}
      <div className="pt-5">{summary}</div>
    </Dialog>
  )
}

type LoadedProps = Omit<Parameters<typeof ApplicationSummary>[0], 'application'> & {
  id: string
  list: WalkedList
}

function Loaded({ id, list, ...summary }: LoadedProps) {
  const query = useQuery(reviewedQuery(id))
  const { data: application, error, refetch } = query
  useChangedElsewhere(list, query)
  if (application) return <ApplicationSummary key={id} application={application} {...summary} />
  if (!error) return <FormSkeleton label="Loading the application..." />
  return (
    <LoadFailure title="This application could not be loaded" onRetry={() => void refetch()}>
      {detailOf(error)}
    </LoadFailure>
  )
}

const OWN_ENTER = 'a, button, input, label, select, summary, textarea'

/** The way to the application on a page of its own, by press, by O, and by Enter where that presses nothing else. */
function WholePage({ id, page, letters }: { id: string; page: string; letters: boolean }) {
  const follow = () => document.querySelector<HTMLElement>('[data-whole]')?.click()
  useLetterKeys(letters, { o: follow })
  useLetterKeys(true, { Enter: follow }, undefined, ({ target }) => {
    const isOwn = target instanceof Element && target.closest(OWN_ENTER) !== null
    return !isOwn || target === openerOf(id)
  })
  return (
    <LinkButton
      href={page}
      size="small"
      data-whole=""
      aria-keyshortcuts={letters ? 'O' : undefined}
      icon={<Maximize2 aria-hidden="true" className="size-4" />}
    >
      Open full page
    </LinkButton>
  )
}

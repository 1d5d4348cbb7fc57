import { useQuery } from '@tanstack/react-query'
import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { detailOf } from '#base/client/lib/api.ts'
import { useLetterShortcuts } from '#base/client/lists/letter-shortcuts.ts'
import { openerOf } from '#base/client/lists/row-opener.ts'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { SidePanel } from '#base/client/ui/side-panel.tsx'
import { FormSkeleton } from '#base/client/ui/skeleton.tsx'
import { addressIn } from '#features/review/client/addresses.ts'
import { type Workspace } from '../workspaces.ts'
import { QueueNavigation } from '../neighbours/queue-navigation.tsx'
import { reviewedQuery } from '../status/use-status-change.ts'
import { ApplicationSummary } from '../summary/application-summary.tsx'
import { useChangedElsewhere } from './use-changed-elsewhere.ts'
import type { Opened } from './use-opened.ts'
import type { TraversedList } from './use-adjacent-applications.ts'

type OpenedApplicationProps = {
  workspace: Workspace
  opened: Opened
  list: TraversedList
  /** Whether single-letter shortcuts are on. */
  letters: boolean
}

const TITLE = 'Application Summary'

/** The application of the address: beside the list if it fits, else a dialog for admins and a page for managers. */
export function OpenedApplication({ workspace, opened, list, letters }: OpenedApplicationProps) {
  const { id, isBeside, close } = opened
  const [expanded, setExpanded] = useState(false)
  const [params] = useSearchParams()
  if (id === null) return null
  const page = addressIn(workspace.review, params, id)
  const way = (
    <QueueNavigation
      {...{ id, list, letters }}
      addressOf={(other) => addressIn(workspace.list, params, other)}
    />
  )
  const summary = <Loaded {...{ id, workspace, expanded, list }} onExpanded={setExpanded} />
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
  if (workspace.role === 'wealth_manager') return <Redirect to={page} replace />
  return (
    <Dialog open onClose={close} size="wide" title={TITLE}>
      {way}
      <div className="pt-5">{summary}</div>
    </Dialog>
  )
}

type LoadedProps = Omit<Parameters<typeof ApplicationSummary>[0], 'application'> & {
  id: string
  list: TraversedList
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

/** A link to the application's own page, with O, and Enter if no control handles it. */
function WholePage({ id, page, letters }: { id: string; page: string; letters: boolean }) {
  const follow = () => document.querySelector<HTMLElement>('[data-whole]')?.click()
  useLetterShortcuts(letters, { o: follow })
  useLetterShortcuts(true, { Enter: follow }, undefined, ({ target }) => {
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

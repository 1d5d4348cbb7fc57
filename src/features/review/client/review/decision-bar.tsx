import { clsx } from 'clsx'
import { useRef } from 'react'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { Allowed } from '#features/access/client/use-may.tsx'
import { useMinWidth } from '#base/client/ui/use-min-width.ts'
import type { Elements } from '#base/client/ui/elements.ts'
import type { Workspace } from '../workspaces.ts'
import { CurrentStatus, WaitingBadge } from '../status-badge.tsx'
import { ReminderButton } from '../status/reminder-button.tsx'
import { StatusActions } from '../status/status-actions.tsx'
import { StatusChangeMark } from '../status/status-change-mark.tsx'
import { useShownStatus } from '../status/use-shown-status.ts'
import { DownloadAll } from '../summary/download-all.tsx'
import { Checks } from './checks.tsx'
import type { OpenedDocuments } from './use-opened-documents.ts'

/** Narrower windows, in rem, have large text: a sticky bar would cover half of them. */
const MIN_WIDTH_STICKY = 20

type DecisionBarProps = {
  application: ReviewedApplication
  files: readonly UploadedFile[]
  documents: OpenedDocuments
  workspace: Workspace
  /** Whether documents are beside the answers: in narrow windows the bar has only the decision. */
  isBeside: boolean
  /** Whether an unsent correction request comes first. */
  isBlocked: boolean
  /** The link to the next application that waits. */
  next: Elements
}

/** The status, what is left to check, and the decision. Sticky, except in low windows and with large text on a phone. */
export function DecisionBar({
  application,
  files,
  documents: { opened },
  workspace,
  isBeside,
  isBlocked,
  next,
}: DecisionBarProps) {
  const status = useRef<HTMLSpanElement>(null)
  const { shown: standing, ...changed } = useShownStatus(application)
  const isSticky = useMinWidth(MIN_WIDTH_STICKY)
  const isAdmin = workspace.role === 'admin'
  return (
    <div
      data-decision=""
      className={clsx(
        'z-20 mb-8 flex flex-wrap items-center gap-x-3 gap-y-2 border-y border-hairline bg-paper py-2',
        isSticky && 'sticky top-0 [@media(max-height:36rem)]:static',
      )}
    >
      <CurrentStatus ref={status} status={standing.status} />
      <StatusChangeMark {...changed} />
      <WaitingBadge on={application.waitingOn} />
      <Checks {...{ application, files, opened }} />
      <span className="grow" />
      {isBeside ? <FurtherActions {...{ application, isAdmin }} /> : null}
      <StatusActions
        opened={opened}
        application={standing}
        isOutdated={changed.change !== null}
        onConflict={changed.acceptNext}
        endpoint={workspace.endpoint}
        isBlocked={isBlocked}
        hasKeys
        statusRef={status}
      />
      {next}
    </div>
  )
}

/** Actions beside the decision: everything as one archive, and a reminder to the client of a draft. */
export function FurtherActions({
  application,
  isAdmin,
}: Pick<DecisionBarProps, 'application'> & { isAdmin: boolean }) {
  if (!isAdmin) return null
  return (
    <>
      <DownloadAll id={application.id} />
      {application.status === 'draft' && application.invitedUntil === null ? (
        <Allowed to="application.administer">
          <ReminderButton application={application} />
        </Allowed>
      ) : null}
    </>
  )
}

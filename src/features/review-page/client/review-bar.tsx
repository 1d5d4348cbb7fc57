import { ArrowLeft, ChevronDown, CircleCheck, Ellipsis } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'wouter'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import { InspectorFileButton } from '#features/compliance-file/client/inspector-files.tsx'
import { GateException } from '#features/due-diligence/client/staff/gate-notice.tsx'
import { RetentionHolds } from '#features/due-diligence/client/staff/retention-holds.tsx'
import { FurtherRequest } from '#features/corrections/client/staff/further-request.tsx'
import { useCorrectionActs } from '#features/corrections/client/staff/use-corrections.ts'
import { Allowed } from '#features/access/client/use-may.tsx'
import type { Elements } from '#base/client/ui/elements.ts'
import { Button } from '#base/client/ui/button.tsx'
import { usePageTitle } from '#base/client/ui/page-title.ts'
import { PopoverButton } from '#base/client/ui/popover-button.tsx'
import { nameOf } from '#features/review/client/list/cells.tsx'
import { CurrentStatus, WaitingBadge } from '#features/review/client/status-badge.tsx'
import { AutomaticReminders } from '#features/review/client/status/automatic-reminders.tsx'
import { ReminderButton } from '#features/review/client/status/reminder-button.tsx'
import { StatusActions } from '#features/review/client/status/status-actions.tsx'
import { StatusChangeMark } from '#features/review/client/status/status-change-mark.tsx'
import { useShownStatus } from '#features/review/client/status/use-shown-status.ts'
import { DownloadAll } from '#features/review/client/summary/download-all.tsx'
import { PeopleSection } from '#features/review/client/summary/people-section.tsx'
import type { Workspace } from '#features/review/client/workspaces.ts'
import type { ToDo } from './still-to-do.ts'

type ReviewBarProps = {
  application: ReviewedApplication
  pack: ReviewedPack | undefined
  workspace: Workspace
  opened: ReadonlySet<string>
  toDo: readonly ToDo[]
  /** Whether something else comes before the decision: what is left, or an unsent request. */
  isBlocked: boolean
  /** Whether new things can be asked of the client. */
  canAsk: boolean
  back: { href: string; label: string }
  /** Without controls: a topic on a phone. */
  isShort: boolean
  onShow: (item: ToDo) => void
  /** What an application waits for, and its place in the list. */
  waiting: Elements
  navigation: Elements
}

/** Who it is, the status, what is left, and the decision: in one row on a desk. */
export function ReviewBar({
  application,
  workspace,
  back,
  isShort,
  waiting,
  navigation,
  ...props
}: ReviewBarProps) {
  const heading = usePageTitle(nameOf(application))
  const status = useRef<HTMLSpanElement>(null)
  const { shown: standing, ...changed } = useShownStatus(application)
  const { pack, opened, toDo, isBlocked, onShow } = props
  return (
    <div className="review-bar" data-decision="">
      <Link href={back.href} aria-label={back.label} title={back.label} className="review-back">
        <ArrowLeft aria-hidden="true" className="size-5" />
      </Link>
      <h1 ref={heading} tabIndex={-1} className="min-w-0 text-xl wrap-anywhere">
        {nameOf(application)}
      </h1>
      <CurrentStatus ref={status} status={standing.status} />
      <StatusChangeMark {...changed} />
      <WaitingBadge on={application.waitingOn} />
      {waiting}
      {isShort ? null : (
        <div className="review-actions">
          <StillToDo {...{ application, toDo, pack, onShow }} />
          {workspace.role === 'admin' &&
          application.status === 'draft' &&
          application.invitedUntil === null ? (
            <Allowed to="application.administer">
              <ReminderButton application={application} leads />
            </Allowed>
          ) : null}
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
          <More {...{ application, workspace }} {...props} />
          {navigation}
        </div>
      )}
    </div>
  )
}

type StillToDoProps = Pick<ReviewBarProps, 'application' | 'toDo' | 'pack' | 'onShow'>

/** The only place of what is missing; nothing for an application that no one has to check. */
function StillToDo({ application, toDo, pack, onShow }: StillToDoProps) {
  const list = useRef<HTMLUListElement>(null)
  const { status } = application
  if (toDo.length === 0) {
    if (status !== 'submitted' && status !== 'under_review') return null
    return (
      <p role="status" className="flex items-center gap-1 text-sm font-semibold text-success">
        <CircleCheck aria-hidden="true" className="size-5" />
        <span>All checked</span>
      </p>
    )
  }
  const gate = status === 'approved' ? (pack?.gate ?? null) : null
  return (
    <PopoverButton
      label={`Still to do ${toDo.length}`}
      icon={<ChevronDown aria-hidden="true" className="size-4" />}
    >
      <ul ref={list}>
        {toDo.map((item) => (
          <li key={item.text}>
            <button
              type="button"
              className="flex min-h-11 w-full items-center text-left text-link"
              onClick={() => {
                list.current?.closest<HTMLElement>('[popover]')?.hidePopover()
                onShow(item)
              }}
            >
              {item.text}
            </button>
          </li>
        ))}
      </ul>
      {pack === undefined || gate === null ? null : <GateException pack={pack} gate={gate} />}
    </PopoverButton>
  )
}

/** What is rarely needed. */
function More({
  application,
  pack,
  workspace,
  canAsk,
}: Pick<ReviewBarProps, 'application' | 'pack' | 'workspace' | 'canAsk'>) {
  const { id } = application
  const isAdmin = workspace.role === 'admin'
  const acts = useCorrectionActs(id)
  return (
    <PopoverButton label="More" text={null} icon={<Ellipsis aria-hidden="true" className="size-5" />}>
      <div className="review-more">
        {isAdmin ? <DownloadAll id={id} /> : null}
        <PeopleSection {...{ application }} isAdmin={isAdmin && !application.unassigned} />
        <AutomaticReminders application={application} />
        {canAsk ? (
          <Allowed to="correction.ask">
            <FurtherRequest onNote={(noted) => acts.note.mutate(noted)} />
          </Allowed>
        ) : null}
        {pack === undefined ? null : (
          <>
            <RetentionHolds applicationId={id} holds={pack.holds} />
            <InspectorFileButton applicationId={id} />
          </>
        )}
        <Button size="small" tone="secondary" onClick={() => print()}>
          Print
        </Button>
      </div>
    </PopoverButton>
  )
}

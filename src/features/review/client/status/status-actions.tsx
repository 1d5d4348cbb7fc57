import { useEffect, useId, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import {
  actions,
  actsAtOnce,
  leadsOn,
  type ActionName,
} from '#features/access/rules/lifecycle/transitions.ts'
import { STILL_CHECKING } from '#features/access/rules/gate-levels.ts'
import { Button } from '#base/client/ui/button.tsx'
import { useGate } from '#features/due-diligence/client/staff/use-pack.ts'
import { ReopenButton } from './reopen-button.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { isOutdatedBy, useStatusChange, type StatusEndpoint } from './use-status-change.ts'

type StatusActionsProps = {
  application: ReviewedApplication
  /** The ids of the opened documents. */
  opened: ReadonlySet<string>
  endpoint: StatusEndpoint
  /** Whether another user changed the status, which is not shown yet. */
  isOutdated: boolean
  /** Called when the reader learns from an error that another user changed the status. */
  onConflict: () => void
  /** Whether an unsent correction request comes first. */
  isBlocked: boolean
  /** Whether the page handles the review's shortcuts. */
  hasKeys?: boolean
  /** The element with the new status. It is focused, since the pressed button disappears. */
  statusRef: RefObject<HTMLElement | null>
}

/**
 * Buttons of the permitted status changes. Each mails the client after a preview; starting the review happens at once
 * and can be undone.
 */
export function StatusActions({
  application,
  opened,
  endpoint,
  isOutdated,
  onConflict,
  isBlocked,
  hasKeys = false,
  statusRef,
}: StatusActionsProps) {
  const change = useStatusChange(endpoint, application.id, onConflict)
  const { isPending } = change
  const { pack } = useGate(application.id)
  const isNotReady = (pack?.gate?.missing.length ?? 0) > 0
  const isShut = (action: ActionName) => action === 'approve' && pack?.stillChecking === true
  const stillCheckingId = useId()
  // The application as the dialog shows it: it stays open until the server has accepted what was typed in it.
  const [asking, setAsking] = useState<{ action: ActionName; application: ReviewedApplication } | null>(null)
  useEffect(() => {
    if (isPending) statusRef.current?.focus()
  }, [isPending, statusRef])
  const perform = (action: ActionName, reason?: string, mail?: EditedMail) => {
    const close = () => {
      // Nothing outside an open dialog can be focused.
      flushSync(() => setAsking(null))
      statusRef.current?.focus()
    }
    const requested = { action, reason, mail, seen: asking?.application ?? application }
    if (reason === undefined && mail === undefined) {
      setAsking(null)
      change.mutate(requested)
      return
    }
    change.mutate(requested, {
      onSuccess: close,
      onError: (error) => {
        if (isOutdatedBy(error)) close()
      },
    })
  }
  return (
    <>
      {application.actions.map((action) => (
        <Button
          key={action}
          data-action={action}
          aria-keyshortcuts={hasKeys && action === 'approve' ? 'Alt+A' : undefined}
          size="small"
          tone={
            leadsOn(action, application.status) && !isBlocked && !(action === 'markOnboarded' && isNotReady)
              ? 'primary'
              : 'secondary'
          }
          disabled={isPending || isOutdated || isShut(action)}
          aria-describedby={isShut(action) ? stillCheckingId : undefined}
          onClick={() => (actsAtOnce(action) ? perform(action) : setAsking({ action, application }))}
        >
          {actions[action].label}
        </Button>
      ))}
      {application.actions.some((action) => isShut(action)) ? (
        <p id={stillCheckingId} className="basis-full text-sm text-ink-soft sm:text-right">
          {STILL_CHECKING}
        </p>
      ) : null}
      {isOutdated ? null : <ReopenButton {...{ application, statusRef }} />}
      {asking === null ? null : (
        <ChangeDialog
          {...asking}
          {...{ opened, endpoint }}
          isSending={isPending}
          onConfirm={(reason, mail) => perform(asking.action, reason, mail)}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  )
}

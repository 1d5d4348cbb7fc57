import { useEffect, useState, type RefObject } from 'react'
import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import { actions, actsAtOnce, leadsOn, type ActionName } from '#domain/applications/lifecycle/transitions.ts'
import { Button } from '#client/ui/button.tsx'
import { ReopenButton } from './reopen-button.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { useStatusChange, type StatusDoor } from './use-status-change.ts'

type StatusActionsProps = {
  application: ReviewedApplication
  /** The documents that the reader has opened, by their ids. */
  opened: ReadonlySet<string>
  door: StatusDoor
  /** Whether something else is to be done first: requests to the client are noted and not sent. */
  isHeldUp: boolean
  /** Whether the page listens to the keys of the review. */
  hasKeys?: boolean
  /** Where the new status is read. It gets the focus, since the button that was pressed goes. */
  statusRef: RefObject<HTMLElement | null>
}

/**
 * The actions that the lifecycle leaves open, as buttons. Each tells the client, and shows first what they get; starting the review
 * is done at once, and can be undone.
 */
export function StatusActions({
  application,
  opened,
  door,
  isHeldUp,
  hasKeys = false,
  statusRef,
}: StatusActionsProps) {
  const change = useStatusChange(door, application.id)
  const { isPending } = change
  const [asking, setAsking] = useState<ActionName | null>(null)
  useEffect(() => {
    if (isPending) statusRef.current?.focus()
  }, [isPending, statusRef])
  const perform = (action: ActionName, reason?: string) => {
    setAsking(null)
    change.mutate({ action, reason, seen: application })
  }
  return (
    <>
      {application.actions.map((action) => (
        <Button
          key={action}
          data-action={action}
          aria-keyshortcuts={hasKeys && action === 'approve' ? 'Alt+A' : undefined}
          size="small"
          tone={leadsOn(action, application.status) && !isHeldUp ? 'primary' : 'secondary'}
          disabled={isPending}
          onClick={() => (actsAtOnce(action) ? perform(action) : setAsking(action))}
        >
          {actions[action].label}
        </Button>
      ))}
      <ReopenButton {...{ application, statusRef }} />
      {asking === null ? null : (
        <ChangeDialog
          action={asking}
          {...{ application, opened, door }}
          onConfirm={(reason) => perform(asking, reason)}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  )
}

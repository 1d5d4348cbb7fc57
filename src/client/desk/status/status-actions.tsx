import { useEffect, useState, type RefObject } from 'react'
import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import { actions, type ActionName } from '#domain/applications/lifecycle/transitions.ts'
import { Button, type ButtonTone } from '#client/ui/button.tsx'
import { ReopenButton } from './reopen-button.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { useStatusChange, type StatusDoor } from './use-status-change.ts'

/** How each action looks: one leads on, one ends things. */
const tones: Readonly<Partial<Record<ActionName, ButtonTone>>> = {
  approve: 'primary',
  markOnboarded: 'primary',
}

type StatusActionsProps = {
  application: ReviewedApplication
  door: StatusDoor
  /** Where the new status is read. It gets the focus, since the button that was pressed goes. */
  statusRef: RefObject<HTMLElement | null>
}

/** The actions that the lifecycle leaves open, as buttons: each tells the client, and shows first what they get. */
export function StatusActions({ application, door, statusRef }: StatusActionsProps) {
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
          aria-keyshortcuts={action === 'approve' ? 'Alt+A' : undefined}
          size="small"
          tone={tones[action] ?? 'secondary'}
          disabled={isPending}
          onClick={() => setAsking(action)}
        >
          {actions[action].label}
        </Button>
      ))}
      <ReopenButton {...{ application, statusRef }} />
      {asking === null ? null : (
        <ChangeDialog
          action={asking}
          application={application}
          door={door}
          onConfirm={(reason) => perform(asking, reason)}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  )
}

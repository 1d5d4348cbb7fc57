import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { asCountdown } from './idle-state.ts'
import { useIdle } from './use-idle.ts'

type Props = {
  idleTimeoutMs: number
  /** The session has ended without an answer. */
  onOver: () => void
}

/** Warns two minutes before an idle session ends, counts down, and offers to stay (decisions, "Session"). */
export function IdleWarning({ idleTimeoutMs, onOver }: Props) {
  const state = useIdle(idleTimeoutMs)
  useEffect(() => {
    if (state.phase === 'over') onOver()
  }, [state.phase, onOver])
  return state.phase === 'warning' ? <WarningDialog secondsLeft={state.secondsLeft} /> : null
}

function WarningDialog({ secondsLeft }: { secondsLeft: number }) {
  const { signOut } = useSession()
  // Any call extends the session; its success closes the dialog.
  const stay = useMutation({ mutationFn: () => call('GET /api/user') })
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      onClose={stay.mutate}
      title="Are you still there?"
      description="To keep your information safe, you will be signed out soon. Everything you saved is safe."
      footer={
        <>
          <Button
            tone="secondary"
            pending={signOut.isPending}
            pendingLabel="Signing out..."
            onClick={() => signOut.mutate()}
          >
            Sign out
          </Button>
          <Button pending={stay.isPending} onClick={() => stay.mutate()} data-autofocus="">
            Stay signed in
          </Button>
        </>
      }
    >
      <p role="timer" aria-label="Time left" className="amounts font-serif text-4xl">
        {asCountdown(secondsLeft)}
      </p>
      {stay.isError ? (
        <Notice tone="danger" live="alert" className="mt-4">
          {detailOf(stay.error)}
        </Notice>
      ) : null}
    </Dialog>
  )
}

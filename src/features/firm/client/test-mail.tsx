import { useState } from 'react'
import { useSession } from '#features/access/client/use-session.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'

/** Proves that the mail server works, before the first invitation depends on it. */
export function TestMail() {
  const { user } = useSession()
  const [pending, setPending] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  const send = async () => {
    setPending(true)
    try {
      const body = { mail: 'application-submitted', subject: '', opening: '', closing: '' } as const
      await call('POST /api/firm/test-mails', { body })
      setSent(`We’ve sent an example to ${user?.username ?? 'you'}. Check that it arrives.`)
    } catch (error) {
      setSent(detailOf(error))
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="mt-4">
      <Button
        size="small"
        tone="secondary"
        {...{ pending }}
        pendingLabel="Sending..."
        onClick={() => void send()}
      >
        Send a test email to me
      </Button>
      <p role="status" className="mt-2 wrap-anywhere text-ink-soft empty:hidden">
        {sent}
      </p>
    </div>
  )
}

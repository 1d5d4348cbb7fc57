import type { AnswerOf } from '#base/rules/api/contract.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import { MAX_PAGE_SIZE } from '#base/rules/api/list.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { applicationListsKey } from '#base/client/lists/application-lists-key.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { ApiError, detailOf } from '#base/client/lib/api.ts'
import { useUndo } from '#features/applications/client/use-undo.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import type { Selection } from './use-selection.ts'

/** The question whether to send, and whether to send again to clients notified within a day. */
type Asking = { again: false } | { again: true; why: string }

export type LeftOut = AnswerOf<'POST /api/admin/annual-reviews/notify'>['leftOut']

/** Notifies the selected clients after a preview; asks again if one was notified within a day. */
export function useNotification(selection: Selection) {
  const client = useQueryClient()
  const { sendsEmail } = useBranding()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [mail, setMail] = useState<EditedMail>()
  const [leftOut, setLeftOut] = useState<LeftOut>([])
  const undoOf = useUndo()
  const send = useMutation({
    mutationFn: (again: boolean) =>
      callIdempotent('POST /api/admin/annual-reviews/notify', {
        body: { applicationIds: [...selection.ids], ...(again && { again: true }), mail },
      }),
    onSuccess: (done) => {
      setAsking(null)
      setMail(undefined)
      setLeftOut(done.leftOut)
      selection.clear()
      toast({ ...sentText(done.notified, sendsEmail), ...undoOf(done) })
      void client.invalidateQueries({ queryKey: applicationListsKey })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.problem?.code === 'sent-recently') {
        setAsking({ again: true, why: error.detail })
        return
      }
      toast({ variant: 'destructive', title: 'Notification Failed', description: detailOf(error) })
    },
  })
  return {
    /** Asks whether to notify the selected clients. */
    ask: () => {
      const texts = whyNot(selection.ids.size)
      if (texts === null) setAsking({ again: false })
      else toast({ variant: 'destructive', ...texts })
    },
    send: (again: boolean) => send.mutate(again),
    cancel: () => {
      setAsking(null)
      setMail(undefined)
    },
    mail,
    setMail,
    asking,
    isPending: send.isPending,
    /** The selected clients that were not notified the last time, and why. */
    leftOut,
    forget: () => setLeftOut([]),
  }
}

function sentText(notified: number, sendsEmail: boolean) {
  if (notified === 0) return { title: 'No One Notified', description: 'No email was sent.' }
  const many = notified === 1 ? 'is' : 'are'
  return {
    title: 'Notifications Sent',
    description: sendsEmail
      ? `${notified} client${notified === 1 ? '' : 's'} ${many} emailed.`
      : `${notified} email${notified === 1 ? '' : 's'} recorded (this demo does not send email).`,
  }
}

/** Why the selection is too large (specification section 5, "Notify for annual review"). */
function whyNot(count: number): { title: string; description: string } | null {
  if (count === 0) {
    return { title: 'No Clients Selected', description: 'Please select at least one client to notify.' }
  }
  if (count <= MAX_PAGE_SIZE) return null
  return {
    title: 'Too Many Clients Selected',
    description: `Please select at most ${MAX_PAGE_SIZE} clients at a time.`,
  }
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_PAGE_SIZE } from '#domain/applications/review/list.ts'
import { useBranding } from '#client/shell/branding.tsx'
import { applicationListsKey } from '#client/lists/application-lists-key.ts'
import { act } from '#client/lib/act.ts'
import { ApiError, detailOf } from '#client/lib/api.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { Selection } from './use-selection.ts'

/** Writes to the clients who are ticked; where somebody was written to within a day it asks first. */
export function useNotification(selection: Selection) {
  const client = useQueryClient()
  const { sendsEmail } = useBranding()
  const [asking, setAsking] = useState<string | null>(null)
  const send = useMutation({
    mutationFn: (again: boolean) =>
      act('POST /api/admin/annual-reviews/notify', {
        body: { applicationIds: [...selection.ids], ...(again && { again: true }) },
      }),
    onSuccess: ({ notified }) => {
      setAsking(null)
      selection.clear()
      toast({
        title: 'Notifications Sent',
        description: sendsEmail
          ? `${notified} client${notified === 1 ? ' is' : 's are'} told by email.`
          : `${notified} email${notified === 1 ? ' was' : 's were'} written, but this system sends no email.`,
      })
      void client.invalidateQueries({ queryKey: applicationListsKey })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.problem?.code === 'sent-recently') setAsking(error.detail)
      else toast({ variant: 'destructive', title: 'Notification Failed', description: detailOf(error) })
    },
  })
  const notify = (again: boolean) => {
    const words = whyNot(selection.ids.size)
    if (words === null) send.mutate(again)
    else toast({ variant: 'destructive', ...words })
  }
  return {
    notify: () => notify(false),
    notifyAgain: () => notify(true),
    cancel: () => setAsking(null),
    /** What stands in the way until somebody says "again". */
    asking,
    isPending: send.isPending,
  }
}

/** Why so many cannot be written to at once (specification section 5, "Notify for annual review"). */
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

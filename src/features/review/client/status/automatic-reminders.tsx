import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { call, detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { reviewedQuery, timelineKey } from './use-status-change.ts'

/** Whether the client is reminded automatically of what waits for them, and the button that stops it. */
export function AutomaticReminders({ application }: { application: ReviewedApplication }) {
  const { id, automaticReminders: isOn } = application
  const client = useQueryClient()
  const may = useMay('reminders.set')
  const setting = useMutation({
    mutationFn: (on: boolean) =>
      call('PUT /api/admin/applications/{id}/automatic-reminders', { params: { id }, body: { on } }),
    onSuccess: (changed) => {
      client.setQueryData(reviewedQuery(id).queryKey, changed)
      void client.invalidateQueries({ queryKey: timelineKey(id) })
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Not changed', description: detailOf(error) })
    },
  })
  if (isOn === null) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
      <span>{isOn ? 'The client is reminded automatically.' : 'Automatic reminders are stopped.'}</span>
      {may ? (
        <Button
          tone="quiet"
          size="small"
          pending={setting.isPending}
          pendingLabel="Saving..."
          onClick={() => setting.mutate(!isOn)}
        >
          {isOn ? 'Stop reminders' : 'Start again'}
        </Button>
      ) : null}
    </p>
  )
}

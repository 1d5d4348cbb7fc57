import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { applicationQuery } from '#features/wizard/client/saving/use-application.ts'

/** Cancels what the client opened themselves. */
export function CancelOwn() {
  const client = useQueryClient()
  const cancelling = useMutation({
    mutationFn: () => call('DELETE /api/application/corrections'),
    onSuccess: () => client.invalidateQueries({ queryKey: applicationQuery.queryKey }),
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Not cancelled', description: detailOf(error) })
    },
  })
  return (
    <Button
      tone="quiet"
      size="small"
      className="-mt-4 mb-6 -ml-4"
      pending={cancelling.isPending}
      pendingLabel="Cancelling..."
      onClick={() => cancelling.mutate()}
    >
      Cancel
    </Button>
  )
}

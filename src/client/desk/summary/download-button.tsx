import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { addressOf } from '#client/lib/api.ts'
import { download } from '#client/lib/download.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { timelineKey } from '../status/use-status-change.ts'

/** Has the browser save everything of an application as one file, named with the application's id. */
export function DownloadButton({ id }: { id: string }) {
  const client = useQueryClient()
  const fetching = useMutation({
    mutationFn: () =>
      download(addressOf('/api/admin/applications/{id}/download', { id }), `application-${id}.zip`),
    onSuccess: () => client.invalidateQueries({ queryKey: timelineKey(id) }),
    onError: () => {
      toast({
        variant: 'destructive',
        title: 'Download Failed',
        description: 'Unable to download application documents.',
      })
    },
  })
  return (
    <Button
      tone="secondary"
      size="small"
      icon={<Download aria-hidden="true" className="size-4" />}
      pending={fetching.isPending}
      pendingLabel="Preparing..."
      onClick={() => fetching.mutate()}
    >
      Download All Documents
    </Button>
  )
}

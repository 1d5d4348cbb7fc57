import { useQueryClient } from '@tanstack/react-query'
import { DownloadButton } from '#features/documents/client/download-button.tsx'
import { addressOf } from '#base/client/lib/api.ts'
import { timelineKey } from '../status/use-status-change.ts'

/** Downloads all of an application as one file, named by its id. */
export function DownloadAll({ id }: { id: string }) {
  const client = useQueryClient()
  return (
    <DownloadButton
      from={addressOf('/api/admin/applications/{id}/download', { id })}
      name={`application-${id}.zip`}
      failure="Unable to download application documents."
      onSaved={() => client.invalidateQueries({ queryKey: timelineKey(id) })}
    >
      Download All Documents
    </DownloadButton>
  )
}

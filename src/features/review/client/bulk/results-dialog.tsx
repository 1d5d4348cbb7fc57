import { useQuery } from '@tanstack/react-query'
import type { BulkProgress, BulkResult } from '#features/review/api/bulk-acts.ts'
import { wasDone } from '#features/review/rules/bulk-acts.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { outcomeText } from './bulk-texts.ts'

/** The result of each application of a bulk action, those left out first. */
export function ResultsDialog({ progress, onClose }: { progress: BulkProgress; onClose: () => void }) {
  const { id } = progress
  const { data, error, refetch } = useQuery({
    ...queryFor('GET /api/admin/bulk-acts/{id}/results', { params: { id } }),
    staleTime: 0,
  })
  const rows = data?.toSorted((one, other) => Number(isDone(one)) - Number(isDone(other)))
  return (
    <Dialog
      open
      title="Results"
      onClose={onClose}
      footer={
        <Button tone="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {error ? (
        <LoadFailure title="This could not be loaded" onRetry={() => void refetch()}>
          {detailOf(error)}
        </LoadFailure>
      ) : null}
      {rows === undefined && !error ? <TableSkeleton label="Loading..." /> : null}
      <ul>
        {rows?.map(({ applicationId, name, outcome, notReady }) => (
          <li key={applicationId} className="grid gap-x-6 border-b border-hairline py-2 sm:grid-cols-2">
            <span className="font-semibold wrap-anywhere">{name ?? 'Not found'}</span>
            <div>
              <span>{outcomeText(progress, outcome)}</span>
              {notReady.length === 0 ? null : (
                <ul className="mt-1 list-disc pl-5 text-sm text-ink-soft">
                  {notReady.map((reason) => (
                    <li key={reason}>{reason}</li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function isDone({ outcome }: BulkResult): boolean {
  return outcome !== null && wasDone.has(outcome)
}

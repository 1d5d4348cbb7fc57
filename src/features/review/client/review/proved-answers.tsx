import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { labelOf } from '#features/applications/rules/wizard/labels.ts'
import { answerAt } from '#features/applications/rules/round/subjects.ts'
import { answerTextAt } from '#features/applications/rules/round/answer-text-at.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { call, detailOf } from '#base/client/lib/api.ts'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { reviewedQuery, timelineKey } from '../status/use-status-change.ts'

type Proof = ReviewedApplication['proofs'][number]
type ProvedAnswersProps = { application: ReviewedApplication; file: UploadedFile }

/** The answers that a document can prove, to be ticked beside it. A tick is cleared when its answer changes. */
export function ProvedAnswers({ application, file }: ProvedAnswersProps) {
  const mayTick = useMay('check.settle')
  const tick = useTick(application.id)
  const rows = application.proofs.filter(({ documentId }) => documentId === file.documentId)
  if (rows.length === 0) return null
  return (
    <fieldset className="mt-3 border border-hairline bg-surface px-4 py-2">
      <legend className="px-1 text-sm font-semibold">Tick what this document confirms</legend>
      <div className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
        {rows.map((row) => (
          <Checkbox
            key={row.path}
            name={`proof-${row.path}`}
            disabled={!mayTick || tick.isPending}
            checked={isTicked(row, tick.isPending ? tick.variables : undefined)}
            label={
              <span className="block min-w-0 wrap-anywhere">
                <span className="block text-sm text-ink-soft">{labelOf(row.path)}</span>
                <span className="block">{answerTextAt(row.path, answerAt(application, row.path))}</span>
                {row.proof === null ? null : (
                  <span className="block text-xs text-ink-soft">
                    {`${row.proof.byName}, ${formatDateTime(new Date(row.proof.at))}`}
                  </span>
                )}
              </span>
            }
            onChange={({ target }) => tick.mutate({ row, proved: target.checked })}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** A tick shows at once, while it is being saved. */
function isTicked(row: Proof, saving: { row: Proof; proved: boolean } | undefined): boolean {
  return saving?.row.path === row.path ? saving.proved : row.proof !== null
}

function useTick(id: string) {
  const client = useQueryClient()
  const { queryKey } = reviewedQuery(id)
  return useMutation({
    mutationFn: ({ row: { path, documentId, about }, proved }: { row: Proof; proved: boolean }) =>
      call('PUT /api/admin/applications/{id}/proofs', {
        params: { id },
        body: { path, documentId, about, proved },
      }),
    onSuccess: (application) => {
      client.setQueryData(queryKey, application)
      void client.invalidateQueries({ queryKey: timelineKey(id) })
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey })
      toast({ variant: 'destructive', title: 'The tick wasn’t saved', description: detailOf(error) })
    },
  })
}

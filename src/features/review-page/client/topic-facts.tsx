import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { agreementOf } from '#features/review/rules/agreement.ts'
import { answerTextAt } from '#features/applications/rules/round/answer-text-at.ts'
import { answerAt } from '#features/applications/rules/round/subjects.ts'
import { labelOf } from '#features/applications/rules/wizard/labels.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { call, detailOf } from '#base/client/lib/api.ts'
import { CheckBox } from '#base/client/ui/checkbox.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { CheckText } from '#features/review/client/checks/check-text.tsx'
import { reviewedQuery, timelineKey } from '#features/review/client/status/use-status-change.ts'
import { proofsOf, type Topic } from './topics.ts'
import type { ShownDocument } from './use-shown-document.ts'

export type Proof = ReviewedApplication['proofs'][number]

type TopicFactsProps = {
  application: ReviewedApplication
  topic: Topic
  shown: ShownDocument
  /** The answers to show without a document. */
  paths: readonly string[]
  tick: Tick
}

/** The answers that the document beside them confirms, each with a tick; without a document, the answers alone. */
export function TopicFacts({
  application,
  topic,
  shown: { document, isDisplayed },
  paths,
  tick,
}: TopicFactsProps) {
  const mayTick = useMay('check.settle')
  const hint = useId()
  const isOwn = document !== null && topic.documents.includes(document)
  const proofs = isOwn ? proofsOf(application, topic, document.file.documentId) : []
  if (proofs.length === 0) return <PlainFacts application={application} paths={paths} />
  return (
    <>
      <p id={hint} className="text-sm text-ink-soft">
        {`Tick what the document confirms: ${document?.label ?? ''}`}
      </p>
      <ul aria-describedby={hint} className="review-facts review-ticks">
        {proofs.map((row) => (
          <li key={row.path}>
            <label>
              <CheckBox
                name={`proof-${row.path}`}
                disabled={!mayTick || !isDisplayed || tick.isPending}
                checked={row.proof !== null || tick.saving.has(row.path)}
                onChange={({ target }) => tick.save([row], target.checked)}
              />
              <span className="review-label">{labelOf(row.path)}</span>
              <span className="min-w-0 grow">
                <Answer application={application} path={row.path} />
              </span>
            </label>
            {row.proof === null ? null : (
              <span className="sr-only">{`${row.proof.byName}, ${formatDateTime(new Date(row.proof.at))}`}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function PlainFacts({ application, paths }: Pick<TopicFactsProps, 'application' | 'paths'>) {
  const answered = paths.filter((path) => {
    const answer = answerAt(application, path)
    return answer !== null && answer !== undefined && answer !== ''
  })
  if (answered.length === 0) return null
  return (
    <dl className="review-facts">
      {answered.map((path) => (
        <div key={path}>
          <dt>{labelOf(path)}</dt>
          <dd>
            <Answer application={application} path={path} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** An answer, how it agrees with the others, and what is wrong with it. */
function Answer({ application, path }: Pick<TopicFactsProps, 'application'> & { path: string }): ReactNode {
  const checks = application.warnings.filter((check) => check.path === path)
  const agreement = checks.length > 0 ? null : agreementOf(application, path)
  return (
    <span className="min-w-0 grow wrap-anywhere">
      <span>{answerTextAt(path, answerAt(application, path))}</span>
      {agreement === null ? null : <span className="review-agreement">{agreement}</span>}
      {checks.map((check) => (
        <CheckText key={check.check} check={check} className="text-sm" />
      ))}
    </span>
  )
}

/** Ticks of answers by documents. */
export interface Tick {
  isPending: boolean
  /** The paths that are being ticked, which show at once. */
  saving: ReadonlySet<string>
  save: (rows: readonly Proof[], proved: boolean) => void
  /** @throws ApiError if one was not saved, after a toast */
  saveAll: (rows: readonly Proof[]) => Promise<ReviewedApplication | null>
}

export function useTick(id: string): Tick {
  const client = useQueryClient()
  const { queryKey } = reviewedQuery(id)
  const tick = useMutation({
    mutationFn: async ({ rows, proved }: { rows: readonly Proof[]; proved: boolean }) => {
      let latest: ReviewedApplication | null = null
      for (const { path, documentId, about } of rows) {
        // One after another: each answers the whole application.
        // oxlint-disable-next-line no-await-in-loop
        latest = await call('PUT /api/admin/applications/{id}/proofs', {
          params: { id },
          body: { path, documentId, about, proved },
        })
      }
      return latest
    },
    onSuccess: (application) => {
      if (application !== null) client.setQueryData(queryKey, application)
      void client.invalidateQueries({ queryKey: timelineKey(id) })
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey })
      toast({ variant: 'destructive', title: 'The tick wasn’t saved', description: detailOf(error) })
    },
  })
  const saving = tick.isPending && tick.variables.proved ? tick.variables.rows : []
  return {
    isPending: tick.isPending,
    saving: new Set(saving.map(({ path }) => path)),
    save: (rows, proved) => tick.mutate({ rows, proved }),
    saveAll: (rows) => tick.mutateAsync({ rows, proved: true }),
  }
}

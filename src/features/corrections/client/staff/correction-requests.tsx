import { useState } from 'react'
import type { Corrections, RoundView } from '#features/corrections/api.ts'
import { whyText } from '#features/applications/rules/round/reasons.ts'
import { isOverdue, roundStates } from '#features/applications/rules/round/rounds.ts'
import { subjectLabel } from '#features/applications/rules/round/subjects.ts'
import { formatDateTime, formatDay } from '#base/rules/time/dates.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import { Badge, type BadgeTone } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { ConfirmDialog } from '#base/client/ui/dialog.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { ReviewedItem } from './reviewed-item.tsx'
import { useCorrectionActs } from './use-corrections.ts'

const tones: Readonly<Partial<Record<RoundView['state'], BadgeTone>>> = {
  asked: 'info',
  answered: 'brass',
  accepted: 'success',
}

type CorrectionRequestsProps = {
  id: string
  corrections: Corrections | undefined
  className?: string
}

/** Correction requests and the client's answers, the latest first. */
export function CorrectionRequests({ id, corrections, className }: CorrectionRequestsProps) {
  if (corrections === undefined || corrections.rounds.length === 0) return null
  return (
    <Section level={3} title="Corrections" {...{ className }}>
      <div className="grid gap-8">
        {corrections.rounds.map((round) => (
          <CorrectionRequest key={round.id} {...{ id, round }} />
        ))}
      </div>
    </Section>
  )
}

function CorrectionRequest({ id, round }: Pick<CorrectionRequestsProps, 'id'> & { round: RoundView }) {
  const acts = useCorrectionActs(id)
  const may = useMay('correction.ask')
  const [withdrawing, setWithdrawing] = useState(false)
  const { number, state, openedByClient, askedAt, answeredAt, dueOn, reminders, items } = round
  const overdue = state === 'asked' && !openedByClient && dueOn !== null && isOverdue(dueOn, new Date())
  const facts = [
    askedAt && `${openedByClient ? 'Opened by the client' : 'Asked'} ${formatDateTime(new Date(askedAt))}`,
    state === 'asked' && !openedByClient && dueOn && `due ${formatDay(dueOn)}`,
    state === 'asked' && reminders > 0 && `reminded ${reminders === 1 ? 'once' : 'twice'}`,
    answeredAt && `returned ${formatDateTime(new Date(answeredAt))}`,
  ].filter(Boolean)
  return (
    <section aria-label={`Round ${number}`}>
      <div className="flex flex-wrap items-center gap-3">
        <h4 className="text-lg">{`Round ${number}`}</h4>
        <Badge tone={tones[state] ?? 'neutral'}>{roundStates[state]}</Badge>
        {overdue ? <Badge tone="warning">Overdue</Badge> : null}
        <span className="grow" />
        {state === 'asked' && may ? (
          <Button
            tone="secondary"
            size="small"
            pending={acts.withdraw.isPending}
            pendingLabel="Withdrawing..."
            onClick={() => setWithdrawing(true)}
          >
            Withdraw
          </Button>
        ) : null}
      </div>
      <p className="mt-1 text-sm text-ink-soft">{facts.join(', ')}</p>
      <ul className="mt-3 border-t border-hairline">
        {items.map((item) =>
          state === 'asked' ? (
            <li key={item.id} className="border-b border-hairline py-2.5">
              <span>
                {item.subject.kind === 'question' ? item.subject.question : subjectLabel(item.subject)}
              </span>
              <span className="block text-sm text-ink-soft wrap-anywhere">
                {whyText(item.reason, item.comment)}
              </span>
            </li>
          ) : (
            <ReviewedItem
              key={item.id}
              {...{ item }}
              onReview={state === 'answered' && may ? (judgement) => acts.judge.mutate(judgement) : undefined}
            />
          ),
        )}
      </ul>
      <ConfirmDialog
        open={withdrawing}
        title="Withdraw these requests?"
        description="We’ll tell the client that nothing more is needed. Changes they have already made stay."
        confirmLabel="Withdraw"
        cancelLabel="Keep waiting"
        pending={acts.withdraw.isPending}
        pendingLabel="Withdrawing..."
        onConfirm={() => {
          setWithdrawing(false)
          acts.withdraw.mutate(undefined)
        }}
        onCancel={() => setWithdrawing(false)}
        size="normal"
      >
        <MailPreview
          upcoming={{ call: 'POST /api/admin/applications/{id}/corrections/withdraw', params: { id } }}
        />
      </ConfirmDialog>
    </section>
  )
}

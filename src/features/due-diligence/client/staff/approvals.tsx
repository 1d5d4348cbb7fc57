import { useState } from 'react'
import { Link } from 'wouter'
import type { Approval } from '#features/approvals/api.ts'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import {
  approvalKinds,
  isAboutRating,
  withdrawalReasons,
  type ApprovalDecision,
} from '#features/approvals/rules/approvals.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { RadioGroup } from '#base/client/ui/radio-group.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { Declared } from './declared.tsx'
import { Factors } from './factors.tsx'
import { usePackActions } from './use-pack.ts'

/** Requests for a second person's approval. Who asked for one cannot decide it; the server checks who may. */
export function Approvals({ pack, userId }: { pack: ReviewedPack; userId: string }) {
  const { approvals } = pack
  const may = useMay('approval.decide')
  const [deciding, setDeciding] = useState<Approval | null>(null)
  if (approvals.length === 0) return null
  return (
    <div className="mt-6">
      <h4 className="font-semibold">Approvals</h4>
      <ul className="mt-2 grid gap-3">
        {approvals.map((approval) => (
          <li key={approval.id} className="flex flex-wrap items-start gap-x-4 gap-y-2">
            <span className="min-w-0 grow basis-60">
              <span className="block font-semibold">{approvalKinds[approval.kind]}</span>
              <span className="block text-sm text-ink-soft">{textOf(approval)}</span>
              {approval.askedWords ? (
                <span className="block text-sm">{`“${approval.askedWords}”`}</span>
              ) : null}
              {approval.words ? <span className="block text-sm">{`“${approval.words}”`}</span> : null}
            </span>
            {approval.state === 'open' && approval.askedBy !== userId && may ? (
              approval.hitId === null ? (
                <Button size="small" tone="secondary" onClick={() => setDeciding(approval)}>
                  Decide
                </Button>
              ) : (
                // The hit is shown there, feature by feature.
                <Link href="/admin/compliance?tab=hits" className="text-link py-2.5">
                  Decide in Compliance
                </Link>
              )
            ) : null}
          </li>
        ))}
      </ul>
      {deciding === null ? null : (
        <DecisionDialog pack={pack} approval={deciding} onClose={() => setDeciding(null)} />
      )}
    </div>
  )
}

function textOf(approval: Approval): string {
  const { state, askedByName, askedAt, withdrawnBecause, decidedByName, decidedAt, lapsesAt } = approval
  const asked = `Asked by ${askedByName} on ${formatDate(new Date(askedAt))}`
  if (state === 'open') return `${asked}. Lapses on ${formatDate(new Date(lapsesAt))}.`
  if (withdrawnBecause !== null && decidedAt !== null)
    return `${asked}. Withdrawn on ${formatDate(new Date(decidedAt))}: ${withdrawalReasons[withdrawnBecause]}.`
  if (state === 'lapsed' || decidedAt === null) return `${asked}. Lapsed without a decision.`
  return `${asked}. ${state === 'granted' ? 'Granted' : 'Refused'} by ${decidedByName} on ${formatDate(new Date(decidedAt))}.`
}

const decisions = [
  { value: 'granted', label: 'Grant' },
  { value: 'refused', label: 'Refuse' },
] as const satisfies { value: ApprovalDecision; label: string }[]

type DecisionDialogProps = { pack: ReviewedPack; approval: Approval; onClose: () => void }

function DecisionDialog({ pack, approval, onClose }: DecisionDialogProps) {
  const { decide } = usePackActions(pack.applicationId)
  const [decision, setDecision] = useState<ApprovalDecision | null>(null)
  const [words, setWords] = useState('')
  const [submitted, setSubmitted] = useState(false)
  return (
    <FormDialog
      size="normal"
      title={`Decide: ${approvalKinds[approval.kind]}`}
      description={textOf(approval)}
      submitLabel="Save decision"
      pending={decide.isPending}
      pendingLabel="Saving..."
      onSubmit={() => {
        setSubmitted(true)
        if (decision === null || words.trim() === '') return
        decide.mutate({ approvalId: approval.id, decision, words: words.trim() }, { onSuccess: onClose })
      }}
      onCancel={onClose}
    >
      {decide.error === null ? null : (
        <Notice tone="danger" live="alert">
          {detailOf(decide.error)}
        </Notice>
      )}
      {approval.askedWords ? <p>{`“${approval.askedWords}”`}</p> : null}
      {isAboutRating(approval.kind) ? <Grounds pack={pack} /> : null}
      <RadioGroup
        label="Decision"
        name="decision"
        options={decisions}
        value={decision}
        onValueChange={(value) => setDecision(decisions.find((one) => one.value === value)?.value ?? null)}
        error={submitted && decision === null ? 'Please choose a decision' : undefined}
      />
      <TextArea
        label="Reason"
        name="reason"
        rows={3}
        hint="Staff only, with your name. Clients never see it."
        value={words}
        onChange={({ target }) => setWords(target.value)}
        error={submitted && words.trim() === '' ? 'Please give a reason' : undefined}
      />
    </FormDialog>
  )
}

/** What a decision about a rating rests on: the source of funds and wealth, and what raises the risk. */
function Grounds({ pack: { applicationId, tasks, rating } }: { pack: ReviewedPack }) {
  const funds = tasks.find(({ task }) => task === 'funds')
  return (
    <>
      {funds === undefined ? null : (
        <div>
          <p className="font-semibold">Source of funds and wealth</p>
          <Declared applicationId={applicationId} task={funds} />
        </div>
      )}
      {rating?.current ? (
        <div>
          <p className="font-semibold">Risk rating</p>
          <Factors factors={rating.current.factors} />
        </div>
      ) : null}
    </>
  )
}

import { useState } from 'react'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import type { Hit } from '#features/screening/api/screening.ts'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { RadioGroup } from '#base/client/ui/radio-group.tsx'
import { Failed, OwnWords, personsOf } from './dialog-parts.tsx'
import { OtherHits } from './other-hits.tsx'
import { useHitActions, useScreeningOfHit } from './use-hits.ts'

const decisions = [
  { value: 'granted', label: 'Confirm' },
  { value: 'refused', label: 'Disagree: the hit is open again' },
]

/** Other hits of the same person with the same proposal by the same colleague. */
function useSameProposals(hit: Hit): Hit[] {
  const { id, subject, verdict, reason, decidedBy } = hit
  const screening = useScreeningOfHit(hit)
  return (screening?.hits ?? []).filter(
    (other) =>
      other.id !== id &&
      other.subject.id === subject.id &&
      other.state === 'waiting' &&
      other.approvalId !== null &&
      other.verdict === verdict &&
      other.reason === reason &&
      other.decidedBy === decidedBy,
  )
}

/** The second person's decision on what was proposed, for several hits of one person at once. */
export function SecondPersonDialog({ hit, onClose }: { hit: Hit; onClose: () => void }) {
  const { approvalId, verdict } = hit
  const { confirm } = useHitActions()
  const others = useSameProposals(hit)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [decision, setDecision] = useState<string | null>(null)
  const [words, setWords] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const [sent, setSent] = useState<readonly Hit[]>([])
  const submit = () => {
    setSubmitted(true)
    if (approvalId === null || decision === null || words.trim() === '') return
    const asked = [hit, ...others.filter(({ id }) => chosen.includes(id))]
    setSent(asked)
    const body = {
      ids: asked.flatMap((one) => one.approvalId ?? []),
      decision: decision === 'granted' ? ('granted' as const) : ('refused' as const),
      words: words.trim(),
    }
    confirm.mutate(body, {
      onSuccess: (results) => {
        if (results.every(({ decided }) => decided)) onClose()
      },
    })
  }
  return (
    <FormDialog
      size="normal"
      title={verdict === 'match' ? 'Confirm the match?' : 'Confirm that it is another person?'}
      description={personsOf(hit)}
      submitLabel="Save decision"
      pending={confirm.isPending}
      pendingLabel="Saving..."
      onSubmit={submit}
      onCancel={onClose}
    >
      <Failed error={confirm.error} />
      <NotDecided asked={sent} results={confirm.data} />
      <RadioGroup
        label="Decision"
        name="decision"
        options={decisions}
        value={decision}
        onValueChange={setDecision}
        data-autofocus=""
        error={submitted && decision === null ? 'Please choose a decision' : undefined}
      />
      <OwnWords value={words} onChange={setWords} isChecked={submitted} />
      <OtherHits
        {...{ others, chosen }}
        onChange={setChosen}
        hint="Your colleague proposes the same. Tick those that you decide in the same way."
      />
    </FormDialog>
  )
}

type NotDecidedProps = { asked: readonly Hit[]; results: AnswerOf<'PUT /api/admin/approvals'> | undefined }

/** The hits that were not decided, each with the reason. */
function NotDecided({ asked, results }: NotDecidedProps) {
  const failed = (results ?? []).filter(({ decided }) => !decided)
  if (failed.length === 0) return null
  const nameOf = (id: string) =>
    asked.find(({ approvalId }) => approvalId === id)?.entry.names[0]?.name ?? 'A hit'
  return (
    <Notice
      tone="danger"
      live="alert"
      title={failed.length === 1 ? 'One hit was not decided' : `${failed.length} hits were not decided`}
    >
      <ul className="list-disc pl-5">
        {failed.map(({ id, detail }) => (
          <li key={id}>{`${nameOf(id)}: ${detail ?? 'Please try again.'}`}</li>
        ))}
      </ul>
    </Notice>
  )
}

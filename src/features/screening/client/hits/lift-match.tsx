import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Hit } from '#features/screening/api/screening.ts'
import { liftReasonNames, liftReasons, type LiftReason } from '#features/approvals/rules/approvals.ts'
import { notFoundReasons } from '#features/screening/rules/hits.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { RadioGroup } from '#base/client/ui/radio-group.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { Failed, OwnWords, personsOf } from './dialog-parts.tsx'
import { staffScreeningQuery, useHitActions } from './use-hits.ts'

/** A confirmed match: whether it is still found, and how two people lift it. Nothing for other hits. */
export function LiftMatch({ hit }: { hit: Hit }) {
  const { user } = useSession()
  const may = useMay('compliance.work')
  const [dialog, setDialog] = useState<'ask' | 'decide' | null>(null)
  const { state, lift, notFoundBecause } = hit
  if (state !== 'match') return null
  const isAsked = lift !== null && new Date(lift.lapsesAt) > new Date()
  const isOwn = isAsked && lift.askedBy === user?.id
  const close = () => setDialog(null)
  return (
    <div className="w-full">
      {notFoundBecause === null ? null : (
        <p className="text-sm">{`Match no longer found: ${notFoundReasons[notFoundBecause]}. It counts until two people lift it.`}</p>
      )}
      {isAsked ? (
        <Notice
          className="mt-2"
          title={isOwn ? 'Waits for a second person' : 'You can decide as second person'}
        >
          {`${lift.askedByName} proposes to lift the match: ${liftReasons[lift.reason]}. “${lift.words}” Lapses on ${formatDate(new Date(lift.lapsesAt))}.`}
        </Notice>
      ) : null}
      {!may || isOwn ? null : (
        <Button
          size="small"
          tone="secondary"
          className="mt-2"
          onClick={() => setDialog(isAsked ? 'decide' : 'ask')}
        >
          {isAsked ? 'Decide as second person' : 'Lift the match'}
        </Button>
      )}
      {dialog === 'ask' ? <AskDialog hit={hit} onClose={close} /> : null}
      {dialog === 'decide' ? <DecideDialog hit={hit} onClose={close} /> : null}
    </div>
  )
}

/** The confirmed matches of a member of staff. */
export function StaffMatches({ staffId }: { staffId: string }) {
  const hits = useQuery(staffScreeningQuery(staffId)).data?.hits ?? []
  return hits.map((hit) => <LiftMatch key={hit.id} hit={hit} />)
}

type DialogProps = { hit: Hit; onClose: () => void }

const reasonOptions = liftReasonNames.map((value) => ({ value, label: liftReasons[value] }))

function AskDialog({ hit, onClose }: DialogProps) {
  const { lift } = useHitActions()
  const [reason, setReason] = useState<LiftReason | null>(null)
  const [delistedOn, setDelistedOn] = useState('')
  const [reference, setReference] = useState('')
  const [words, setWords] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const isDelisted = reason === 'delisted'
  const submit = () => {
    setSubmitted(true)
    const isIncomplete = isDelisted && (delistedOn === '' || reference.trim() === '')
    if (reason === null || words.trim() === '' || isIncomplete) return
    const body = {
      reason,
      words: words.trim(),
      ...(isDelisted && { delistedOn, reference: reference.trim() }),
    }
    lift.mutate({ id: hit.id, body }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      size="normal"
      title="Lift the match"
      description={`${personsOf(hit)} A second person has to confirm it. The match counts until then.`}
      submitLabel="Ask a second person"
      pending={lift.isPending}
      pendingLabel="Saving..."
      onSubmit={submit}
      onCancel={onClose}
    >
      <Failed error={lift.error} />
      <RadioGroup
        label="Reason"
        name="reason"
        options={reasonOptions}
        value={reason}
        onValueChange={(value) => setReason(liftReasonNames.find((name) => name === value) ?? null)}
        data-autofocus=""
        error={submitted && reason === null ? 'Please choose a reason' : undefined}
      />
      {isDelisted ? (
        <>
          <TextInput
            label="Removed on"
            name="delistedOn"
            type="date"
            width="medium"
            value={delistedOn}
            onChange={({ target }) => setDelistedOn(target.value)}
            error={submitted && delistedOn === '' ? 'Please enter the day' : undefined}
          />
          <TextInput
            label="Reference"
            name="reference"
            hint="Where it was published, such as SC/16200."
            maxLength={100}
            value={reference}
            onChange={({ target }) => setReference(target.value)}
            error={submitted && reference.trim() === '' ? 'Please enter the reference' : undefined}
          />
        </>
      ) : null}
      <OwnWords value={words} onChange={setWords} isChecked={submitted} />
    </FormDialog>
  )
}

const decisions = [
  { value: 'granted', label: 'Lift the match' },
  { value: 'refused', label: 'Keep the match' },
] as const

function DecideDialog({ hit, onClose }: DialogProps) {
  const { confirm } = useHitActions()
  const [decision, setDecision] = useState<'granted' | 'refused' | null>(null)
  const [words, setWords] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const { approvalId, lift } = hit
  const submit = () => {
    setSubmitted(true)
    if (approvalId === null || decision === null || words.trim() === '') return
    confirm.mutate(
      { ids: [approvalId], decision, words: words.trim() },
      { onSuccess: (results) => (results.every(({ decided }) => decided) ? onClose() : undefined) },
    )
  }
  const failed = confirm.data?.find(({ decided }) => !decided)
  return (
    <FormDialog
      size="normal"
      title="Lift the match?"
      description={`${personsOf(hit)}${lift === null ? '' : ` ${liftReasons[lift.reason]}. “${lift.words}”`}`}
      submitLabel="Save decision"
      pending={confirm.isPending}
      pendingLabel="Saving..."
      onSubmit={submit}
      onCancel={onClose}
    >
      <Failed error={confirm.error} />
      {failed === undefined ? null : (
        <Notice tone="danger" live="alert">
          {failed.detail ?? 'Please try again.'}
        </Notice>
      )}
      <RadioGroup
        label="Decision"
        name="decision"
        options={decisions}
        value={decision}
        onValueChange={(value) => setDecision(decisions.find((one) => one.value === value)?.value ?? null)}
        data-autofocus=""
        error={submitted && decision === null ? 'Please choose a decision' : undefined}
      />
      <OwnWords value={words} onChange={setWords} isChecked={submitted} />
    </FormDialog>
  )
}

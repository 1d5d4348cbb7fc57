import { useState } from 'react'
import type { Hold } from '#features/due-diligence/api/retention-holds.ts'
import {
  holdProblem,
  holdReasonNames,
  holdReasons,
  type HoldReason,
} from '#features/due-diligence/rules/retention-holds.ts'
import { dayOf, formatDate, formatDay } from '#base/rules/time/dates.ts'
import { Allowed, useMay } from '#features/access/client/use-may.tsx'
import { detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { RadioGroup } from '#base/client/ui/radio-group.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { usePackActions } from './use-pack.ts'

/** How long the client's records are kept, for admins: holds delay the erasure at the end of the retention. */
export function RetentionHolds({ applicationId, holds }: { applicationId: string; holds: readonly Hold[] }) {
  const may = useMay('inspector-file.download')
  const [isHolding, setIsHolding] = useState(false)
  const [lifting, setLifting] = useState<Hold | null>(null)
  if (!may) return null
  const until = holds
    .filter((one) => one.holds)
    .map((one) => one.until)
    .toSorted()
    .at(-1)
  return (
    <div className="mt-6">
      <h4 className="font-semibold">Records</h4>
      <p className="mt-1 text-sm text-ink-soft">
        <span>
          {until === undefined
            ? 'Erased five years after the relationship ends (FICA, section 23). '
            : `Held until ${formatDay(until)}, even if the five years after the relationship end earlier. `}
        </span>
        <span>Managers and clients don’t see holds.</span>
      </p>
      <ul className="mt-2 grid gap-3">
        {holds.map((hold) => (
          <li key={hold.id} className="flex flex-wrap items-start gap-x-4 gap-y-2">
            <span className="min-w-0 grow basis-60">
              <span className="block font-semibold">{holdReasons[hold.why]}</span>
              <span className="block text-sm text-ink-soft">{textOf(hold)}</span>
              {hold.words === null ? null : <span className="block text-sm">{`“${hold.words}”`}</span>}
              {hold.liftedWords === null ? null : (
                <span className="block text-sm">{`“${hold.liftedWords}”`}</span>
              )}
            </span>
            {hold.holds ? (
              <Allowed to="retention.hold">
                <Button size="small" tone="quiet" onClick={() => setLifting(hold)}>
                  Lift
                </Button>
              </Allowed>
            ) : null}
          </li>
        ))}
      </ul>
      <Allowed to="retention.hold">
        <Button size="small" tone="secondary" className="mt-3" onClick={() => setIsHolding(true)}>
          Hold records
        </Button>
      </Allowed>
      {isHolding ? <HoldDialog {...{ applicationId }} onClose={() => setIsHolding(false)} /> : null}
      {lifting === null ? null : (
        <LiftDialog {...{ applicationId }} hold={lifting} onClose={() => setLifting(null)} />
      )}
    </div>
  )
}

function textOf({ until, heldByName, heldAt, liftedByName, liftedAt }: Hold): string {
  const held = `Until ${formatDay(until)}. Held by ${heldByName} on ${formatDate(new Date(heldAt))}.`
  if (liftedAt === null) return held
  return `${held} Lifted by ${liftedByName ?? ''} on ${formatDate(new Date(liftedAt))}.`
}

type DialogProps = { applicationId: string; onClose: () => void }

const reasons = holdReasonNames.map((value) => ({ value, label: holdReasons[value] }))

function HoldDialog({ applicationId, onClose }: DialogProps) {
  const { hold } = usePackActions(applicationId)
  const [why, setWhy] = useState<HoldReason | null>(null)
  const [until, setUntil] = useState('')
  const [words, setWords] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const dayProblem = until === '' ? 'Please choose the last day' : holdProblem(until, dayOf(new Date()))
  return (
    <FormDialog
      size="normal"
      title="Hold records"
      description="The client’s records are not erased before this day, even if the five years after the relationship end earlier."
      submitLabel="Hold records"
      pending={hold.isPending}
      pendingLabel="Saving..."
      onSubmit={() => {
        setSubmitted(true)
        if (why === null || dayProblem !== null || words.trim() === '') return
        hold.mutate({ why, until, words: words.trim() }, { onSuccess: onClose })
      }}
      onCancel={onClose}
    >
      <Failure error={hold.error} />
      <RadioGroup
        label="Why"
        name="why"
        options={reasons}
        value={why}
        onValueChange={(value) => setWhy(holdReasonNames.find((one) => one === value) ?? null)}
        error={submitted && why === null ? 'Please choose a reason' : undefined}
      />
      <TextInput
        label="Last day"
        name="until"
        type="date"
        width="medium"
        value={until}
        onChange={({ target }) => setUntil(target.value)}
        error={submitted && dayProblem !== null ? dayProblem : undefined}
      />
      <Reason {...{ words, setWords, submitted }} />
    </FormDialog>
  )
}

function LiftDialog({ applicationId, hold, onClose }: DialogProps & { hold: Hold }) {
  const { lift } = usePackActions(applicationId)
  const [words, setWords] = useState('')
  const [submitted, setSubmitted] = useState(false)
  return (
    <FormDialog
      size="normal"
      title="Lift the hold"
      description={`${holdReasons[hold.why]}. ${textOf(hold)} Once it is lifted, the records are erased when their retention ends.${hold.ofMatch ? ' A second person has to confirm it.' : ''}`}
      submitLabel={hold.ofMatch ? 'Ask a second person' : 'Lift the hold'}
      pending={lift.isPending}
      pendingLabel="Saving..."
      onSubmit={() => {
        setSubmitted(true)
        if (words.trim() === '') return
        lift.mutate({ holdId: hold.id, words: words.trim(), ofMatch: hold.ofMatch }, { onSuccess: onClose })
      }}
      onCancel={onClose}
    >
      <Failure error={lift.error} />
      <Reason {...{ words, setWords, submitted }} />
    </FormDialog>
  )
}

function Failure({ error }: { error: Error | null }) {
  if (error === null) return null
  return (
    <Notice tone="danger" live="alert">
      {detailOf(error)}
    </Notice>
  )
}

type ReasonProps = { words: string; setWords: (words: string) => void; submitted: boolean }

function Reason({ words, setWords, submitted }: ReasonProps) {
  return (
    <TextArea
      label="Reason"
      name="reason"
      rows={3}
      hint="Admins only, with your name. Clients and managers never see it."
      value={words}
      onChange={({ target }) => setWords(target.value)}
      error={submitted && words.trim() === '' ? 'Please give a reason' : undefined}
    />
  )
}

import { useState } from 'react'
import type { Hit } from '#features/screening/api/screening.ts'
import {
  clearingReasonNames,
  clearingReasons,
  needsSecondPerson,
  type HitVerdict,
} from '#features/screening/rules/hits.ts'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { RadioGroup } from '#base/client/ui/radio-group.tsx'
import { Failed, OwnWords, personsOf } from './dialog-parts.tsx'
import { OtherHits } from './other-hits.tsx'
import { useHitActions, useScreeningOfHit } from './use-hits.ts'

const reasonOptions = clearingReasonNames.map((value) => ({ value, label: clearingReasons[value] }))

function titleOf({ subject }: Hit, verdict: HitVerdict): string {
  const who = subject.role === 'client' ? 'the client' : 'this person'
  return verdict === 'match' ? `Match: ${who} is the listed person` : `No match: ${who} is another person`
}

/** A decision on a hit, with its reason. */
export function VerdictDialog({
  hit,
  verdict,
  onClose,
}: {
  hit: Hit
  verdict: HitVerdict
  onClose: (decided: boolean) => void
}) {
  const { decide } = useHitActions()
  const screening = useScreeningOfHit(hit)
  const others = (screening?.hits ?? []).filter(
    ({ id, subject, state }) => id !== hit.id && subject.id === hit.subject.id && state === 'open',
  )
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [reason, setReason] = useState<string | null>(null)
  const [words, setWords] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const isMatch = verdict === 'match'
  const submit = () => {
    setSubmitted(true)
    const known = clearingReasonNames.find((name) => name === reason)
    if (words.trim() === '' || (!isMatch && known === undefined)) return
    const decided = [hit, ...others.filter(({ id }) => chosen.includes(id))]
    const body = {
      ids: decided.map(({ id }) => id),
      versions: decided.map(({ version }) => version),
      verdict,
      words: words.trim(),
      ...(isMatch || known === undefined ? {} : { reason: known }),
    }
    decide.mutate(body, { onSuccess: () => onClose(true) })
  }
  const isStrong = hit.strong || others.some(({ id, strong }) => strong && chosen.includes(id))
  return (
    <FormDialog
      size="normal"
      title={titleOf(hit, verdict)}
      description={`${personsOf(hit)}${needsSecondPerson(verdict, { strong: isStrong }) ? ' A second person has to confirm this decision.' : ''}`}
      submitLabel={isMatch ? 'Save match' : 'Save no match'}
      pending={decide.isPending}
      pendingLabel="Saving..."
      onSubmit={submit}
      onCancel={() => onClose(false)}
    >
      <Failed error={decide.error} />
      {isMatch ? null : (
        <RadioGroup
          label="Reason"
          name="reason"
          options={reasonOptions}
          value={reason}
          onValueChange={setReason}
          data-autofocus=""
          error={submitted && reason === null ? 'Please choose why it is another person' : undefined}
        />
      )}
      <OwnWords value={words} onChange={setWords} isChecked={submitted} isFirst={isMatch} />
      <OtherHits {...{ others, chosen }} onChange={setChosen} />
    </FormDialog>
  )
}

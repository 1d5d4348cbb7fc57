import { useState } from 'react'
import type { Hit } from '#domain/api/screening.ts'
import {
  clearingReasonNames,
  clearingReasons,
  needsSecondPerson,
  type HitVerdict,
} from '#domain/screening/hits.ts'
import { formatDay } from '#domain/time/dates.ts'
import { detailOf } from '#client/shared/lib/api.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RadioGroup } from '#client/ui/radio-group.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { OtherHits } from './other-hits.tsx'
import { useHitActions, useScreeningOfHit } from './use-hits.ts'

const reasonOptions = clearingReasonNames.map((value) => ({ value, label: clearingReasons[value] }))

function Failed({ error }: { error: unknown }) {
  if (error === null) return null
  return (
    <Notice tone="danger" live="alert">
      {detailOf(error)}
    </Notice>
  )
}

type OwnWordsProps = {
  value: string
  onChange: (value: string) => void
  isChecked: boolean
  /** The first field of its dialog. */
  isFirst?: boolean
}

/** Ctrl+Enter (on a Mac, Command+Enter) saves. */
function OwnWords({ value, onChange, isChecked, isFirst = false }: OwnWordsProps) {
  return (
    <TextArea
      label="In your words"
      name="words"
      rows={3}
      hint="For compliance only, with your name. Clients and wealth managers never see it."
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
      data-autofocus={isFirst ? '' : undefined}
      error={isChecked && value.trim() === '' ? 'Please enter a reason' : undefined}
    />
  )
}

/** Both persons of a hit in one sentence. */
function personsOf({ subject, entry, mine, listed }: Hit): string {
  const person = (name: string, births: readonly string[]) =>
    `${name}${births[0] === undefined ? '' : ` (born ${births[0]})`}`
  const born = subject.births.map((day) => formatDay(day))
  return `${person(subject.names[0] ?? mine, born)} and the listed ${person(entry.names[0]?.name ?? listed, entry.births)}.`
}

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
    const body = {
      ids: [hit.id, ...others.map(({ id }) => id).filter((id) => chosen.includes(id))],
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

const decisions = [
  { value: 'granted', label: 'Confirm' },
  { value: 'refused', label: 'Disagree: the hit is open again' },
]

/** The second person's decision on what was proposed. */
export function SecondPersonDialog({
  hit: { approvalId, verdict },
  onClose,
}: {
  hit: Hit
  onClose: () => void
}) {
  const { confirm } = useHitActions()
  const [decision, setDecision] = useState<string | null>(null)
  const [words, setWords] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const submit = () => {
    setSubmitted(true)
    if (approvalId === null || decision === null || words.trim() === '') return
    const body = {
      approvalId,
      decision: decision === 'granted' ? ('granted' as const) : ('refused' as const),
      words: words.trim(),
    }
    confirm.mutate(body, { onSuccess: onClose })
  }
  return (
    <FormDialog
      size="normal"
      title={verdict === 'match' ? 'Confirm the match?' : 'Confirm that it is another person?'}
      submitLabel="Save decision"
      pending={confirm.isPending}
      pendingLabel="Saving..."
      onSubmit={submit}
      onCancel={onClose}
    >
      <Failed error={confirm.error} />
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
    </FormDialog>
  )
}

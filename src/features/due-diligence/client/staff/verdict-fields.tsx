import type { ReviewedPackTask } from '#features/due-diligence/api/due-diligence.ts'
import {
  COMMENT_MISSING,
  correctionReasonNames,
  correctionReasons,
  lacksComment,
  type CorrectionReason,
} from '#features/applications/rules/round/reasons.ts'
import type { PlausibilityCode } from '#features/due-diligence/rules/plausibility.ts'
import {
  FIRMS_OFFICE,
  verificationMethodNames,
  verificationMethods,
  type VerificationMethod,
} from '#features/due-diligence/rules/tasks.ts'
import { centsToRand } from '#base/rules/money/rand.ts'
import { parseRand } from '#base/rules/money/reading.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import { RadioGroup } from '#base/client/ui/radio-group.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'

const verdicts = [
  { value: 'accepted', label: 'Accept' },
  { value: 'again', label: 'Send back to the client' },
] as const

interface Given {
  verdict: 'accepted' | 'again' | null
  method: VerificationMethod | ''
  reason: CorrectionReason | ''
  /** A note for staff, or a comment for the client. */
  text: string
  seen: readonly PlausibilityCode[]
  /** Amounts as text, by document. */
  amounts: Readonly<Record<string, string>>
  /** Where and when an original was seen. */
  original: { where: string; on: string }
}

export const NOTHING_GIVEN: Given = {
  verdict: null,
  method: '',
  reason: '',
  text: '',
  seen: [],
  amounts: {},
  original: { where: FIRMS_OFFICE, on: '' },
}

/** What a decision lacks, by field. */
export function problemsOf(
  { verdict, method, reason, text, seen }: Given,
  implausible: ReviewedPackTask['implausible'],
) {
  const accepts = verdict === 'accepted'
  const noted = implausible.filter(({ note }) => note !== 'none')
  const note =
    method === 'other'
      ? 'Please say how it was verified'
      : noted.length > 0
        ? 'Please write a note about what was found'
        : undefined
  return {
    verdict: verdict === null ? 'Please choose a decision' : undefined,
    method: accepts && method === '' ? 'Please choose how it was verified' : undefined,
    seen:
      accepts && noted.some(({ code }) => !seen.includes(code))
        ? 'Please look at this, and tick it'
        : undefined,
    note: accepts && text.trim() === '' ? note : undefined,
    reason: verdict === 'again' && reason === '' ? 'Please choose a reason' : undefined,
    comment: verdict === 'again' && lacksComment(reason || null, text) ? COMMENT_MISSING : undefined,
  }
}

/** A decision as the server takes it. */
export function bodyOf(
  { verdict, method, reason, text, seen, amounts, original: { where, on } }: Given,
  { papers, evidence }: ReviewedPackTask,
) {
  const given = text.trim() === '' ? undefined : text.trim()
  if (verdict !== 'accepted')
    return { verdict: 'again' as const, reason: reason || undefined, comment: given }
  const files = papers.flatMap(({ files: of }) => of.map(({ documentId }) => documentId))
  return {
    verdict: 'accepted' as const,
    method: method || undefined,
    documentIds: [...new Set([...files, ...evidence.map(({ documentId }) => documentId)])],
    note: given,
    original:
      method === 'original-seen'
        ? { where: where.trim() || FIRMS_OFFICE, on: on || dayOf(new Date()) }
        : undefined,
    seen: [...seen],
    amounts: evidence.flatMap(({ documentId }) => {
      const cents = parseRand(amounts[documentId] ?? '')
      return cents === null ? [] : [{ documentId, amount: centsToRand(cents) }]
    }),
  }
}

type VerdictFieldsProps = {
  given: Given
  task: ReviewedPackTask
  onChange: (changed: Partial<Given>) => void
  problems: Partial<ReturnType<typeof problemsOf>>
}

/** What staff decide on a task. */
export function VerdictFields({ given, task, onChange, problems }: VerdictFieldsProps) {
  const { verdict, method, reason, text } = given
  const isNoted = task.implausible.some(({ note }) => note !== 'none')
  return (
    <>
      <RadioGroup
        label="Verdict"
        name="verdict"
        options={verdicts}
        value={verdict}
        onValueChange={(value) =>
          onChange({ verdict: verdicts.find((one) => one.value === value)?.value ?? null })
        }
        error={problems.verdict}
      />
      {verdict === 'accepted' ? (
        <Select
          label="How was it verified?"
          name="method"
          value={method}
          onChange={({ target }) => onChange({ method: target.value as VerificationMethod | '' })}
          options={verificationMethodNames.map((value) => ({ value, label: verificationMethods[value] }))}
          error={problems.method}
        />
      ) : null}
      {verdict === 'accepted' && method === 'original-seen' ? (
        <Original {...given} onChange={onChange} />
      ) : null}
      {verdict === 'accepted' ? <Seen {...{ given, task, onChange, problems }} /> : null}
      {verdict === 'again' ? (
        <Select
          label="Reason"
          name="reason"
          hint="The client reads this."
          value={reason}
          onChange={({ target }) => onChange({ reason: target.value as CorrectionReason | '' })}
          options={correctionReasonNames.map((value) => ({ value, label: correctionReasons[value] }))}
          error={problems.reason}
        />
      ) : null}
      {verdict === null ? null : (
        <TextArea
          label={verdict === 'accepted' ? 'Note' : 'Comment for the client'}
          name="text"
          rows={2}
          optional={verdict === 'accepted' ? method !== 'other' && !isNoted : reason !== 'other'}
          hint={verdict === 'accepted' ? 'Staff only. Clients never see it.' : undefined}
          value={text}
          onChange={({ target }) => onChange({ text: target.value })}
          error={problems.note ?? problems.comment}
        />
      )}
    </>
  )
}

/** Where and when an original was seen. */
function Original({ original, onChange }: Pick<Given, 'original'> & Pick<VerdictFieldsProps, 'onChange'>) {
  return (
    <>
      <TextInput
        label="Where was it seen?"
        name="original.where"
        value={original.where}
        onChange={({ target }) => onChange({ original: { ...original, where: target.value } })}
      />
      <TextInput
        type="date"
        width="medium"
        label="When was it seen?"
        name="original.on"
        value={original.on || dayOf(new Date())}
        onChange={({ target }) => onChange({ original: { ...original, on: target.value } })}
      />
    </>
  )
}

/** What was read on documents, and what is implausible: each is ticked as seen. */
function Seen({ given: { seen, amounts }, task, onChange, problems }: VerdictFieldsProps) {
  return (
    <>
      {task.evidence.flatMap(({ documentId, label, name, of }) =>
        of.length === 0 ? (
          []
        ) : (
          <TextInput
            key={documentId}
            width="short"
            inputMode="decimal"
            label={`Amount in rand on: ${label}`}
            hint={name}
            name={`amounts.${documentId}`}
            value={amounts[documentId] ?? ''}
            onChange={({ target }) => onChange({ amounts: { ...amounts, [documentId]: target.value } })}
          />
        ),
      )}
      {task.implausible.map(({ code, text, note }) => (
        <Checkbox
          key={`${code} ${text}`}
          label={note === 'admin' ? `${text} This is a person.` : `Seen: ${text}`}
          hint={note === 'none' ? undefined : 'Needs a note.'}
          name={`seen.${code}`}
          checked={seen.includes(code)}
          error={note === 'none' || seen.includes(code) ? undefined : problems.seen}
          onChange={({ target }) =>
            onChange({ seen: target.checked ? [...seen, code] : seen.filter((one) => one !== code) })
          }
        />
      ))}
    </>
  )
}

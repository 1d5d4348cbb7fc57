import { useState } from 'react'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import { riskLevelNames, riskLevels, type RiskLevel } from '#features/due-diligence/rules/rating/levels.ts'
import { MAX_NOTED_POINTS } from '#features/due-diligence/rules/rating/model.ts'
import { errorItemsOf } from '#features/due-diligence/client/pack/use-field-errors.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { RadioGroup } from '#base/client/ui/radio-group.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { Factors } from './factors.tsx'
import { usePackActions, type RatingBody } from './use-pack.ts'

type Rating = NonNullable<ReviewedPack['rating']>
type RatingDialogProps = { applicationId: string; rating: Rating; onClose: () => void }

interface Given {
  higherRisk: 'yes' | 'no' | null
  higherRiskReason: string
  points: string
  noted: string
  level: RiskLevel | ''
  reason: string
}

const NOTHING_GIVEN: Given = {
  higherRisk: null,
  higherRiskReason: '',
  points: '',
  noted: '',
  level: '',
  reason: '',
}

/** Rates a client: what the model says, and what staff add to it. */
export function RatingDialog({ applicationId, rating, onClose }: RatingDialogProps) {
  const { rate } = usePackActions(applicationId)
  const [given, setGiven] = useState(NOTHING_GIVEN)
  const [submitted, setSubmitted] = useState(false)
  const { now, modelVersion, needsHigherRisk } = rating
  const own = submitted ? problemsOf(given, needsHigherRisk) : {}
  const refused = errorItemsOf(rate.error)
  const errorAt = (path: string) => refused.find(({ fieldId }) => fieldId === path)?.message
  const submit = () => {
    setSubmitted(true)
    if (Object.values(problemsOf(given, needsHigherRisk)).some(Boolean)) return
    rate.mutate(bodyOf(given, rating), { onSuccess: onClose })
  }
  return (
    <FormDialog
      size="normal"
      title="Rate the risk"
      description={`Version ${modelVersion} of the model says ${riskLevels[now.computed]}, with ${now.points} points.`}
      submitLabel="Save rating"
      pending={rate.isPending}
      pendingLabel="Saving..."
      onSubmit={submit}
      onCancel={onClose}
    >
      {rate.error === null || refused.length > 0 ? null : (
        <Notice tone="danger" live="alert">
          {detailOf(rate.error)}
        </Notice>
      )}
      <div>
        <Factors factors={now.factors} />
      </div>
      <Judgement
        given={given}
        needsHigherRisk={needsHigherRisk}
        onChange={(changed) => setGiven({ ...given, ...changed })}
        problems={{
          ...own,
          higherRisk: own.higherRisk ?? errorAt('higherRisk'),
          level: errorAt('byHand.level'),
        }}
      />
    </FormDialog>
  )
}

type Problems = Partial<Record<keyof Given, string | undefined>>

function problemsOf(given: Given, needsHigherRisk: boolean): Problems {
  const reason = 'Please enter a reason'
  const isPoints = /^\d{1,2}$/u.test(given.points) && Number(given.points) <= MAX_NOTED_POINTS
  const isNoted = given.points !== '' || given.noted.trim() !== ''
  return {
    higherRisk:
      needsHigherRisk && given.higherRisk === null
        ? 'Please say whether this relationship is a higher risk'
        : undefined,
    higherRiskReason: given.higherRisk !== null && given.higherRiskReason.trim() === '' ? reason : undefined,
    points: isNoted && !isPoints ? `Please enter a whole number from 0 to ${MAX_NOTED_POINTS}` : undefined,
    noted: isNoted && given.noted.trim() === '' ? 'Please say what was noted' : undefined,
    reason: given.level !== '' && given.reason.trim() === '' ? reason : undefined,
  }
}

function bodyOf(given: Given, { modelVersion, needsHigherRisk }: Rating): RatingBody {
  const { higherRisk, higherRiskReason, points, noted, level, reason } = given
  return {
    expectedModel: modelVersion,
    ...(needsHigherRisk && {
      higherRisk: { yes: higherRisk === 'yes', reason: higherRiskReason.trim() },
    }),
    ...(points !== '' && { noted: { points: Number(points), text: noted.trim() } }),
    ...(level !== '' && { byHand: { level, reason: reason.trim() } }),
  }
}

type JudgementProps = {
  given: Given
  needsHigherRisk: boolean
  onChange: (changed: Partial<Given>) => void
  problems: Problems
}

function Judgement({ given, needsHigherRisk, onChange, problems }: JudgementProps) {
  return (
    <>
      {needsHigherRisk ? (
        <>
          <RadioGroup
            label="Is this relationship a higher risk?"
            name="higher-risk"
            layout="pair"
            hint="Yes needs a senior manager (FICA, section 21G), No a second person."
            options={[
              { value: 'yes', label: 'Yes' },
              { value: 'no', label: 'No' },
            ]}
            value={given.higherRisk}
            onValueChange={(value) => onChange({ higherRisk: value === 'yes' ? 'yes' : 'no' })}
            error={problems.higherRisk}
          />
          <TextArea
            label="Why?"
            name="higher-risk-reason"
            rows={2}
            value={given.higherRiskReason}
            onChange={({ target }) => onChange({ higherRiskReason: target.value })}
            error={problems.higherRiskReason}
          />
        </>
      ) : null}
      <TextInput
        label="Points for what staff noted"
        name="noted-points"
        width="short"
        optional
        inputMode="numeric"
        hint={`For example press reports or behaviour, up to ${MAX_NOTED_POINTS}.`}
        value={given.points}
        onChange={({ target }) => onChange({ points: target.value.trim() })}
        error={problems.points}
      />
      {given.points === '' && given.noted === '' ? null : (
        <TextArea
          label="What was noted?"
          name="noted"
          rows={2}
          value={given.noted}
          onChange={({ target }) => onChange({ noted: target.value })}
          error={problems.noted}
        />
      )}
      <Select
        label="Level by hand"
        name="by-hand"
        optional
        placeholder="As the model says"
        hint="A higher level needs a reason. A lower one needs a second person as well."
        value={given.level}
        onChange={({ target }) =>
          onChange({ level: riskLevelNames.find((name) => name === target.value) ?? '' })
        }
        options={riskLevelNames.map((value) => ({ value, label: riskLevels[value] }))}
        error={problems.level}
      />
      {given.level === '' ? null : (
        <TextArea
          label="Reason"
          name="by-hand-reason"
          rows={2}
          hint="Staff only, with your name. Clients and managers never see it."
          value={given.reason}
          onChange={({ target }) => onChange({ reason: target.value })}
          error={problems.reason}
        />
      )}
    </>
  )
}

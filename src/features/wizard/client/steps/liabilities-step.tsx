import { liabilityNames, liabilitySections } from '#features/applications/rules/net-worth/names.ts'
import { AmountSections } from './amount-section.tsx'
import { toLiabilitiesForm, toLiabilitiesPatch, unreadOf } from './amounts-form.ts'
import { RunningTotal } from './running-total.tsx'
import { StepPage } from './step-page.tsx'
import type { StepProps } from './step-props.ts'
import { UnansweredGroups, useUnansweredGroups } from './unanswered-groups.tsx'
import { useStepForm } from './use-step-form.ts'

const NEXT = 'Next: Upload Documents'

/** Liabilities (specification section 2, step 6). */
export function LiabilitiesStep(given: StepProps) {
  const { props, open } = useUnansweredGroups({
    step: 'liabilities',
    sections: liabilitySections,
    props: given,
  })
  const stepForm = useStepForm({
    step: 'liabilities',
    props,
    toValues: toLiabilitiesForm,
    toPatch: toLiabilitiesPatch,
    unread: unreadOf,
  })
  const { control } = stepForm.form
  return (
    <StepPage
      title="Tell Us About Your Liabilities"
      lead="Tick everything you owe and enter the amount in rand. Estimates are fine."
      nextLabel={NEXT}
      {...{ stepForm, props }}
    >
      <AmountSections sections={liabilitySections} question="Which of these do you owe?" {...{ stepForm }} />
      <RunningTotal label="Total Liabilities" names={liabilityNames} control={control} />
      <UnansweredGroups asked={open} sections={liabilitySections} control={control} nextLabel={NEXT} />
    </StepPage>
  )
}

import { assetNames, assetSections } from '#features/applications/rules/net-worth/names.ts'
import { statementRules } from '#features/applications/rules/net-worth/statements.ts'
import { AmountSections } from './amount-section.tsx'
import { toAssetsForm, toAssetsPatch, unreadOf } from './amounts-form.ts'
import { OtherInvestmentsTypes } from './other-investments.tsx'
import { RunningTotal } from './running-total.tsx'
import { StatementUpload } from './statement-upload.tsx'
import { StepPage } from './step-page.tsx'
import type { StepProps } from './step-props.ts'
import { UnansweredGroups, useUnansweredGroups } from './unanswered-groups.tsx'
import { useStepForm } from './use-step-form.ts'

const NEXT = 'Next: Your Liabilities'

/** Assets (specification section 2, step 5). */
export function AssetsStep(given: StepProps) {
  const { props, open } = useUnansweredGroups({ step: 'assets', sections: assetSections, props: given })
  const stepForm = useStepForm({
    step: 'assets',
    props,
    toValues: toAssetsForm,
    toPatch: toAssetsPatch,
    unread: unreadOf,
  })
  const { form, errors } = stepForm
  const { application } = props
  const { control } = form
  const errorAt = (fieldId: string) => errors.find((error) => error.fieldId === fieldId)?.message
  const below = (name: string) => {
    const rule = statementRules.find(({ amount }) => amount === name)
    if (rule) return <StatementUpload {...{ rule, application, control }} error={errorAt(rule.statements)} />
    return name === 'otherInvestments' ? <OtherInvestmentsTypes {...{ stepForm }} /> : null
  }
  return (
    <StepPage
      title="Tell Us About Your Assets"
      lead="Tick everything you own and enter its value in rand. Estimates are fine."
      nextLabel={NEXT}
      {...{ stepForm, props }}
    >
      <AmountSections
        sections={assetSections}
        question="Which of these do you have?"
        {...{ stepForm, below }}
      />
      <RunningTotal label="Total Assets" names={assetNames} control={control} />
      <UnansweredGroups asked={open} sections={assetSections} control={control} nextLabel={NEXT} />
    </StepPage>
  )
}

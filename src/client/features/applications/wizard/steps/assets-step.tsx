import { useEffect } from 'react'
import { assetNames, assetSections } from '#domain/applications/net-worth/names.ts'
import { statementRules } from '#domain/applications/net-worth/statements.ts'
import { AmountSections } from './amount-section.tsx'
import { mayExceedZero } from './amount-texts.ts'
import { toAssetsForm, toAssetsPatch, unreadOf, type AmountsForm } from './amounts-form.ts'
import { OtherInvestmentsTypes } from './other-investments.tsx'
import { RunningTotal } from './running-total.tsx'
import { StatementUpload } from './statement-upload.tsx'
import { StepPage } from './step-page.tsx'
import type { StepProps } from './step-props.ts'
import { useCounted } from './use-amounts.ts'
import { UnansweredGroups, useUnansweredGroups } from './unanswered-groups.tsx'
import { useStepForm, type StepForm } from './use-step-form.ts'

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
        asked={open}
        {...{ stepForm, below }}
      />
      <RunningTotal label="Total Assets" names={assetNames} control={control} />
      <UnansweredGroups open={open} nextLabel={NEXT} />
      <StatementsJudgedAgain {...{ stepForm, application }} />
    </StepPage>
  )
}

/**
 * Removes the error of a missing statement once a file is uploaded or the amount no longer requires one. A component of
 * its own, so that typing does not render the page.
 */
function StatementsJudgedAgain({
  stepForm: {
    form: { control, trigger },
    attempt,
  },
  application,
}: { stepForm: StepForm<AmountsForm> } & Pick<StepProps, 'application'>) {
  const texts = useCounted(control)
  const facts = statementRules
    .map(({ amount, statements }) => `${mayExceedZero(texts[amount])} ${application[statements].length}`)
    .join(', ')
  useEffect(() => {
    if (attempt > 0) void trigger()
  }, [facts, attempt, trigger])
  return null
}

import { assetLabels } from '#features/applications/rules/wizard/labels.ts'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { mayExceedZero } from './amount-texts.ts'
import type { AmountsForm } from './amounts-form.ts'
import { useCounted } from './use-amounts.ts'
import type { StepForm } from './use-step-form.ts'

/** Description of other investments, while there are any. */
export function OtherInvestmentsTypes({ stepForm: { form, input } }: { stepForm: StepForm<AmountsForm> }) {
  if (!mayExceedZero(useCounted(form.control)['otherInvestments'])) return null
  return (
    <TextInput
      {...input('otherInvestmentsTypes')}
      label={assetLabels.otherInvestmentsTypes}
      hint="In a few words, for example “Krugerrands, private equity”"
      optional
      autoComplete="off"
      className="mt-4 border-l-2 border-brass-line pl-4 sm:pl-6"
    />
  )
}

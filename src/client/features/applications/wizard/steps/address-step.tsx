import { addressQuestions } from '#domain/applications/wizard/address.ts'
import type { Application } from '#domain/api/application.ts'
import { toFormOf, toPatchOf, type FormOf } from './question-form.ts'
import { QuestionList } from './question-list.tsx'
import { StepPage } from './step-page.tsx'
import type { StepProps } from './step-props.ts'
import { useStepForm } from './use-step-form.ts'

type AddressForm = FormOf<typeof addressQuestions>

const toAddressForm = (application: Application) => toFormOf(addressQuestions, application)
const toAddressPatch = (form: AddressForm) => toPatchOf(addressQuestions, form)

/** Address Details (specification section 2, step 2). */
export function AddressStep(props: StepProps) {
  const stepForm = useStepForm<AddressForm>({
    step: 'address',
    props,
    toValues: toAddressForm,
    toPatch: toAddressPatch,
  })
  return (
    <StepPage
      title="Residential Address"
      lead="Please provide your current residential address details"
      nextLabel="Next: Employment Details"
      {...{ stepForm, props }}
    >
      <div className="grid gap-6">
        <QuestionList {...{ stepForm }} page="address" />
      </div>
    </StepPage>
  )
}

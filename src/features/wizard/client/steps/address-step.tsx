import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { addressQuestions } from '#features/applications/rules/wizard/address.ts'
import {
  addressParts,
  filledParts,
  isUnused,
  notUsedIn,
  type AddressPart,
} from '#features/applications/rules/wizard/unused-address-parts.ts'
import type { Application } from '#features/applications/api/application.ts'
import { toFormOf, toPatchOf, type FormOf } from './question-form.ts'
import { QuestionList } from './question-list.tsx'
import { StepPage } from './step-page.tsx'
import type { StepProps } from './step-props.ts'
import { AddButton, useFolded } from './use-folding.tsx'
import { useStepForm, type StepForm } from './use-step-form.ts'

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
  const notUsed = useUnusedParts(stepForm)
  const third = useFolded(stepForm.form.getValues('addressLine3') === '', 'addressLine3')
  return (
    <StepPage
      title="Residential Address"
      lead="Please provide your current residential address details"
      nextLabel="Next: Employment Details"
      {...{ stepForm, props }}
    >
      <div className="grid gap-6">
        <QuestionList
          {...{ stepForm }}
          page="address"
          hints={notUsed}
          own={{
            addressLine3: third.folded ? <AddButton onPress={third.open}>Add a line</AddButton> : undefined,
          }}
        />
      </div>
    </StepPage>
  )
}

/** Fills in "-" where the country has no such part. @returns what the form says beside these parts */
function useUnusedParts({ form: { control, getValues, setValue } }: StepForm<AddressForm>) {
  const country = useWatch({ control, name: 'country' })
  useEffect(() => {
    for (const [part, text] of Object.entries(filledParts(country, getValues()))) {
      setValue(part as AddressPart, text, { shouldDirty: true })
    }
  }, [country, getValues, setValue])
  const unused = addressParts.filter((part) => isUnused(part, country))
  return Object.fromEntries(unused.map((part) => [part, notUsedIn(country)]))
}

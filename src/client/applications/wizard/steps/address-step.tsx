import { countries } from '#domain/applications/wizard/countries.ts'
import { fieldLabels } from '#domain/applications/wizard/labels.ts'
import type { Application } from '#domain/api/application.ts'
import type { AnswersPatch } from '#domain/applications/wizard/answers.ts'
import { Select } from '#client/ui/select.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { StepPage } from './step-page.tsx'
import type { StepProps } from './step-props.ts'
import { useStepForm } from './use-step-form.ts'

interface AddressForm {
  country: string
  addressLine1: string
  addressLine2: string
  addressLine3: string
  city: string
  stateProvince: string
  postalCode: string
}

const countryOptions = countries.map((country) => ({ value: country, label: country }))

export function toAddressForm(application: Application): AddressForm {
  return {
    country: application.country ?? '',
    addressLine1: application.addressLine1 ?? '',
    addressLine2: application.addressLine2 ?? '',
    addressLine3: application.addressLine3 ?? '',
    city: application.city ?? '',
    stateProvince: application.stateProvince ?? '',
    postalCode: application.postalCode ?? '',
  }
}

export function toAddressPatch({ country, ...lines }: AddressForm): AnswersPatch {
  return { ...lines, country: countries.find((known) => known === country) ?? null }
}

/** Where the client lives (specification section 2, step 2). */
export function AddressStep(props: StepProps) {
  const stepForm = useStepForm({
    step: 'address',
    props,
    toValues: toAddressForm,
    toPatch: toAddressPatch,
  })
  const { input } = stepForm
  return (
    <StepPage
      title="Residential Address"
      lead="Please provide your current residential address details"
      nextLabel="Next: Employment Details"
      {...{ stepForm, props }}
    >
      <div className="grid gap-6">
        <Select
          {...input('country')}
          label={fieldLabels.country}
          options={countryOptions}
          width="medium"
          autoComplete="country-name"
        />
        <TextInput
          {...input('addressLine1')}
          label={fieldLabels.addressLine1}
          hint="Street number and name"
          autoComplete="address-line1"
        />
        <TextInput
          {...input('addressLine2')}
          label={fieldLabels.addressLine2}
          hint="Complex or building, and unit"
          optional
          autoComplete="address-line2"
        />
        <TextInput
          {...input('addressLine3')}
          label={fieldLabels.addressLine3}
          hint="Suburb"
          optional
          autoComplete="address-line3"
        />
        <TextInput {...input('city')} label={fieldLabels.city} width="medium" autoComplete="address-level2" />
        <TextInput
          {...input('stateProvince')}
          label={fieldLabels.stateProvince}
          width="medium"
          autoComplete="address-level1"
        />
        <TextInput
          {...input('postalCode')}
          label={fieldLabels.postalCode}
          width="short"
          autoComplete="postal-code"
        />
      </div>
    </StepPage>
  )
}

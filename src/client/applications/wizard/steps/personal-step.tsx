import { Controller, useWatch } from 'react-hook-form'
import {
  countriesOfIssue,
  educationLevels,
  idDocumentTypes,
  nationalities,
  salutations,
} from '#domain/applications/wizard/choices.ts'
import { fieldLabels } from '#domain/applications/wizard/labels.ts'
import { DateSelect } from '#client/ui/date-select.tsx'
import { RadioGroup, YesNo } from '#client/ui/radio-group.tsx'
import { Section } from '#client/ui/section.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { FamilySection } from './family-section.tsx'
import { chosen, optionsOf } from './field-options.ts'
import { toPersonalForm, toPersonalPatch, type PersonalForm } from './personal-form.ts'
import { StepPage } from './step-page.tsx'
import type { StepProps } from './step-props.ts'
import { useStepForm, type StepForm } from './use-step-form.ts'

/** Who the client is (specification section 2, step 1). */
export function PersonalStep(props: StepProps) {
  const stepForm = useStepForm<PersonalForm>({
    step: 'personal',
    props,
    toValues: toPersonalForm,
    toPatch: toPersonalPatch,
    fieldOf: { childrenDetails: 'childCount' },
  })
  return (
    <StepPage
      title="Personal Details"
      lead="Please provide your personal information as it appears on your official identification documents"
      nextLabel="Next: Address Details"
      backDisabled
      {...{ stepForm, props }}
    >
      <AboutSection {...{ stepForm }} />
      <FamilySection {...{ stepForm }} />
      <IdentificationSection {...{ stepForm }} />
      <ContactSection {...{ stepForm }} />
    </StepPage>
  )
}

type SectionProps = { stepForm: StepForm<PersonalForm> }

function AboutSection({ stepForm: { form, input, notes } }: SectionProps) {
  const education = useWatch({ control: form.control, name: 'highestEducation' })
  return (
    <Section title="About You">
      <div className="grid gap-6">
        <Select
          {...input('salutation')}
          label={fieldLabels.salutation}
          options={optionsOf(salutations)}
          width="short"
          autoComplete="honorific-prefix"
        />
        <TextInput
          {...input('fullName')}
          label={fieldLabels.fullName}
          hint="Your legal name as it appears on your ID"
          autoComplete="name"
        />
        <Controller
          control={form.control}
          name="dateOfBirth"
          render={({ field: { onChange, ...field } }) => (
            <DateSelect
              {...field}
              {...notes('dateOfBirth')}
              label={fieldLabels.dateOfBirth}
              onValueChange={onChange}
              birthday
            />
          )}
        />
        <Select
          {...input('highestEducation')}
          label={fieldLabels.highestEducation}
          options={optionsOf(educationLevels)}
          placeholder={null}
          width="medium"
        />
        {education === 'professional' ? (
          <TextInput
            {...input('professionalMemberCode')}
            label={fieldLabels.professionalMemberCode}
            hint="With your professional body, for example SAICA, HPCSA or ECSA"
            optional
            width="medium"
            autoComplete="off"
          />
        ) : null}
        <Controller
          control={form.control}
          name="smoker"
          render={({ field: { onChange, ...field } }) => (
            <YesNo
              {...field}
              {...notes('smoker')}
              label={fieldLabels.smoker}
              onValueChange={onChange}
              className="sm:max-w-80"
            />
          )}
        />
      </div>
    </Section>
  )
}

const idNumberHints = {
  id: 'The 13 digits on your ID',
  passport: 'The number of your passport',
  permit: 'The number of your permit',
} as const satisfies Record<keyof typeof idDocumentTypes, string>

function IdentificationSection({ stepForm: { form, input } }: SectionProps) {
  const type = chosen(idDocumentTypes, useWatch({ control: form.control, name: 'idDocumentType' }))
  return (
    <Section title="Identification">
      <div className="grid gap-6">
        <RadioGroup
          {...input('nationality')}
          label={fieldLabels.nationality}
          options={optionsOf(nationalities)}
          layout="row"
        />
        <Select
          {...input('idDocumentType')}
          label={fieldLabels.idDocumentType}
          options={optionsOf(idDocumentTypes)}
          width="medium"
        />
        <TextInput
          {...input('idNumber')}
          label={fieldLabels.idNumber}
          hint={type === null ? undefined : idNumberHints[type]}
          inputMode={type === 'id' ? 'numeric' : 'text'}
          width="medium"
          autoComplete="off"
          spellCheck={false}
        />
        <RadioGroup
          {...input('issuingCountry')}
          label={fieldLabels.issuingCountry}
          hint="The country that issued your document"
          options={optionsOf(countriesOfIssue)}
          layout="row"
        />
      </div>
    </Section>
  )
}

function ContactSection({ stepForm: { input } }: SectionProps) {
  return (
    <Section title="Contact">
      <div className="grid gap-6">
        <TextInput
          {...input('mobileNumber')}
          label={fieldLabels.mobileNumber}
          type="tel"
          inputMode="tel"
          placeholder="+27 XX XXX XXXX"
          width="medium"
          autoComplete="tel"
        />
        <TextInput
          {...input('emailAddress')}
          label={fieldLabels.emailAddress}
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
        />
      </div>
    </Section>
  )
}

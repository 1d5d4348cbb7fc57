import type { ComponentProps } from 'react'
import { useWatch } from 'react-hook-form'
import { idDocumentTypes } from '#domain/applications/wizard/choices.ts'
import { Section } from '#client/ui/section.tsx'
import { Children, HasChildren } from './children.tsx'
import { chosen } from './field-options.ts'
import { toPersonalForm, toPersonalPatch, type PersonalForm } from './personal-form.ts'
import { QuestionField } from './question-field.tsx'
import { QuestionList } from './question-list.tsx'
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
      <PersonalSection {...{ stepForm }} title="About You" />
      <PersonalSection
        {...{ stepForm }}
        title="Family"
        own={{
          hasChildren: <HasChildren {...{ stepForm }} />,
          childrenDetails: <Children {...{ stepForm }} />,
        }}
      />
      <PersonalSection
        {...{ stepForm }}
        title="Identification"
        own={{ idNumber: <IdNumber {...{ stepForm }} /> }}
      />
      <PersonalSection {...{ stepForm }} title="Contact" />
    </StepPage>
  )
}

type Props = { stepForm: StepForm<PersonalForm> }

function PersonalSection({
  stepForm,
  title,
  own,
}: Props & Pick<ComponentProps<typeof QuestionList<PersonalForm>>, 'own'> & { title: string }) {
  return (
    <Section title={title}>
      <div className="grid gap-6">
        <QuestionList {...{ stepForm, own }} page="personal" section={title} />
      </div>
    </Section>
  )
}

const idNumberHints = {
  id: 'The 13 digits on your ID',
  passport: 'The number of your passport',
  permit: 'The number of your permit',
} as const satisfies Record<keyof typeof idDocumentTypes, string>

/** What is asked for depends on the document. */
export function IdNumber({ stepForm }: Props) {
  const type = chosen(idDocumentTypes, useWatch({ control: stepForm.form.control, name: 'idDocumentType' }))
  return (
    <QuestionField
      {...{ stepForm }}
      name="idNumber"
      hint={type === null ? undefined : idNumberHints[type]}
      inputMode={type === 'id' ? 'numeric' : 'text'}
    />
  )
}

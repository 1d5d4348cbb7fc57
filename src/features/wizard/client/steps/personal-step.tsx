import type { ComponentProps } from 'react'
import { BeforeYouBegin } from './before-you-begin.tsx'
import { Children, HasChildren } from './children.tsx'
import { FoldSection } from './fold-section.tsx'
import { FilledByIdNumber, IdNumber, FromIdNumber } from './id-number.tsx'
import { toPersonalForm, toPersonalPatch, type PersonalForm } from './personal-form.ts'
import { QuestionList } from './question-list.tsx'
import { StepPage } from './step-page.tsx'
import type { StepProps } from './step-props.ts'
import { useStepForm, type StepForm } from './use-step-form.ts'

/** Personal Details (specification section 2, step 1). */
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
      opening={<BeforeYouBegin application={props.application} />}
      {...{ stepForm, props }}
    >
      <PersonalSection
        {...{ stepForm }}
        title="Identification"
        next="About You"
        own={{
          idNumber: <IdNumber {...{ stepForm }} />,
          issuingCountry: <FromIdNumber {...{ stepForm }} name="issuingCountry" />,
          dateOfBirth: <FromIdNumber {...{ stepForm }} name="dateOfBirth" />,
          nationality: <FromIdNumber {...{ stepForm }} name="nationality" />,
        }}
      />
      <PersonalSection {...{ stepForm }} title="About You" next="Family" />
      <PersonalSection
        {...{ stepForm }}
        title="Family"
        next="Contact"
        own={{
          hasChildren: <HasChildren {...{ stepForm }} />,
          childrenDetails: <Children {...{ stepForm }} />,
        }}
      />
      <PersonalSection {...{ stepForm }} title="Contact" />
      <FilledByIdNumber {...{ stepForm }} />
    </StepPage>
  )
}

type Props = { stepForm: StepForm<PersonalForm> }

function PersonalSection({
  stepForm,
  title,
  next,
  own,
}: Props &
  Pick<ComponentProps<typeof QuestionList<PersonalForm>>, 'own'> & { title: string; next?: string }) {
  return (
    <FoldSection {...{ stepForm, title, next }} page="personal">
      <div className="grid gap-6">
        <QuestionList {...{ stepForm, own }} page="personal" section={title} />
      </div>
    </FoldSection>
  )
}

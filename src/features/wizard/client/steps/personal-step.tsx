import type { ComponentProps } from 'react'
import {
  fieldsWithDefault,
  uncheckedIn,
  withChecked,
} from '#features/applications/rules/wizard/default-answers.ts'
import { BeforeYouBegin } from './before-you-begin.tsx'
import { Children, HasChildren } from './children.tsx'
import { FoldSection } from './fold-section.tsx'
import { FoldedFacts, FromIdNumber, IdNumber, useFromIdNumber } from './id-number.tsx'
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
    // The default answers, all of which are on the page.
    complete: ({ getValues, setValue }) =>
      setValue('checkedDefaults', withChecked(getValues('checkedDefaults'), fieldsWithDefault)),
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
      <Identification {...{ stepForm }} />
      <PersonalSection {...{ stepForm }} title="About You" />
      <PersonalSection
        {...{ stepForm }}
        title="Family"
        own={{
          hasChildren: <HasChildren {...{ stepForm }} />,
          childrenDetails: <Children {...{ stepForm }} />,
        }}
      />
      <PersonalSection {...{ stepForm }} title="Contact" />
      {uncheckedIn(stepForm.look().answers).length === 0 ? null : (
        <p className="-mt-2 text-sm text-ink-soft">Next confirms the answers marked “Check this”.</p>
      )}
    </StepPage>
  )
}

type Props = { stepForm: StepForm<PersonalForm> }

function Identification({ stepForm }: Props) {
  const { state, unfold, announcement } = useFromIdNumber(stepForm)
  const asked = (name: ComponentProps<typeof FromIdNumber>['name']) =>
    state === 'asked' && <FromIdNumber {...{ stepForm, name }} />
  return (
    <PersonalSection
      {...{ stepForm }}
      title="Identification"
      own={{
        idNumber: <IdNumber {...{ stepForm, announcement }} />,
        issuingCountry:
          state === 'folded' ? <FoldedFacts {...{ stepForm }} onChange={unfold} /> : asked('issuingCountry'),
        dateOfBirth: asked('dateOfBirth'),
        nationality: asked('nationality'),
        idDocumentType: state === 'folded' ? false : undefined,
      }}
    />
  )
}

function PersonalSection({
  stepForm,
  title,
  own,
}: Props & Pick<ComponentProps<typeof QuestionList<PersonalForm>>, 'own'> & { title: string }) {
  return (
    <FoldSection {...{ stepForm, title }} page="personal">
      <div className="grid gap-5 sm:gap-6">
        <QuestionList {...{ stepForm, own }} page="personal" section={title} />
      </div>
    </FoldSection>
  )
}

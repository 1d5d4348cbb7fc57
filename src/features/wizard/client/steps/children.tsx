import { useWatch } from 'react-hook-form'
import { MAX_CHILDREN } from '#features/applications/rules/wizard/choices.ts'
import { childLabels } from '#features/applications/rules/wizard/labels.ts'
import { Select } from '#base/client/ui/select.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { blankChildren, type PersonalForm } from './personal-form.ts'
import { QuestionField } from './question-field.tsx'
import type { StepForm } from './use-step-form.ts'

type Props = { stepForm: StepForm<PersonalForm> }

const childCounts = Array.from({ length: MAX_CHILDREN }, (_, index) => String(index + 1)).map((count) => ({
  value: count,
  label: count,
}))

/** Whether there are children; "No" clears the list. */
export function HasChildren({ stepForm: { form }, stepForm }: Props) {
  const answered = () => {
    if (form.getValues('hasChildren')) return
    form.setValue('childCount', '')
    form.setValue('childrenDetails', blankChildren())
  }
  return <QuestionField {...{ stepForm }} name="hasChildren" onAnswered={answered} />
}

/** Number and details of children. */
export function Children({ stepForm }: Props) {
  const { form, input } = stepForm
  const count = Number(useWatch({ control: form.control, name: 'childCount' }))
  return (
    <div className="grid gap-6 border-l border-hairline pl-4 sm:pl-6">
      <Select
        {...input('childCount')}
        label="How many children?"
        options={childCounts}
        width="short"
        onChange={(event) => {
          void form.register('childCount').onChange(event)
          form.clearErrors('childrenDetails')
        }}
      />
      {Array.from({ length: count }, (_, index) => (
        <fieldset key={index} className="min-w-0">
          <legend className="font-serif text-lg">{`Child ${index + 1}`}</legend>
          <div className="mt-3 grid gap-6 sm:grid-cols-2">
            <ChildQuestion {...{ stepForm, index }} name="fullName" />
            <ChildQuestion {...{ stepForm, index }} name="idNumber" />
          </div>
        </fieldset>
      ))}
    </div>
  )
}

/** The questions about one child. */
export function ChildQuestion({
  stepForm: { input },
  index,
  name,
}: Props & { index: number; name: keyof typeof childLabels }) {
  return (
    <TextInput
      {...input(`childrenDetails.${index}.${name}`)}
      label={childLabels[name]}
      autoComplete="off"
      spellCheck={name === 'idNumber' ? false : undefined}
    />
  )
}

import { Controller, useWatch } from 'react-hook-form'
import { marriageTypes, MAX_CHILDREN, maritalStatuses } from '#domain/applications/wizard/choices.ts'
import { childLabels, fieldLabels } from '#domain/applications/wizard/labels.ts'
import { RadioGroup, YesNo } from '#client/ui/radio-group.tsx'
import { Section } from '#client/ui/section.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { optionsOf } from './field-options.ts'
import type { PersonalForm } from './personal-form.ts'
import type { StepForm } from './use-step-form.ts'

type Props = { stepForm: StepForm<PersonalForm> }

const childCounts = Array.from({ length: MAX_CHILDREN }, (_, index) => String(index + 1)).map((count) => ({
  value: count,
  label: count,
}))

/** Marriage and children: what follows from an answer shows only then (specification section 2, step 1). */
export function FamilySection({ stepForm }: Props) {
  const { form, input, notes } = stepForm
  const [maritalStatus, hasChildren] = useWatch({
    control: form.control,
    name: ['maritalStatus', 'hasChildren'],
  })
  return (
    <Section title="Family">
      <div className="grid gap-6">
        <Select
          {...input('maritalStatus')}
          label={fieldLabels.maritalStatus}
          options={optionsOf(maritalStatuses)}
          placeholder={null}
          width="medium"
        />
        {maritalStatus === 'married' ? (
          <RadioGroup
            {...input('marriageType')}
            label={fieldLabels.marriageType}
            hint="ANC stands for antenuptial contract"
            options={optionsOf(marriageTypes)}
            optional
          />
        ) : null}
        <Controller
          control={form.control}
          name="hasChildren"
          render={({ field: { onChange, ...field } }) => (
            <YesNo
              {...field}
              {...notes('hasChildren')}
              label={fieldLabels.hasChildren}
              hint="Children are those up to age 18"
              className="sm:max-w-80"
              onValueChange={(answer) => {
                onChange(answer)
                form.clearErrors(['childCount', 'childrenDetails'])
              }}
            />
          )}
        />
        {hasChildren ? <Children {...{ stepForm }} /> : null}
      </div>
    </Section>
  )
}

function Children({ stepForm: { form, input } }: Props) {
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
          <legend className="font-serif text-lg">Child {index + 1}</legend>
          <div className="mt-3 grid gap-6 sm:grid-cols-2">
            <TextInput
              {...input(`childrenDetails.${index}.fullName`)}
              label={childLabels.fullName}
              autoComplete="off"
            />
            <TextInput
              {...input(`childrenDetails.${index}.idNumber`)}
              label={childLabels.idNumber}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
        </fieldset>
      ))}
    </div>
  )
}

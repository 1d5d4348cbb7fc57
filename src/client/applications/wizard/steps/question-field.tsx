import { Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { answerSheet, type FieldName } from '#domain/applications/wizard/answer-sheet.ts'
import { DateSelect } from '#client/ui/date-select.tsx'
import { RadioGroup, YesNo } from '#client/ui/radio-group.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextInput, type TextInputProps } from '#client/ui/text-input.tsx'
import { CurrencyField } from './currency-field.tsx'
import { optionsOf } from './field-options.ts'
import type { StepForm } from './use-step-form.ts'

type QuestionFieldProps<Values extends FieldValues> = {
  stepForm: StepForm<Values>
  name: FieldName & FieldPath<Values>
  /** Called when a yes or no was answered. */
  onAnswered?: () => void
} & Pick<TextInputProps, 'hint' | 'inputMode'>

/** A question of the answer sheet, as its row says that it is asked. */
export function QuestionField<Values extends FieldValues>({
  stepForm,
  name,
  onAnswered,
  ...said
}: QuestionFieldProps<Values>) {
  const { form, input, notes } = stepForm
  const { label, hint, optional, control, initial } = answerSheet[name]
  const shown = { label, hint, optional, ...said }
  switch (control.kind) {
    case 'line': {
      const { kind: _, ...line } = control
      return <TextInput {...input(name)} {...line} {...shown} />
    }
    case 'amount':
      return <CurrencyField {...{ stepForm, name, label, hint }} />
    case 'list':
      return (
        <Select
          {...input(name)}
          {...shown}
          options={optionsOf(control.choices)}
          width={control.width ?? 'full'}
          autoComplete={control.autoComplete}
          // Where there is an answer from the first, nothing is not a choice.
          {...(initial === null ? {} : { placeholder: null })}
        />
      )
    case 'cards':
      return (
        <RadioGroup
          {...input(name)}
          {...shown}
          options={optionsOf(control.choices)}
          layout={control.layout ?? 'stack'}
        />
      )
    case 'day':
      return (
        <Controller
          control={form.control}
          name={name}
          render={({ field: { onChange, ...field } }) => (
            <DateSelect {...field} {...notes(name)} {...shown} onValueChange={onChange} birthday />
          )}
        />
      )
    case 'yes-no':
      return (
        <Controller
          control={form.control}
          name={name}
          render={({ field: { onChange, ...field } }) => (
            <YesNo
              {...field}
              {...notes(name)}
              {...shown}
              className="sm:max-w-80"
              onValueChange={(answer) => {
                onChange(answer)
                onAnswered?.()
              }}
            />
          )}
        />
      )
    case 'children':
      // Their number is a question of the screen alone: family-section.tsx asks it.
      return null
  }
}

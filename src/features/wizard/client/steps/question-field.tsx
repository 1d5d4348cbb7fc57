import { use } from 'react'
import { Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { questionnaire, type FieldName } from '#features/applications/rules/wizard/questionnaire.ts'
import type { Control } from '#features/applications/rules/wizard/question.ts'
import { DateSelect } from '#base/client/ui/date-select.tsx'
import { RadioGroup, YesNo } from '#base/client/ui/radio-group.tsx'
import { Select, type Option, type SelectProps } from '#base/client/ui/select.tsx'
import { TextInput, type TextInputProps } from '#base/client/ui/text-input.tsx'
import { usePainted } from '#base/client/ui/use-painted.ts'
import { AnsweredBeforehand, PleaseCheck } from './answered-beforehand.tsx'
import { CurrencyField } from './currency-field.tsx'
import { optionsOf } from './field-options.ts'
import type { StepForm } from './use-step-form.ts'

type QuestionFieldProps<Values extends FieldValues> = {
  stepForm: StepForm<Values>
  name: FieldName & FieldPath<Values>
  /** Called after a yes-or-no answer. */
  onAnswered?: () => void
  /** Overrides of its definition, depending on other answers. */
  control?: Control
} & Pick<TextInputProps, 'hint' | 'inputMode' | 'warning'>

/** A question by its definition. */
export function QuestionField<Values extends FieldValues>({
  stepForm,
  name,
  onAnswered,
  control = questionnaire[name].control,
  ...display
}: QuestionFieldProps<Values>) {
  const { form, input, notes } = stepForm
  const { check } = use(AnsweredBeforehand)
  const { label: text, hint, optional, initial } = questionnaire[name]
  const label = initial === null ? text : <Marked {...{ text, name }} />
  const shown = { label, hint, optional, ...display }
  switch (control.kind) {
    case 'line': {
      const { kind: _, ...line } = control
      return <TextInput {...input(name)} {...line} {...shown} />
    }
    case 'amount':
      return <CurrencyField {...{ stepForm, name, hint }} label={text} />
    case 'list':
      return (
        <List
          {...input(name)}
          {...shown}
          options={withOwn(optionsOf(control.choices), form.getValues(name))}
          chosen={form.getValues(name)}
          width={control.width ?? 'full'}
          autoComplete={control.autoComplete}
          // A question with an initial answer has no empty option.
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
              // Selecting the default answer confirms it.
              onClick={() => check([name])}
              onValueChange={(answer) => {
                onChange(answer)
                onAnswered?.()
              }}
            />
          )}
        />
      )
    case 'children':
      // The number of children is not an answer: children.tsx asks for it.
      return null
  }
}

/** Up to this number of options all render immediately. */
const FEW = 12

/** A select; a long list first renders the selected option, and the others after the paint. */
function List({ options, chosen, ...select }: SelectProps & { chosen: unknown }) {
  const painted = usePainted()
  const drawn = painted || options.length <= FEW ? options : options.filter(({ value }) => value === chosen)
  return <Select {...select} options={drawn} />
}

/** A label with the badge of a default answer. */
function Marked({ text, name }: { text: string; name: FieldName }) {
  return (
    <>
      <span>{text}</span>
      <PleaseCheck name={name} />
    </>
  )
}

/** A free-text answer from before there was a list stays an option. */
function withOwn(options: readonly Option[], answer: unknown): readonly Option[] {
  if (typeof answer !== 'string' || answer === '' || options.some(({ value }) => value === answer))
    return options
  return [...options, { value: answer, label: answer }]
}

import { useWatch, type FieldPath, type FieldPathValue, type FieldValues } from 'react-hook-form'
import { worldCountries } from '#features/applications/rules/world-countries.ts'
import { Button } from '#base/client/ui/button.tsx'
import { CurrencyInput } from '#base/client/ui/currency-input.tsx'
import { RadioGroup, YesNo, type RadioGroupProps } from '#base/client/ui/radio-group.tsx'
import { Select, type SelectProps } from '#base/client/ui/select.tsx'
import { TextArea, type TextAreaProps } from '#base/client/ui/text-area.tsx'
import { TextInput, type TextInputProps } from '#base/client/ui/text-input.tsx'
import type { TaskForm } from './use-task-form.ts'

type Field<Values extends FieldValues, Props> = Omit<Props, 'form' | 'name'> & {
  form: TaskForm<Values>
  name: FieldPath<Values>
}

/** Options of a table of labels. */
export const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const countryOptions = worldCountries.map((country) => ({ value: country, label: country }))

export function TextField<Values extends FieldValues>({
  form,
  name,
  ...props
}: Field<Values, TextInputProps>) {
  return <TextInput autoComplete="off" {...form.input(name)} {...props} />
}

export function TextAreaField<Values extends FieldValues>({
  form,
  name,
  ...props
}: Field<Values, TextAreaProps>) {
  return <TextArea rows={3} {...form.input(name)} {...props} />
}

export function SelectField<Values extends FieldValues>({
  form,
  name,
  ...props
}: Field<Values, SelectProps>) {
  return <Select {...form.input(name)} {...props} />
}

export function CountryField<Values extends FieldValues>(
  props: Omit<Field<Values, SelectProps>, 'options' | 'placeholder'>,
) {
  return (
    <SelectField width="medium" {...props} options={countryOptions} placeholder="Please choose a country" />
  )
}

export function ChoiceField<Values extends FieldValues>({
  form,
  name,
  ...props
}: Field<Values, Omit<RadioGroupProps, 'value' | 'onValueChange'>>) {
  return <RadioGroup {...props} {...form.input(name)} />
}

type Shown = Pick<RadioGroupProps, 'label' | 'hint'>

export function YesNoField<Values extends FieldValues>({
  form,
  name,
  onAnswered,
  ...props
}: Field<Values, Shown> & { onAnswered?: (answer: boolean) => void }) {
  const value: boolean | undefined = useWatch({ control: form.form.control, name })
  return (
    <YesNo
      {...props}
      {...form.notes(name)}
      name={name}
      value={value ?? null}
      onValueChange={(answer) => {
        onAnswered?.(answer)
        form.choose(name, answer as FieldPathValue<Values, FieldPath<Values>>)
      }}
    />
  )
}

/** An amount, held as text. */
export function AmountField<Values extends FieldValues>({ form, name, ...props }: Field<Values, Shown>) {
  const value: string | undefined = useWatch({ control: form.form.control, name })
  const write = (text: string) => form.form.setValue(name, text as FieldPathValue<Values, FieldPath<Values>>)
  return (
    <CurrencyInput
      {...props}
      {...form.notes(name)}
      name={name}
      value={value ?? ''}
      onValueChange={write}
      onSettled={write}
    />
  )
}

/** Removes a row. */
export function RemoveButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Button tone="quiet" size="small" className="-ml-4 justify-self-start" onClick={onPress}>
      {label}
    </Button>
  )
}

/** Adds a row. */
export function AddButton({ children, onPress }: { children: string; onPress: () => void }) {
  return (
    <Button tone="secondary" size="small" className="justify-self-start" onClick={onPress}>
      {children}
    </Button>
  )
}

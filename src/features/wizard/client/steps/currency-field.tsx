import { useWatch, type FieldPath, type FieldPathValue, type FieldValues } from 'react-hook-form'
import { CurrencyInput, type CurrencyInputProps } from '#base/client/ui/currency-input.tsx'
import { whenReleased } from '#base/client/ui/pointer-release.ts'
import type { StepForm } from './use-step-form.ts'

type CurrencyFieldProps<Values extends FieldValues> = Pick<
  CurrencyInputProps,
  'label' | 'hint' | 'className'
> & {
  stepForm: StepForm<Values>
  name: FieldPath<Values>
}

/**
 * An amount in a step's form. The form always holds the displayed text, so that saves match the screen. It is validated
 * on blur only, since half-typed amounts are not errors.
 */
export function CurrencyField<Values extends FieldValues>({
  stepForm: { form, notes },
  name,
  ...shown
}: CurrencyFieldProps<Values>) {
  const value: string | null | undefined = useWatch({ control: form.control, name })
  const write = (text: string) => form.setValue(name, text as FieldPathValue<Values, FieldPath<Values>>)
  return (
    <CurrencyInput
      {...shown}
      {...notes(name)}
      {...{ name }}
      value={value ?? ''}
      onValueChange={write}
      onSettled={(text) => {
        write(text)
        // A shrinking summary would move the button that is being pressed.
        if (form.formState.isSubmitted) whenReleased(() => void form.trigger(name))
      }}
    />
  )
}

import type { ComponentProps, Ref } from 'react'
import { NumberFormatBase, useNumericFormat } from 'react-number-format'
import { commaToPoint, withinRange } from './currency-text.ts'
import { controlClasses, Field, type FieldProps } from './field.tsx'
import { useFieldIds } from './field-ids.ts'

export type CurrencyInputProps = FieldProps &
  Pick<ComponentProps<'input'>, 'name' | 'onBlur' | 'disabled' | 'readOnly' | 'required' | 'placeholder'> & {
    /** The amount as plain text, a point before the cents, no grouping: "1234567.89"; "" for nothing. */
    value: string
    onValueChange: (value: string) => void
    ref?: Ref<HTMLInputElement>
    id?: string
    className?: string
  }

/**
 * An amount in rand. Groups thousands with spaces while one types and keeps the caret; takes digits and one
 * decimal point or comma, at most two decimals (specification section 5, "Currency input").
 */
export function CurrencyInput({
  label,
  hint,
  error,
  warning,
  optional,
  value,
  onValueChange,
  ref,
  id,
  className,
  ...input
}: CurrencyInputProps) {
  const ids = useFieldIds(id, input.name, { hint, error, warning })
  const numeric = useNumericFormat({
    value,
    valueIsNumericString: true,
    onValueChange: (values) => {
      if (values.value !== value) onValueChange(values.value)
    },
    isAllowed: (values) => withinRange(values.value),
    allowNegative: false,
    decimalScale: 2,
    decimalSeparator: '.',
    thousandSeparator: ' ',
    allowedDecimalSeparators: ['.', ','],
  })
  return (
    <Field {...{ ids, label, hint, error, warning, optional, className }}>
      <div className="relative w-full sm:max-w-80">
        <span aria-hidden="true" className="absolute top-1/2 left-3 -translate-y-1/2 text-ink-soft">
          R
        </span>
        <NumberFormatBase
          {...numeric}
          {...input}
          removeFormatting={(text, change) => numeric.removeFormatting?.(commaToPoint(text), change) ?? ''}
          getInputRef={ref}
          id={ids.id}
          inputMode="decimal"
          autoComplete="off"
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          className={controlClasses(Boolean(error), 'amounts w-full pl-8')}
        />
      </div>
    </Field>
  )
}

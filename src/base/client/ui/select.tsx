import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import {
  controlClasses,
  LOW_CONTROL,
  Field,
  FIELD_WIDTHS,
  type FieldProps,
  type FieldWidth,
} from './field.tsx'
import { useFieldIds } from './field-ids.ts'

export type Option = { value: string; label: string; disabled?: boolean }

export type SelectBoxProps = ComponentProps<'select'> & {
  options: readonly Option[]
  /** The entry for "nothing chosen"; leave it out if there is always a choice. */
  placeholder?: string
  invalid?: boolean
  /** For toolbars: 44 px high, with a mouse 36 px. */
  isLow?: boolean
  /** A word before the chosen option, and an arrow behind it, where there is space; `aria-label` says it too. */
  prefix?: string
}

/** The select alone, for groups that have their own label. */
export function SelectBox({
  options,
  placeholder,
  invalid = false,
  isLow = false,
  prefix,
  className,
  ...select
}: SelectBoxProps) {
  return (
    <div className={clsx('relative', className)}>
      {prefix === undefined ? null : (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 hidden -translate-y-1/2 text-sm text-ink-soft lg:block"
        >
          {prefix}
        </span>
      )}
      <select
        {...select}
        className={controlClasses(
          invalid,
          clsx(
            'w-full appearance-none truncate pr-9',
            isLow && `${LOW_CONTROL} font-semibold`,
            prefix !== undefined && 'max-lg:pr-2! lg:pl-11',
          ),
        )}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className={clsx(
          'pointer-events-none absolute top-1/2 right-2.5 size-5 -translate-y-1/2 text-ink-soft',
          prefix !== undefined && 'max-lg:hidden',
        )}
      />
    </div>
  )
}

export type SelectProps = FieldProps &
  Omit<SelectBoxProps, 'invalid' | 'placeholder'> & {
    width?: FieldWidth
    /** The entry for "nothing chosen"; null if there is always a choice. */
    placeholder?: string | null
  }

/** One of many options, as a native select. */
export function Select({
  label,
  hint,
  error,
  warning,
  optional,
  width = 'full',
  placeholder = 'Please choose',
  id,
  className,
  ...select
}: SelectProps) {
  const ids = useFieldIds(id, select.name, { hint, error, warning })
  return (
    <Field {...{ ids, label, hint, error, warning, optional, className }}>
      <SelectBox
        {...select}
        id={ids.id}
        placeholder={placeholder ?? undefined}
        invalid={Boolean(error)}
        aria-describedby={ids.describedBy}
        aria-invalid={error ? true : undefined}
        className={FIELD_WIDTHS[width]}
      />
    </Field>
  )
}

import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { FieldGroup, type FieldProps } from './field.tsx'
import { useFieldIds } from './field-ids.ts'

export type RadioOption = { value: string; label: string; hint?: ReactNode }

type RadioInputProps = Pick<
  ComponentProps<'input'>,
  'name' | 'onChange' | 'onBlur' | 'onClick' | 'ref' | 'disabled' | 'required'
>

export type RadioGroupProps = FieldProps &
  RadioInputProps & {
    options: readonly RadioOption[]
    /** `row` puts short answers side by side if there is space, `pair` always does with two very short ones. */
    layout?: 'stack' | 'row' | 'pair'
    /** Controlled: the chosen value, with `onValueChange`. Leave both out with `register`. */
    value?: string | null
    onValueChange?: (value: string) => void
    id?: string
    className?: string
  }

const CARD = clsx(
  'flex min-h-12 items-start gap-3 rounded-md border bg-surface px-4 py-2.5',
  'transition-colors duration-150 ease-calm',
  'has-checked:border-primary has-checked:bg-primary-wash has-checked:shadow-[inset_0_0_0_1px_var(--color-primary)]',
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
  'has-disabled:bg-sunken has-disabled:text-ink-soft has-disabled:hover:border-edge',
)

const LAYOUTS = { stack: '', row: 'sm:auto-cols-fr sm:grid-flow-col', pair: 'grid-cols-2 sm:max-w-80' }

const RADIO = clsx(
  'mt-0.5 size-5 shrink-0 appearance-none rounded-full border border-edge bg-surface outline-none',
  'checked:border-[6px] checked:border-primary forced-colors:appearance-auto',
)

/** One of a few options, as large targets. The group's id (its name) is the id of its first radio. */
export function RadioGroup({
  label,
  hint,
  error,
  warning,
  optional,
  options,
  layout = 'stack',
  value,
  onValueChange,
  onChange,
  id,
  className,
  ...radio
}: RadioGroupProps) {
  const ids = useFieldIds(id, radio.name, { hint, error, warning })
  const name = radio.name ?? ids.id
  const controlled = value !== undefined
  return (
    <FieldGroup {...{ ids, label, hint, error, warning, optional, className }}>
      <div className={clsx('grid gap-2', LAYOUTS[layout])}>
        {options.map((option, index) => (
          <label
            key={option.value}
            className={clsx(CARD, error ? 'border-danger' : 'border-edge hover:border-ink')}
          >
            <input
              {...radio}
              type="radio"
              name={name}
              value={option.value}
              id={index === 0 ? ids.id : `${ids.id}-${option.value}`}
              aria-describedby={option.hint ? `${ids.id}-${option.value}-hint` : undefined}
              className={RADIO}
              {...(controlled ? { checked: value === option.value } : {})}
              onChange={(event) => {
                onChange?.(event)
                onValueChange?.(option.value)
              }}
            />
            <span>
              <span>{option.label}</span>
              {option.hint ? (
                <span
                  id={`${ids.id}-${option.value}-hint`}
                  aria-hidden="true"
                  className="block text-sm text-ink-soft"
                >
                  {option.hint}
                </span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

export type YesNoProps = Omit<
  RadioGroupProps,
  'options' | 'value' | 'onValueChange' | 'layout' | 'onChange'
> & {
  /** `null` until it is answered. */
  value: boolean | null | undefined
  onValueChange: (value: boolean) => void
}

const YES_NO: readonly RadioOption[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

/** A yes-or-no question as a boolean. */
export function YesNo({ value, onValueChange, ...group }: YesNoProps) {
  return (
    <RadioGroup
      {...group}
      layout="pair"
      options={YES_NO}
      value={value === true ? 'yes' : value === false ? 'no' : null}
      onValueChange={(answer) => onValueChange(answer === 'yes')}
    />
  )
}

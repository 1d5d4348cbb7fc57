import { useState, type ComponentProps, type Ref } from 'react'
import { FIRST_BIRTH_YEAR } from '#base/rules/time/first-birth-year.ts'
import {
  changeDate,
  dayOptions,
  MONTHS,
  splitDate,
  clearedDayMessage,
  yearsBack,
  type DateParts,
} from './date-parts.ts'
import { FieldGroup, type FieldProps } from './field.tsx'
import { useFieldIds } from './field-ids.ts'
import { SelectBox, type Option } from './select.tsx'

export type DateSelectProps = FieldProps & {
  name?: string
  /** `yyyy-MM-dd`; while incomplete with blank parts ("1980--", "-02-14"); '' for nothing. */
  value: string
  onValueChange: (value: string) => void
  onBlur?: ComponentProps<'select'>['onBlur']
  /** The years run from the last, this one, back to the first, that of the oldest birthday allowed. */
  lastYear?: number
  firstYear?: number
  /** Tells the browser's autofill that this is the user's own date of birth. */
  birthday?: boolean
  disabled?: boolean
  /** Refers to the day selector, so that a form can focus it. */
  ref?: Ref<HTMLSelectElement>
  id?: string
  className?: string
}

const plain = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: String(Number(value)) }))

/**
 * A date by day, month and year selectors. The days follow the month; if that clears the day, the field explains why.
 */
export function DateSelect({
  label,
  hint,
  error,
  warning,
  optional,
  name,
  value,
  onValueChange,
  onBlur,
  lastYear = new Date().getFullYear(),
  firstYear = FIRST_BIRTH_YEAR,
  birthday = false,
  disabled,
  ref,
  id,
  className,
}: DateSelectProps) {
  const [clearedReason, setClearedReason] = useState<string | null>(null)
  const parts = splitDate(value)
  const notes = { hint, error, warning: parts.day === '' ? (clearedReason ?? warning) : warning }
  const ids = useFieldIds(id, name, notes)
  const change = (changed: Partial<DateParts>) => {
    setClearedReason((before) => clearedDayMessage(value, changed) ?? ('day' in changed ? null : before))
    onValueChange(changeDate(value, changed))
  }
  const selectors = [
    { part: 'day', label: 'Day', options: plain(dayOptions(parts)), width: 'w-20 sm:w-24', auto: 'bday-day' },
    {
      part: 'month',
      label: 'Month',
      options: MONTHS,
      width: 'min-w-32 grow sm:min-w-40 sm:grow-0',
      auto: 'bday-month',
    },
    {
      part: 'year',
      label: 'Year',
      options: plain(yearsBack(lastYear, firstYear)),
      width: 'w-26 sm:w-28',
      auto: 'bday-year',
    },
  ] as const satisfies readonly { part: keyof DateParts; [more: string]: unknown }[]
  return (
    <FieldGroup {...{ ids, label, optional, className }} {...notes}>
      <div className="flex flex-wrap gap-2 sm:gap-3">
        {selectors.map((selector, index) => {
          const selectId = index === 0 ? ids.id : `${ids.id}-${selector.part}`
          return (
            <div key={selector.part} className={selector.width}>
              <label htmlFor={selectId} className="mb-1 block text-sm text-ink-soft">
                {selector.label}
              </label>
              <SelectBox
                id={selectId}
                ref={index === 0 ? ref : undefined}
                options={selector.options}
                placeholder=""
                value={parts[selector.part]}
                invalid={Boolean(error)}
                disabled={disabled}
                aria-invalid={error ? true : undefined}
                autoComplete={birthday ? selector.auto : 'off'}
                onBlur={onBlur}
                onChange={(event) => change({ [selector.part]: event.target.value })}
              />
            </div>
          )
        })}
      </div>
    </FieldGroup>
  )
}

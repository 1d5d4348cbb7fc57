import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { FieldError, FieldHint, type FieldProps } from './field.tsx'
import { useFieldIds } from './field-ids.ts'

export type CheckboxProps = Omit<FieldProps, 'optional' | 'warning'> & Omit<ComponentProps<'input'>, 'type'>

/** One statement to tick. The label may hold links; the whole line is the target. */
export function Checkbox({ label, hint, error, id, className, ...input }: CheckboxProps) {
  const ids = useFieldIds(id, input.name, { hint, error })
  return (
    // The space below a message keeps it apart from the next box.
    <div className={clsx(error && 'pb-4', className)}>
      <label className="-mx-2 flex min-h-11 items-start gap-3 rounded-md px-2 py-2.5 transition-colors duration-150 hover:bg-sunken">
        <CheckBox
          {...input}
          id={ids.id}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          wrong={Boolean(error)}
        />
        <span>{label}</span>
      </label>
      {hint ? (
        <div className="pl-9">
          <FieldHint id={ids.hintId}>{hint}</FieldHint>
        </div>
      ) : null}
      {error ? (
        <div className={clsx('pl-9', hint ? '-mt-1' : '-mt-3.5')}>
          <FieldError id={ids.errorId}>{error}</FieldError>
        </div>
      ) : null}
    </div>
  )
}

/** The box alone, for rows that have their own label. */
export function CheckBox({
  wrong = false,
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & { wrong?: boolean }) {
  return (
    <span className="relative mt-px flex size-6 shrink-0">
      <input
        {...input}
        type="checkbox"
        className={clsx(
          'peer size-6 appearance-none rounded-sm border bg-surface checked:border-primary checked:bg-primary',
          'transition-colors duration-150 disabled:bg-sunken forced-colors:appearance-auto',
          wrong ? 'border-2 border-danger' : 'border-edge',
        )}
      />
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 hidden size-6 text-on-primary peer-checked:block forced-colors:hidden"
      >
        <path d="m6.5 12.5 3.75 3.75L17.5 8.5" fill="none" stroke="currentColor" strokeWidth="2.25" />
      </svg>
    </span>
  )
}

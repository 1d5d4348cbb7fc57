import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { FieldIds } from './field-ids.ts'
import { AlertIcon } from './icons.tsx'
import { WarningNote } from './warning-note.tsx'

/** Props of every field besides the attributes of its control. */
export type FieldProps = {
  label: ReactNode
  /** Shown under the label. */
  hint?: ReactNode
  /** Shown under the control, with an icon. */
  error?: string | undefined
  /** A problem that does not stop the user. */
  warning?: ReactNode
  /** The warning is only information, and is grey. */
  isNote?: boolean | undefined
  /** Adds "(optional)" to the label. */
  optional?: boolean
}

export type FieldWidth = 'full' | 'medium' | 'short'

export const FIELD_WIDTHS = {
  full: 'w-full',
  medium: 'w-full sm:max-w-80',
  short: 'w-full max-w-40',
} satisfies Record<FieldWidth, string>

/** The classes of a text box or select. */
/** The classes of a low control for toolbars: 44 px, with a mouse 36 px. */
export const LOW_CONTROL = 'h-11 min-h-0! py-0! text-sm desk:h-9'

export function controlClasses(invalid: boolean, extra?: string): string {
  return clsx(
    'block min-h-12 rounded-md border bg-surface px-3 py-2 text-base text-ink',
    'transition-colors duration-150 ease-calm',
    'disabled:bg-sunken disabled:text-ink-soft disabled:hover:border-edge [&[readonly]]:bg-sunken',
    invalid ? 'border-2 border-danger px-[11px]' : 'border-edge hover:border-ink',
    extra,
  )
}

export function OptionalMark() {
  return <span className="font-normal text-ink-soft"> (optional)</span>
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className="mt-0.5 text-sm text-pretty text-ink-soft">
      {children}
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} data-error="" className="mt-2 flex items-start gap-2 text-sm font-semibold text-danger">
      <AlertIcon className="mt-0.5 size-5" />
      <span>
        <span className="sr-only">Error: </span>
        <span>{children}</span>
      </span>
    </p>
  )
}

type Props = FieldProps & { ids: FieldIds; className?: string | undefined; children: ReactNode }

/** Label, hint, control, error and warning of one question, tied together. */
export function Field({ ids, label, hint, error, warning, isNote, optional, className, children }: Props) {
  return (
    <div className={className}>
      <label htmlFor={ids.id} className="block font-semibold">
        <span>{label}</span>
        {optional ? <OptionalMark /> : null}
      </label>
      {hint ? <FieldHint id={ids.hintId}>{hint}</FieldHint> : null}
      <div className="mt-2">{children}</div>
      {error ? <FieldError id={ids.errorId}>{error}</FieldError> : null}
      {warning ? (
        <WarningNote id={ids.warningId} {...{ isNote }}>
          {warning}
        </WarningNote>
      ) : null}
    </div>
  )
}

/** The same for a question that is answered by several controls. */
export function FieldGroup({ ids, label, hint, error, warning, optional, className, children }: Props) {
  return (
    <fieldset className={clsx('min-w-0', className)} aria-describedby={ids.describedBy}>
      <legend className="font-semibold">
        <span>{label}</span>
        {optional ? <OptionalMark /> : null}
      </legend>
      {hint ? <FieldHint id={ids.hintId}>{hint}</FieldHint> : null}
      <div className="mt-2">{children}</div>
      {error ? <FieldError id={ids.errorId}>{error}</FieldError> : null}
      {warning ? <WarningNote id={ids.warningId}>{warning}</WarningNote> : null}
    </fieldset>
  )
}

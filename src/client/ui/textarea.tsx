import type { ComponentProps } from 'react'
import { controlClasses, Field, type FieldProps } from './field.tsx'
import { useFieldIds } from './field-ids.ts'

export type TextareaProps = FieldProps & ComponentProps<'textarea'>

/** Several lines of text; the box grows with them where the browser can. */
export function Textarea({
  label,
  hint,
  error,
  warning,
  optional,
  id,
  className,
  rows = 3,
  ...textarea
}: TextareaProps) {
  const ids = useFieldIds(id, textarea.name, { hint, error, warning })
  return (
    <Field {...{ ids, label, hint, error, warning, optional, className }}>
      <textarea
        {...textarea}
        rows={rows}
        id={ids.id}
        aria-describedby={ids.describedBy}
        aria-invalid={error ? true : undefined}
        className={controlClasses(Boolean(error), 'field-sizing-content w-full')}
      />
    </Field>
  )
}

import type { ComponentProps } from 'react'
import { controlClasses, Field, type FieldProps } from './field.tsx'
import { useFieldIds } from './field-ids.ts'

export type TextAreaProps = FieldProps & ComponentProps<'textarea'>

export function TextArea({ label, hint, error, warning, optional, id, className, ...area }: TextAreaProps) {
  const ids = useFieldIds(id, area.name, { hint, error, warning })
  return (
    <Field {...{ ids, label, hint, error, warning, optional, className }}>
      <textarea
        rows={4}
        {...area}
        id={ids.id}
        aria-describedby={ids.describedBy}
        aria-invalid={error ? true : undefined}
        className={controlClasses(Boolean(error), 'w-full resize-y')}
      />
    </Field>
  )
}

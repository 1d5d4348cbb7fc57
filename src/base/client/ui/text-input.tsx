import type { ComponentProps, ReactNode } from 'react'
import { controlClasses, Field, FIELD_WIDTHS, type FieldProps, type FieldWidth } from './field.tsx'
import { useFieldIds } from './field-ids.ts'

export type TextInputProps = FieldProps &
  Omit<ComponentProps<'input'>, 'width'> & {
    width?: FieldWidth
    /** A button or link at the end of the box. */
    trailing?: ReactNode
    /** Offered while typing. */
    suggestions?: readonly string[] | undefined
  }

/** One line of text. Takes `{...register('name')}`; the field's id is its name unless an id is given. */
export function TextInput({
  label,
  hint,
  error,
  warning,
  optional,
  width = 'full',
  trailing,
  suggestions,
  id,
  className,
  ...input
}: TextInputProps) {
  const ids = useFieldIds(id, input.name, { hint, error, warning })
  return (
    <Field {...{ ids, label, hint, error, warning, optional, className }}>
      <div className={`relative ${FIELD_WIDTHS[width]}`}>
        <input
          type="text"
          {...input}
          id={ids.id}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          list={suggestions && `${ids.id}-suggestions`}
          className={controlClasses(Boolean(error), trailing ? 'w-full pr-20' : 'w-full')}
        />
        {suggestions ? (
          <datalist id={`${ids.id}-suggestions`}>
            {suggestions.map((text) => (
              <option key={text}>{text}</option>
            ))}
          </datalist>
        ) : null}
        {trailing ? <div className="absolute inset-y-0 right-0.5 flex items-center">{trailing}</div> : null}
      </div>
    </Field>
  )
}

import type { FirmField as Field } from '#features/brand/rules/sections.ts'
import { Select } from '#base/client/ui/select.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { ColourField } from './colour-field.tsx'
import { ServicesField } from './services-field.tsx'

export type FirmFieldProps = {
  name: string
  field: Field
  value: string
  error: string | undefined
  /** Whether a field that is not required says so. */
  marksOptional: boolean
}

const INPUT_TYPES: Partial<Record<Field['kind'], string>> = { email: 'email', phone: 'tel', url: 'url' }
const SHORT_KINDS = new Set<Field['kind']>(['phone', 'digits', 'prefix', 'date', 'hours', 'count'])
/** Room for `FSP 12345`, which is taken as 12345. */
const DIGITS_TYPED = 20
/** Height of the larger fields, in lines. */
const ROWS: Partial<Record<Field['kind'], number>> = { lines: 3, 'closed-days': 5, wording: 6, letter: 12 }

/** One field of the firm's settings. */
export function FirmField({ name, field, value, error, marksOptional }: FirmFieldProps) {
  const { label, hint, kind, max, required, choices } = field
  const shared = { name, label, hint, error, defaultValue: value }
  // A number is never empty.
  const optional = marksOptional && required !== true && kind !== 'count'
  if (choices !== undefined) {
    const options = Object.entries(choices).map(([option, text]) => ({ value: option, label: text }))
    return <Select {...shared} options={options} placeholder={null} width="medium" />
  }
  if (kind === 'services') return <ServicesField {...shared} />
  if (kind === 'colour') return <ColourField {...{ name, label, hint, error, value }} />
  const rows = ROWS[kind]
  if (rows !== undefined) return <TextArea {...shared} {...{ optional, rows }} maxLength={max} />
  return (
    <TextInput
      {...shared}
      {...{ optional }}
      type={INPUT_TYPES[kind] ?? 'text'}
      {...(kind === 'count'
        ? { inputMode: 'numeric', maxLength: 3 }
        : { maxLength: kind === 'digits' ? DIGITS_TYPED : max })}
      width={SHORT_KINDS.has(kind) ? 'medium' : 'full'}
      autoComplete="off"
    />
  )
}

import type { FirmField as Field } from '#features/brand/rules/sections.ts'
import { Select } from '#base/client/ui/select.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
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
const SHORT_KINDS = new Set<Field['kind']>(['phone', 'digits', 'prefix', 'colour', 'date', 'hours', 'count'])
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
  const rows = ROWS[kind]
  if (rows !== undefined) return <TextArea {...shared} {...{ optional, rows }} maxLength={max} />
  return (
    <TextInput
      {...shared}
      {...{ optional }}
      type={INPUT_TYPES[kind] ?? 'text'}
      {...(kind === 'count' ? { inputMode: 'numeric', maxLength: 3 } : { maxLength: max })}
      width={SHORT_KINDS.has(kind) ? 'medium' : 'full'}
      autoComplete="off"
    />
  )
}

import type { FirmField as Field } from '#domain/firm/sections.ts'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { ServicesField } from './services-field.tsx'

export type FirmFieldProps = {
  name: string
  field: Field
  value: string
  /** Set by an environment variable: it cannot be changed here. */
  pinned: boolean
  error: string | undefined
  /** Whether a field that is not required says so. */
  marksOptional: boolean
  /** Stores a pinned value, so that it stays when the variable is removed. */
  onKeep: () => void
}

const INPUT_TYPES: Partial<Record<Field['kind'], string>> = { email: 'email', phone: 'tel', url: 'url' }
const SHORT_KINDS = new Set<Field['kind']>(['phone', 'digits', 'prefix', 'colour', 'date', 'hours', 'count'])
/** Height of the larger fields, in lines. */
const ROWS: Partial<Record<Field['kind'], number>> = { lines: 3, 'closed-days': 5, wording: 6, letter: 12 }

/** One field of the firm's settings. */
export function FirmField({ name, field, value, pinned, error, marksOptional, onKeep }: FirmFieldProps) {
  const { label, hint, kind, max, required, choices } = field
  if (pinned) return <PinnedField {...{ field, value, onKeep }} />
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

function PinnedField({ field, value, onKeep }: Pick<FirmFieldProps, 'field' | 'value' | 'onKeep'>) {
  const { label, variable, choices } = field
  return (
    <div>
      <p className="font-semibold">{label}</p>
      <p className="mt-2 wrap-anywhere whitespace-pre-line">{choices?.[value] ?? value}</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
        <span>
          Set on the server by <code>{variable}</code>
        </span>
        <Button tone="quiet" size="small" onClick={onKeep} aria-label={`Keep this value here: ${label}`}>
          Keep this value here
        </Button>
      </div>
    </div>
  )
}

import { useState } from 'react'
import { isReadable } from '#features/brand/rules/palette.ts'
import { TextInput } from '#base/client/ui/text-input.tsx'

type Props = {
  name: string
  label: string
  hint: string | undefined
  error: string | undefined
  value: string
}

/** A colour as text and by the browser's picker, and whether text in it can be read. */
export function ColourField({ name, label, hint, error, value }: Props) {
  const [typed, setTyped] = useState(value)
  const hex = typed.trim().toLowerCase()
  const isColour = /^#[0-9a-f]{6}$/u.test(hex)
  return (
    <div>
      <div className="flex items-end gap-3">
        <TextInput
          {...{ name, label, hint, error }}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          maxLength={7}
          className="w-64"
          autoComplete="off"
        />
        <input
          type="color"
          aria-label={`Choose: ${label}`}
          className="h-12 w-14 shrink-0 rounded-md border border-edge bg-surface p-1"
          value={isColour ? hex : '#ffffff'}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <p role="status" className="mt-2 text-sm text-warning empty:hidden">
        {isColour && !isReadable(hex)
          ? 'Low contrast: text in this colour would be hard to read on a light background. Text keeps the standard colour.'
          : null}
      </p>
    </div>
  )
}

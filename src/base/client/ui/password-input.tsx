import { useState } from 'react'
import { TextInput, type TextInputProps } from './text-input.tsx'

/** A password field with a Show/Hide toggle. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  const what = typeof props.label === 'string' ? props.label.toLowerCase() : 'password'
  return (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <button
          type="button"
          aria-label={`${shown ? 'Hide' : 'Show'} ${what}`}
          className="min-h-11 min-w-16 rounded-md px-3 text-sm font-semibold text-link hover:underline"
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      }
    />
  )
}

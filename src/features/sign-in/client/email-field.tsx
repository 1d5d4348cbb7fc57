import type { RefObject } from 'react'
import { TextInput, type TextInputProps } from '#base/client/ui/text-input.tsx'

/** Passes the e-mail address between the forms of the sign-in page. */
export type EmailHandover = {
  emailField: RefObject<HTMLInputElement | null>
  /** The text of the other form. */
  email: string
}

/** What was typed at sign-in, for the form of a forgotten password. */
export const typedAddress = { current: '' }

type Props = Pick<TextInputProps, 'ref' | 'defaultValue' | 'onChange' | 'hint' | 'error' | 'autoComplete'>

/** The e-mail address, which is the username. */
export function EmailField(props: Props) {
  return (
    <TextInput
      label="Email Address"
      name="username"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="name@example.com"
      required
      {...props}
    />
  )
}

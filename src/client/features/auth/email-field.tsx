import type { Ref } from 'react'
import { TextInput, type TextInputProps } from '#client/ui/text-input.tsx'

/** How the sign-in page hands the e-mail address from one form to the other. */
export type EmailHandover = {
  emailField: Ref<HTMLInputElement>
  /** What was typed in the other form. */
  email: string
}

type Props = Pick<TextInputProps, 'ref' | 'defaultValue' | 'onChange' | 'hint' | 'error'>

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

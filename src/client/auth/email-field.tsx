import { TextInput } from '#client/ui/text-input.tsx'

export type EmailFieldProps = {
  /** Kept by the page, so that it goes along from one form to the other. */
  email: string
  onEmail: (email: string) => void
  error: string | undefined
  hint?: string
}

/** The e-mail address, which is the username. */
export function EmailField({ email, onEmail, error, hint }: EmailFieldProps) {
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
      value={email}
      onChange={(event) => onEmail(event.target.value)}
      {...{ error, hint }}
    />
  )
}

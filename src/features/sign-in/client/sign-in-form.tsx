import { useRef } from 'react'
import { Link } from 'wouter'
import { paths } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { PasswordInput } from '#base/client/ui/password-input.tsx'
import { useHydrated } from '#base/client/ui/use-hydrated.ts'
import { EmailField, typedAddress, type EmailHandover } from './email-field.tsx'
import { emailProblem } from './email-problem.ts'
import { FormError } from '#base/client/form/form-error.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { useSmallForm, type FieldProblems } from '#base/client/form/use-small-form.ts'

type Name = 'username' | 'password'
const names = ['username', 'password'] as const

function check({ username, password }: Record<Name, string>): FieldProblems<Name> {
  const wrongEmail = emailProblem(username)
  return {
    ...(wrongEmail && { username: wrongEmail }),
    ...(password === '' && { password: 'Please enter your password' }),
  }
}

/**
 * E-mail address and password. The fields are uncontrolled, because typing may start before hydration. Until then the
 * form cannot be submitted natively (POST, so that no password gets into an address).
 */
export function SignInForm({ emailField, email }: EmailHandover) {
  const { signIn } = useSession()
  const ready = useHydrated()
  const password = useRef<HTMLInputElement>(null)
  const form = useSmallForm({
    names,
    check,
    send: (texts) =>
      signIn.mutateAsync(texts).catch((error: unknown) => {
        password.current?.select()
        throw error
      }),
  })
  return (
    <form method="post" {...form.formProps}>
      <ErrorSummary errors={form.items} attempt={form.attempt} />
      <FormError error={form.items.length === 0 ? signIn.error : null} />
      <div className="flex flex-col gap-6">
        <EmailField
          ref={emailField}
          defaultValue={email}
          // Browsers offer passkeys there too.
          autoComplete="username webauthn"
          error={form.problems.username}
        />
        <div>
          <PasswordInput
            ref={password}
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            error={form.problems.password}
          />
          <Link
            href={paths.resetPassword}
            onClick={() => {
              typedAddress.current = emailField.current?.value ?? ''
            }}
            className="text-link mt-1 inline-block py-2.5 text-sm"
          >
            Forgot your password?
          </Link>
        </div>
        <Button
          type="submit"
          disabled={!ready}
          pending={signIn.isPending}
          pendingLabel="Signing in..."
          className="awaits-script w-full"
        >
          Sign In
        </Button>
      </div>
    </form>
  )
}

import { useState } from 'react'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { newPasswordProblem } from './check-new-password.ts'
import { EmailField, type EmailHandover } from './email-field.tsx'
import { emailProblem } from './email-problem.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { FormError } from '#base/client/form/form-error.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { useSmallForm } from '#base/client/form/use-small-form.ts'

const names = ['username', 'fullName', 'password'] as const

/** Creates a client's account (decisions, "Register"). */
export function RegisterForm({ emailField, email }: EmailHandover) {
  const { register } = useSession()
  const [typedEmail, setTypedEmail] = useState(email)
  const { firmName } = useBranding()
  const form = useSmallForm({
    names,
    check: async ({ username, password }) => {
      const wrongEmail = emailProblem(username)
      const wrongPassword = await newPasswordProblem(password, { username, firmName })
      return {
        ...(wrongEmail && { username: wrongEmail }),
        ...(wrongPassword && { password: wrongPassword }),
      }
    },
    send: ({ username, password, fullName }) =>
      register.mutateAsync({ username, password, fullName: fullName.trim() || undefined }),
  })
  return (
    <form {...form.formProps}>
      <ErrorSummary errors={form.items} attempt={form.attempt} />
      <FormError error={form.items.length === 0 ? register.error : null} />
      <div className="flex flex-col gap-6">
        <EmailField
          ref={emailField}
          defaultValue={email}
          onChange={(event) => setTypedEmail(event.target.value)}
          error={form.problems.username}
        />
        <TextInput
          label="Full Name"
          name="fullName"
          autoComplete="name"
          optional
          maxLength={200}
          error={form.problems.fullName}
        />
        <NewPasswordField
          label="Password"
          name="password"
          owner={{ username: typedEmail, firmName }}
          error={form.problems.password}
        />
        <Button
          type="submit"
          pending={register.isPending}
          pendingLabel="Creating your account..."
          className="w-full"
        >
          Create account
        </Button>
      </div>
    </form>
  )
}

import { useState } from 'react'
import type { BodyOf } from '#domain/api/contract.ts'
import { FormError } from '#client/features/auth/form-error.tsx'
import { CodeField } from '#client/features/auth/second-factor/code-field.tsx'
import { useSmallForm } from '#client/features/auth/use-small-form.ts'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { PasswordInput } from '#client/ui/password-input.tsx'

/** Proof of identity before the authenticator is changed. */
export type Proof = BodyOf<'POST /api/account/second-factor/removal'>

const names = ['password', 'code'] as const

type Props = { id: string; send: (proof: Proof) => Promise<unknown> }

/** Password and code; its submit button is in the dialog's footer (`form={id}`). */
export function ProofForm({ id, send }: Props) {
  const [error, setError] = useState<Error | null>(null)
  const form = useSmallForm({
    names,
    check: ({ password, code }) => ({
      ...(password === '' && { password: 'Please enter your password' }),
      ...(code.trim() === '' && { code: 'Please enter the code' }),
    }),
    send: async (proof) => {
      try {
        await send(proof)
      } catch (failure) {
        if (failure instanceof Error) setError(failure)
        throw failure
      }
    },
  })
  return (
    <form id={id} noValidate onSubmit={form.onSubmit}>
      <ErrorSummary errors={form.items} attempt={form.attempt} />
      <FormError error={form.items.length === 0 ? error : null} />
      <div className="flex flex-col gap-6">
        <PasswordInput
          label="Your password"
          name="password"
          autoComplete="current-password"
          required
          error={form.problems.password}
          data-autofocus=""
        />
        <CodeField
          kind="code"
          hint="The six digits in your authenticator app, or a recovery code"
          error={form.problems.code}
        />
      </div>
    </form>
  )
}

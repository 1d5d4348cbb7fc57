import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Redirect } from 'wouter'
import type { AnswerOf } from '#domain/api/contract.ts'
import { homeFor } from '#domain/users/roles.ts'
import { call } from '#client/shared/lib/api.ts'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { SignInLayout } from '#client/shared/shell/layouts/sign-in-layout.tsx'
import { paths } from '#client/shared/shell/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { PasswordInput } from '#client/ui/password-input.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { FormError } from '../form-error.tsx'
import { CodeField } from '../second-factor/code-field.tsx'
import { session } from '../session.ts'
import { useSession } from '../use-session.ts'
import { useSmallForm } from '../use-small-form.ts'

type Pending = AnswerOf<'GET /api/sso/pending'>

const names = ['password', 'code'] as const

/** "Is this you?": links an active account to a sign-in at a provider with its password, once. */
export function LinkPage() {
  const { user } = useSession()
  const { data, isError } = useQuery({ ...queryFor('GET /api/sso/pending'), retry: false })
  if (user) return <Redirect to={homeFor(user.role)} replace />
  return (
    <SignInLayout>
      <PageHeading title="Is this you?" />
      {isError ? (
        <Notice tone="warning" live="alert" title="This sign-in is too old">
          Please start again from the sign-in page.
        </Notice>
      ) : null}
      {data === undefined && !isError ? <Spinner label="Loading..." /> : null}
      {data === undefined ? null : <LinkForm pending={data} />}
      <Link href={paths.signIn} className="text-link mt-4 inline-block py-2.5">
        Back to sign-in
      </Link>
    </SignInLayout>
  )
}

function LinkForm({ pending: { provider, username, needsCode } }: { pending: Pending }) {
  const [error, setError] = useState<Error | null>(null)
  const [sending, setSending] = useState(false)
  const form = useSmallForm({
    names,
    check: ({ password, code }) => ({
      ...(password === '' && { password: 'Please enter your password' }),
      ...(needsCode && code.trim() === '' && { code: 'Please enter the code' }),
    }),
    send: async ({ password, code }) => {
      setSending(true)
      setError(null)
      try {
        const body = { password, ...(needsCode && { code }) }
        session.setUser(await call('POST /api/sso/link', { body }))
      } catch (failure) {
        if (failure instanceof Error) setError(failure)
        throw failure
      } finally {
        setSending(false)
      }
    },
  })
  return (
    <form method="post" noValidate onSubmit={form.onSubmit}>
      <p className="mb-6 text-pretty wrap-anywhere">
        {`You signed in with ${provider}. Enter the password of ${username} once to link this account. From then on, you sign in with ${provider} alone.`}
      </p>
      <ErrorSummary errors={form.items} attempt={form.attempt} />
      <FormError error={form.items.length === 0 ? error : null} />
      <div className="flex flex-col gap-6">
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={form.problems.password}
        />
        {needsCode ? (
          <CodeField
            kind="code"
            hint="The six digits in your authenticator app, or a recovery code"
            error={form.problems.code}
          />
        ) : null}
        <Button type="submit" pending={sending} pendingLabel="Linking..." className="w-full">
          Link and Sign In
        </Button>
      </div>
    </form>
  )
}

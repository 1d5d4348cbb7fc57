import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Redirect } from 'wouter'
import type { SessionUser } from '#features/access/api/auth.ts'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import { homeFor } from '#features/access/rules/roles.ts'
import { call } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { SignInLayout } from '#features/brand/client/shell/layouts/sign-in-layout.tsx'
import { paths } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { PasswordInput } from '#base/client/ui/password-input.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { FormError } from '#base/client/form/form-error.tsx'
import { answerWithPasskey, NoAnswerError } from '#features/sign-in/client/passkeys/prove.ts'
import { CodeField } from '#features/sign-in/client/second-factor/code-field.tsx'
import { session } from '#features/access/client/session.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { useSmallForm } from '#base/client/form/use-small-form.ts'

type Pending = AnswerOf<'GET /api/sso/pending'>
type Way = 'password' | 'passkey'

const names = ['password', 'code'] as const

/** "Is this you?": links an active account to a sign-in at a provider, once its owner is proved. */
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

async function linkByPasskey(): Promise<SessionUser> {
  const { options } = await call('POST /api/sso/link/options')
  const response = await answerWithPasskey(options)
  return call('POST /api/sso/link', { body: { proof: { by: 'passkey', response } } })
}

function LinkForm({ pending: { provider, username, needsCode, hasPasskey } }: { pending: Pending }) {
  const { error, sending, link } = useLink()
  const form = useSmallForm({
    names,
    check: ({ password, code }) => ({
      ...(password === '' && { password: 'Please enter your password' }),
      ...(needsCode && code.trim() === '' && { code: 'Please enter the code' }),
    }),
    send: ({ password, code }) => {
      const proof = { by: 'password', password, ...(needsCode && { code }) } as const
      return link('password', () => call('POST /api/sso/link', { body: { proof } }))
    },
  })
  const byPasskey = hasPasskey && 'PublicKeyCredential' in window
  const what = `Enter the password of ${username} once${byPasskey ? ', or use its passkey,' : ''} to link this account.`
  return (
    <form method="post" {...form.formProps}>
      <p className="mb-6 text-pretty wrap-anywhere">
        {`You signed in with ${provider}. ${what} From then on, you sign in with ${provider} alone.`}
      </p>
      <ErrorSummary errors={form.items} attempt={form.attempt} />
      <FormError
        error={form.items.length === 0 ? error : null}
        otherwise={error instanceof NoAnswerError ? error.message : undefined}
      />
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
        <Button
          type="submit"
          disabled={sending === 'passkey'}
          pending={sending === 'password'}
          pendingLabel="Linking..."
          className="w-full"
        >
          Link and Sign In
        </Button>
      </div>
      {byPasskey ? (
        <Button
          tone="secondary"
          disabled={sending === 'password'}
          pending={sending === 'passkey'}
          pendingLabel="Waiting for your device..."
          className="mt-4 w-full"
          onClick={() => void link('passkey', linkByPasskey).catch(() => undefined)}
        >
          Use a passkey instead
        </Button>
      ) : null}
    </form>
  )
}

/** Links in one of two ways at a time. */
function useLink() {
  const [error, setError] = useState<Error | null>(null)
  const [sending, setSending] = useState<Way | null>(null)
  const link = async (way: Way, send: () => Promise<SessionUser>) => {
    setSending(way)
    setError(null)
    try {
      session.setUser(await send())
    } catch (failure) {
      if (failure instanceof Error) setError(failure)
      throw failure
    } finally {
      setSending(null)
    }
  }
  return { error, sending, link }
}

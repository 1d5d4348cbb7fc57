import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WaitingAddress } from '#features/accounts/api/account.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { emailProblem } from '#features/sign-in/client/email-problem.ts'
import { useSmallForm } from '#base/client/form/use-small-form.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { ApiError, call, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Button } from '#base/client/ui/button.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PasswordInput } from '#base/client/ui/password-input.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { toast } from '#base/client/ui/toast-store.ts'

const addressQuery = queryFor('GET /api/account/address')
const names = ['email', 'currentPassword'] as const

/** Changes the e-mail address of a member of staff, confirmed by a link mailed to the new one. */
export function AddressSection({ username }: { username: string }) {
  const { data, isError, refetch } = useQuery(addressQuery)
  return (
    <details open={data?.waiting ? true : undefined}>
      <summary className="text-link min-h-11 py-2">Change your email address</summary>
      <p className="my-2 text-ink-soft">
        {`You sign in with ${username}, and our emails go there. A new address takes effect once you open the link that we send to it.`}
      </p>
      {isError ? (
        <LoadFailure onRetry={() => void refetch()}>Your email address could not be loaded.</LoadFailure>
      ) : null}
      {data === undefined && !isError ? <Spinner label="Loading your email address..." /> : null}
      {data === undefined ? null : data.waiting === null ? (
        <AddressForm />
      ) : (
        <Waiting waiting={data.waiting} />
      )}
    </details>
  )
}

function Waiting({ waiting: { email, expiresAt } }: { waiting: WaitingAddress }) {
  const client = useQueryClient()
  const withdraw = useMutation({
    mutationFn: () => call('DELETE /api/account/address'),
    onSuccess: () => {
      client.setQueryData(addressQuery.queryKey, { waiting: null })
      toast({ title: 'Change withdrawn', description: 'Your email address stays the same.' })
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Not withdrawn', description: detailOf(error) }),
  })
  return (
    <Notice title="Please confirm your new address">
      <p className="wrap-anywhere">
        {`We sent a link to ${email}. Open it before ${formatDateTime(new Date(expiresAt))} and sign in with your current address and password.`}
      </p>
      <Button
        size="small"
        tone="secondary"
        className="mt-4"
        pending={withdraw.isPending}
        pendingLabel="Withdrawing..."
        onClick={() => withdraw.mutate()}
      >
        Withdraw
      </Button>
    </Notice>
  )
}

function AddressForm() {
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const form = useSmallForm({
    names,
    check: ({ email, currentPassword }) => {
      const wrongEmail = emailProblem(email)
      return {
        ...(wrongEmail !== null && { email: wrongEmail }),
        ...(currentPassword === '' && { currentPassword: 'Please enter your password' }),
      }
    },
    send: async (body) => {
      setPending(true)
      try {
        const asked = await callIdempotent('POST /api/account/address', { body })
        client.setQueryData(addressQuery.queryKey, asked)
        toast({ title: 'Link sent', description: `Please open it in ${asked.waiting.email}.` })
      } catch (error) {
        const isAboutField =
          error instanceof ApiError && names.some((name) => error.fields[name] !== undefined)
        if (!isAboutField)
          toast({ variant: 'destructive', title: 'Not changed', description: detailOf(error) })
        throw error
      } finally {
        setPending(false)
      }
    },
  })
  return (
    <form {...form.formProps} className="grid gap-5">
      <TextInput
        label="New Email Address"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        width="medium"
        required
        error={form.problems.email}
      />
      <PasswordInput
        label="Current Password"
        name="currentPassword"
        autoComplete="current-password"
        width="medium"
        required
        error={form.problems.currentPassword}
      />
      <Button
        type="submit"
        tone="secondary"
        className="sm:justify-self-start"
        pending={pending}
        pendingLabel="Sending..."
      >
        Send Confirmation Link
      </Button>
    </form>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { OwnIdentity } from '#domain/api/sso.ts'
import { formatDate, formatDateTime } from '#domain/time/dates.ts'
import { useBranding } from '#client/shared/shell/branding.tsx'
import { FormError } from '#client/features/auth/form-error.tsx'
import { useSmallForm } from '#client/features/auth/use-small-form.ts'
import { call } from '#client/shared/lib/api.ts'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { PasswordInput } from '#client/ui/password-input.tsx'
import { Section } from '#client/ui/section.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { toast } from '#client/ui/toast-store.ts'

const identitiesQuery = queryFor('GET /api/account/identities')

/** How a member of staff signs in at the firm's providers; hidden where there is none. */
export function IdentitiesSection() {
  const { singleSignOn } = useBranding()
  const { data, isError, refetch } = useQuery({
    ...identitiesQuery,
    staleTime: 0,
    enabled: singleSignOn.length > 0,
  })
  const [removing, setRemoving] = useState<OwnIdentity | null>(null)
  if (singleSignOn.length === 0) return null
  const description =
    'Sign in at your firm instead of with a password. To link your account, sign out and sign in at your firm once.'
  return (
    <Section title="Single sign-on" description={description}>
      {isError ? <LoadFailure onRetry={() => void refetch()}>It could not be loaded.</LoadFailure> : null}
      {data === undefined && !isError ? <Spinner label="Loading..." /> : null}
      {data?.identities.length === 0 ? <p>Your account is not linked.</p> : null}
      <ul>
        {data?.identities.map((identity) => (
          <li
            key={identity.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-4 last:border-b-0"
          >
            <div className="min-w-0">
              <p className="font-semibold">{identity.label}</p>
              <p className="text-sm wrap-anywhere text-ink-soft">
                {`${identity.email === null ? '' : `${identity.email}. `}Linked on ${formatDate(new Date(identity.createdAt))}, last used ${formatDateTime(new Date(identity.lastUsedAt))}`}
              </p>
            </div>
            {data.hasPassword ? (
              <Button
                tone="secondary"
                size="small"
                aria-label={`Remove ${identity.label}`}
                onClick={() => setRemoving(identity)}
              >
                Remove
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {removing === null ? null : <RemoveDialog identity={removing} onClose={() => setRemoving(null)} />}
    </Section>
  )
}

function RemoveDialog({ identity, onClose }: { identity: OwnIdentity; onClose: () => void }) {
  const id = useId()
  const client = useQueryClient()
  const [error, setError] = useState<Error | null>(null)
  const remove = useMutation({
    mutationFn: (password: string) =>
      call('POST /api/account/identities/{id}/removal', {
        params: { id: identity.id },
        body: { proof: { by: 'password', password } },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: identitiesQuery.queryKey })
      toast({ title: 'Removed', description: `You no longer sign in with ${identity.label}.` })
      onClose()
    },
    onError: setError,
  })
  const form = useSmallForm({
    names: ['password'],
    check: ({ password }) => (password === '' ? { password: 'Please enter your password' } : {}),
    send: ({ password }) => remove.mutateAsync(password),
  })
  return (
    <Dialog
      open
      size="small"
      title={`Remove ${identity.label}`}
      description="You sign in with your password from then on. Sessions that began there end."
      closable={!remove.isPending}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" disabled={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button tone="danger" type="submit" form={id} pending={remove.isPending} pendingLabel="Removing...">
            Remove
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={form.onSubmit}>
        <FormError error={form.items.length === 0 ? error : null} />
        <PasswordInput
          label="Your password"
          name="password"
          autoComplete="current-password"
          required
          error={form.problems.password}
          data-autofocus=""
        />
      </form>
    </Dialog>
  )
}

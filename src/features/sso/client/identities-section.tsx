import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import type { OwnIdentity } from '#features/sso/api.ts'
import { formatDate, formatDateTime } from '#base/rules/time/dates.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { SsoNotice } from '#features/sso/client/sign-in/sso-notice.tsx'
import { PasswordDialog } from '#features/sign-in/client/password-dialog.tsx'
import { call } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Button } from '#base/client/ui/button.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { toast } from '#base/client/ui/toast-store.ts'

type Provider = { name: string; label: string }

const identitiesQuery = queryFor('GET /api/account/identities')

/** How a member of staff signs in at the firm's providers; hidden where there is none. */
export function IdentitiesSection() {
  const { singleSignOn } = useBranding()
  const { data, isError, refetch } = useQuery({
    ...identitiesQuery,
    staleTime: 0,
    enabled: singleSignOn.length > 0,
  })
  const [linking, setLinking] = useState<Provider | null>(null)
  const [removing, setRemoving] = useState<OwnIdentity | null>(null)
  if (singleSignOn.length === 0) return null
  const unlinked = singleSignOn.filter(
    ({ name }) => data?.identities.every(({ provider }) => provider !== name) === true,
  )
  return (
    <Section
      title="Single sign-on"
      description="Sign in at your firm instead of with a password. Link your account once, here."
    >
      <SsoNotice title="That didn’t work" />
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
            {data.isRemovable ? (
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
      <div className="mt-4 flex flex-wrap gap-2">
        {unlinked.map((provider) => (
          <Button key={provider.name} tone="secondary" size="small" onClick={() => setLinking(provider)}>
            {`Link ${provider.label}`}
          </Button>
        ))}
      </div>
      {linking === null ? null : <LinkDialog provider={linking} onClose={() => setLinking(null)} />}
      {removing === null ? null : <RemoveDialog identity={removing} onClose={() => setRemoving(null)} />}
    </Section>
  )
}

function LinkDialog({ provider: { name, label }, onClose }: { provider: Provider; onClose: () => void }) {
  const link = async (proof: GivenProof) => {
    const { address } = await call('POST /api/account/identities', { body: { provider: name, proof } })
    location.assign(address)
  }
  return (
    <PasswordDialog
      title={`Link ${label}`}
      description={`Confirm it’s you first. Then sign in at ${label}, which brings you back here.`}
      submitLabel="Continue"
      otherwise={`We couldn’t reach ${label}. Please try again in a moment.`}
      send={link}
      onClose={onClose}
    />
  )
}

function RemoveDialog({ identity, onClose }: { identity: OwnIdentity; onClose: () => void }) {
  const client = useQueryClient()
  const remove = async (proof: GivenProof) => {
    await call('POST /api/account/identities/{id}/removal', {
      params: { id: identity.id },
      body: { proof },
    })
    void client.invalidateQueries({ queryKey: identitiesQuery.queryKey })
    toast({ title: 'Removed', description: `You no longer sign in with ${identity.label}.` })
  }
  return (
    <PasswordDialog
      title={`Remove ${identity.label}`}
      description="You sign in with your password or a passkey from then on. Sessions that began there end."
      submitLabel="Remove"
      pendingLabel="Removing..."
      tone="danger"
      send={remove}
      onClose={onClose}
    />
  )
}

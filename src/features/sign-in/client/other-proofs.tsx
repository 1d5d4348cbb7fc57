import { useQuery } from '@tanstack/react-query'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import { isStaff } from '#features/access/rules/roles.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { proveByPasskey } from './passkeys/prove.ts'
import { useSession } from '#features/access/client/use-session.ts'

type Props = {
  disabled: boolean
  /** Whether both factors are needed: a passkey counts as both, a sign-in at the firm does not. */
  withCode: boolean
  /** Receives the proof, once the button was pressed. */
  onProve: (prove: () => Promise<GivenProof>) => void
}

/** Ways to prove who one is besides the password: those that the user has set up. */
export function OtherProofs(props: Props) {
  const { passkeys, singleSignOn } = useBranding()
  return (
    <div className="mt-4 flex flex-col items-start gap-2">
      {passkeys && 'PublicKeyCredential' in window ? <PasskeyProof {...props} /> : null}
      {singleSignOn.length > 0 && !props.withCode ? <SsoProof {...props} /> : null}
    </div>
  )
}

function PasskeyProof({ disabled, onProve }: Props) {
  const { data } = useQuery(queryFor('GET /api/account/passkeys'))
  if (!data?.some(({ worksHere }) => worksHere)) return null
  return (
    <Button tone="secondary" size="small" disabled={disabled} onClick={() => onProve(() => proveByPasskey())}>
      Use a passkey instead
    </Button>
  )
}

function SsoProof({ disabled, onProve }: Props) {
  const { user } = useSession()
  const isLinkable = user !== null && isStaff(user.role)
  const { data } = useQuery({
    ...queryFor('GET /api/account/identities'),
    staleTime: 0,
    enabled: isLinkable,
  })
  if (data === undefined || data.identities.length === 0) return null
  if (data.isProved) {
    return (
      <Button
        tone="secondary"
        size="small"
        disabled={disabled}
        onClick={() => onProve(() => Promise.resolve({ by: 'sso' }))}
      >
        Continue without a password: you have just signed in at your firm
      </Button>
    )
  }
  const returnTo = encodeURIComponent(location.pathname + location.search)
  return data.identities.map(({ id, provider, label }) => (
    <LinkButton key={id} size="small" href={`/api/sso/${provider}/prove?returnTo=${returnTo}`} external>
      {`Confirm with ${label} instead, and come back`}
    </LinkButton>
  ))
}

import { useMutation } from '@tanstack/react-query'
import { Redirect } from 'wouter'
import { homeFor } from '#features/access/rules/roles.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { SignInLayout } from '#features/brand/client/shell/layouts/sign-in-layout.tsx'
import { OfflineNotice } from '#features/brand/client/shell/offline-notice.tsx'
import { PageSpinner } from '#base/client/ui/page-spinner.tsx'
import { paths } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { requireCookies } from './cookies-blocked.ts'
import { MailedCodeForm } from './mailed-code-form.tsx'
import { session } from '#features/access/client/session.ts'
import { SignOutButton } from './sign-out-button.tsx'
import { isRefused } from './use-confirmation.ts'
import { useMailedToken } from './use-mailed-token.ts'
import { useSession } from '#features/access/client/use-session.ts'

/**
 * The page of an invitation's link. Opening it does nothing, so that mail scanners use nothing up: the press signs in, and
 * the next page asks for an own password.
 */
export function WelcomePage() {
  const { user, status } = useSession()
  const [token, forget, enter] = useMailedToken(paths.welcome)
  const arrival = useMutation({
    mutationFn: (mailed: string) => {
      requireCookies()
      return call('POST /api/invitation', { body: { token: mailed } })
    },
    onSuccess: (arrived) => {
      forget()
      session.setUser(arrived)
    },
    onError: (error) => {
      if (isRefused(error)) forget()
    },
  })
  if (status === 'loading') return <PageSpinner />
  if (user?.mustChangePassword) return <Redirect to={paths.changePassword} replace />
  if (user && token === null) return <Redirect to={homeFor(user.role)} replace />
  const press = { pending: arrival.isPending, onCode: arrival.mutate }
  return (
    <SignInLayout>
      {user ? (
        <SignedInAlready username={user.username} />
      ) : (
        <Arrival token={token} error={arrival.error} onEnter={enter} {...press} />
      )}
    </SignInLayout>
  )
}

type ArrivalProps = {
  token: string | null
  error: Error | null
  pending: boolean
  onCode: (token: string) => void
  onEnter: (token: string) => void
}

function Arrival({ token, error, pending, onCode, onEnter }: ArrivalProps) {
  const { firmName } = useBranding()
  return (
    <>
      <PageHeading
        title={`Welcome to ${firmName}`}
        lead={
          token === null
            ? 'Please open the link in your invitation email, or enter its code here.'
            : 'Your invitation is ready. Next, you choose a password that only you know.'
        }
      />
      <OfflineNotice />
      {error === null ? null : (
        <Notice tone="danger" live="alert" className="mb-6">
          {detailOf(error)}
        </Notice>
      )}
      {token === null ? (
        <MailedCodeForm label="Continue" pending={pending} onCode={onEnter} />
      ) : (
        <Button className="w-full" pending={pending} pendingLabel="Opening..." onClick={() => onCode(token)}>
          Open my account
        </Button>
      )}
      <p className="mt-8 border-t border-hairline pt-6">Have you chosen a password already?</p>
      <LinkButton href={paths.signIn} className="mt-3 w-full">
        Sign In
      </LinkButton>
    </>
  )
}

/** The invitation is for another account, or its owner is signed in by now. */
function SignedInAlready({ username }: { username: string }) {
  return (
    <>
      <PageHeading
        title="You are signed in already"
        lead={
          <span>
            You are signed in as <strong className="text-ink wrap-anywhere">{username}</strong>. If the
            invitation is for another account, sign out first, then open its link again.
          </span>
        }
      />
      <SignOutButton size="small" />
    </>
  )
}

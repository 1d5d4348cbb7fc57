import { useEffect } from 'react'
import { Redirect } from 'wouter'
import { pendingRequirement } from '#features/access/rules/authorisation/pending-requirements.ts'
import type { SessionUser } from '#features/access/api/auth.ts'
import { homeFor } from '#features/access/rules/roles.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { SignInLayout } from '#features/brand/client/shell/layouts/sign-in-layout.tsx'
import { PageSpinner } from '#base/client/ui/page-spinner.tsx'
import { paths } from '#base/client/paths.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { OfflineNotice } from '#features/brand/client/shell/offline-notice.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { MailedCodeForm } from './mailed-code-form.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { isRefused, useAnotherMail, useConfirmation } from './use-confirmation.ts'
import { useMailedToken } from './use-mailed-token.ts'
import { useSession } from '#features/access/client/use-session.ts'

const TITLE = 'Confirm your email address'

type Link = { token: string | null; forget: () => void }

/**
 * Where a new user waits for the mail with the link, and where the link leads (docs/decisions/0050). It only confirms
 * in a session of its account, so others sign in first.
 */
export function ConfirmAddressPage() {
  const { user, status, error, retry } = useSession()
  const [token, forget] = useMailedToken(paths.confirm)
  if (status === 'loading') return <PageSpinner />
  const waits = user !== null && pendingRequirement(user) === 'confirmation'
  if (token === null && !waits) return <Redirect to={user ? homeFor(user.role) : paths.signIn} replace />
  return (
    <SignInLayout>
      {user === null && error ? (
        <NotKnown error={error} retry={retry} />
      ) : user === null ? (
        <SignInFirst />
      ) : waits ? (
        <Waiting user={user} {...{ token, forget }} />
      ) : (
        <ConfirmedAlready user={user} forget={forget} />
      )}
    </SignInLayout>
  )
}

function Waiting({ user, token, forget }: { user: SessionUser } & Link) {
  const confirmation = useConfirmation(forget)
  const { mutate, error } = confirmation
  useEffect(() => {
    if (token !== null) mutate(token)
  }, [token, mutate])
  if (token !== null && error === null) {
    return (
      <>
        <PageHeading title={TITLE} />
        <Spinner label="Confirming..." />
      </>
    )
  }
  return (
    <>
      <PageHeading
        title={TITLE}
        lead={
          <span>
            We have sent an email to <strong className="text-ink wrap-anywhere">{user.username}</strong>. Open
            the link, or enter the code here. You can fill in your application meanwhile, and submit it once
            your address is confirmed.
          </span>
        }
      />
      <OfflineNotice />
      {error === null ? null : (
        <Notice
          tone="danger"
          live="alert"
          className="mb-6"
          action={
            token === null || isRefused(error) ? null : (
              <Button size="small" pending={confirmation.isPending} onClick={() => mutate(token)}>
                Try again
              </Button>
            )
          }
        >
          {detailOf(error)}
        </Notice>
      )}
      <MailedCodeForm label="Confirm" pending={confirmation.isPending} onCode={mutate} />
      <AnotherMail />
      <LinkButton href={paths.home} className="mt-6 w-full">
        Continue your application
      </LinkButton>
      <AnotherAddress />
    </>
  )
}

/** The session is unknown, so this does not redirect to the sign-in page. */
function NotKnown({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <>
      <PageHeading title={TITLE} />
      <Notice tone="danger" live="alert" action={<Button onClick={retry}>Retry</Button>}>
        {detailOf(error)}
      </Notice>
    </>
  )
}

function AnotherMail() {
  const { demo } = useBranding()
  const { retry: look } = useSession()
  const mail = useAnotherMail(look)
  // The link may have been followed on another device meanwhile.
  useEffect(() => {
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [look])
  return (
    <>
      <p className="text-pretty">
        The link works for three days. No email yet? Check your spam folder, or send it again.
      </p>
      {demo ? <p className="mt-3">In this demonstration, the link will appear here.</p> : null}
      <Button
        tone="secondary"
        className="mt-6 w-full"
        pending={mail.isPending}
        pendingLabel="Sending..."
        onClick={() => mail.mutate()}
      >
        Send the email again
      </Button>
      <div role="status">
        {mail.data ? (
          <Notice tone="success" className="mt-6">
            We have sent it again. Only the link in the newest email works.
          </Notice>
        ) : null}
        {mail.data?.link === undefined ? null : (
          <Notice
            tone="warning"
            title="Development mode"
            className="mt-3"
            action={
              <LinkButton href={mail.data.link} external size="small">
                Open the link
              </LinkButton>
            }
          >
            This is the link in the email.
          </Notice>
        )}
      </div>
      {mail.error ? (
        <Notice tone="danger" live="alert" className="mt-6">
          {detailOf(mail.error)}
        </Notice>
      ) : null}
    </>
  )
}

function AnotherAddress() {
  return (
    <div className="mt-8 border-t border-hairline pt-6">
      <p className="mb-4 text-pretty">
        Wrong address? Sign out, and create an account with the right one. We’ll remove this one after three
        days.
      </p>
      <SignOutButton size="small" />
    </div>
  )
}

function SignInFirst() {
  return (
    <>
      <PageHeading title={TITLE} lead="Sign in with the password you chose to confirm your address." />
      <LinkButton href={paths.signIn} tone="primary" className="w-full">
        Sign In
      </LinkButton>
      <p className="mt-8 text-pretty">
        Did you create the account more than three days ago? It has since been removed. Please create it
        again.
      </p>
      <p className="mt-3 text-pretty">
        Wasn’t you? You can ignore the email. Without your confirmation the account can’t be used, and we’ll
        remove it.
      </p>
    </>
  )
}

/** The link was followed twice, or belongs to another account. */
function ConfirmedAlready({ user, forget }: { user: SessionUser; forget: () => void }) {
  return (
    <>
      <PageHeading
        title="Your email address is confirmed"
        lead={
          <span>
            You are signed in as <strong className="text-ink wrap-anywhere">{user.username}</strong>, and
            there’s nothing left to confirm.
          </span>
        }
      />
      <Button className="w-full" onClick={forget}>
        Continue
      </Button>
      <div className="mt-8 border-t border-hairline pt-6">
        <p className="mb-4 text-pretty">
          Is the link for another account? Sign out, then sign in with that one.
        </p>
        <SignOutButton size="small" />
      </div>
    </>
  )
}

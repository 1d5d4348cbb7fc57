import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { SessionUser } from '#features/access/api/auth.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { SignInLayout } from '#features/brand/client/shell/layouts/sign-in-layout.tsx'
import { OfflineNotice } from '#features/brand/client/shell/offline-notice.tsx'
import { PageSpinner } from '#base/client/ui/page-spinner.tsx'
import { paths } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { session } from '#features/access/client/session.ts'
import { MailedCodeForm } from './mailed-code-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { useMailedToken } from './use-mailed-token.ts'
import { useSession } from '#features/access/client/use-session.ts'

const TITLE = 'Confirm your new email address'

/**
 * The page of the link in the mail to a new address (docs/decisions/0050). It needs the account's password too, so
 * users sign in here with the previous address.
 */
export function NewAddressPage() {
  const { user, status } = useSession()
  const [token, forget, enter] = useMailedToken(paths.newAddress)
  const change = useMutation({
    mutationFn: (mailed: string) => call('POST /api/new-address', { body: { token: mailed } }),
    onSuccess: () => {
      forget()
      session.setUser(null)
    },
  })
  if (status === 'loading') return <PageSpinner />
  return (
    <SignInLayout>
      {change.data ? (
        <Changed email={change.data.email} />
      ) : user === null ? (
        <SignInHere />
      ) : token === null ? (
        <EnterCode onCode={enter} />
      ) : (
        <>
          <Confirm
            user={user}
            pending={change.isPending}
            error={change.error}
            onConfirm={() => change.mutate(token)}
          />
          <SignOutButton size="small" />
        </>
      )}
    </SignInLayout>
  )
}

function SignInHere() {
  const emailField = useRef<HTMLInputElement>(null)
  return (
    <>
      <PageHeading
        title={TITLE}
        lead="Sign in with your current address and password, then confirm the new one."
      />
      <OfflineNotice />
      <SignInForm email="" emailField={emailField} />
    </>
  )
}

type ConfirmProps = { user: SessionUser; pending: boolean; error: Error | null; onConfirm: () => void }

function Confirm({ user, pending, error, onConfirm }: ConfirmProps) {
  return (
    <>
      <PageHeading
        title={TITLE}
        lead={
          <span>
            You are signed in as <strong className="text-ink wrap-anywhere">{user.username}</strong>. From now
            on you’ll sign in with the address that this link was sent to. Your password stays the same, and
            you’ll be signed out everywhere.
          </span>
        }
      />
      <OfflineNotice />
      {error === null ? null : (
        <Notice tone="danger" live="alert" className="mb-6">
          {detailOf(error)}
        </Notice>
      )}
      <Button className="mb-6 w-full" pending={pending} pendingLabel="Changing..." onClick={onConfirm}>
        Use the new address
      </Button>
      <p className="mb-4 border-t border-hairline pt-6 text-pretty">
        Is the link for another account? Sign out, then sign in with that one.
      </p>
    </>
  )
}

function Changed({ email }: { email: string }) {
  return (
    <>
      <PageHeading
        title="Your email address has been changed"
        lead={
          <span>
            You now sign in with <strong className="text-ink wrap-anywhere">{email}</strong> and your existing
            password. We’ll send our emails there too.
          </span>
        }
      />
      <LinkButton href={paths.signIn} tone="primary" className="w-full">
        Sign In
      </LinkButton>
    </>
  )
}

function EnterCode({ onCode }: { onCode: (code: string) => void }) {
  return (
    <>
      <PageHeading
        title={TITLE}
        lead="Please open the link in the email that we sent to your new address, or enter its code here."
      />
      <MailedCodeForm label="Continue" onCode={onCode} />
    </>
  )
}

import { Suspense, useEffect, useRef, useState } from 'react'
import { Redirect } from 'wouter'
import type { StillSignedInAt } from '#features/access/api/auth.ts'
import { homeFor } from '#features/access/rules/roles.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { SignInLayout } from '#features/brand/client/shell/layouts/sign-in-layout.tsx'
import { lazyPart, preloadWhenIdle } from '#base/client/lib/lazy-part.tsx'
import { PageSpinner } from '#base/client/ui/page-spinner.tsx'
import { supportMail } from '#base/client/paths.ts'
import { OfflineNotice } from '#features/brand/client/shell/offline-notice.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { useHydrated } from '#base/client/ui/use-hydrated.ts'
import { cachedPart } from '#features/access/client/cached-part.ts'
import { COOKIES_BLOCKED } from './cookies-blocked.ts'
import { PasskeySignIn } from './passkeys/passkey-sign-in.tsx'
import { session } from '#features/access/client/session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SsoLinks } from '#features/sso/client/sign-in/sso-links.tsx'
import { useSession, type Session } from '#features/access/client/use-session.ts'

const codeStep = cachedPart(async () => (await import('./second-factor/code-step.tsx')).CodeStep)
const registerForm = lazyPart(async () => (await import('./register-form.tsx')).RegisterForm)

const ssoNotice = lazyPart(
  async () => (await import('#features/sso/client/sign-in/sso-notice.tsx')).SsoNotice,
)

const headings = {
  signIn: { title: 'Sign In', lead: 'Welcome. Please sign in to continue.' },
  register: { title: 'Create an account', lead: 'It takes a minute. Then you can start your application.' },
} as const

type Mode = keyof typeof headings

/** Sign-in, and registration if the firm allows it (specification section 2, "Sign-in"). */
export function SignInPage() {
  const { user, status, ended, stillSignedInAt } = useSession()
  const { passkeys, staffUseSsoOnly } = useBranding()
  const [mode, setMode] = useState<Mode>('signIn')
  const [email, setEmail] = useState('')
  const emailField = useRef<HTMLInputElement>(null)
  useEffect(() => fillInMailedAddress(emailField.current), [status])
  if (status === 'loading') return <PageSpinner />
  if (user?.secondFactor === 'due') return <SecondStep />
  if (user) return <Redirect to={homeFor(user.role)} replace />
  const turnTo = (other: Mode) => {
    setEmail(emailField.current?.value ?? '')
    setMode(other)
  }
  const form = { email, emailField }
  return (
    <SignInLayout>
      <PageHeading {...headings[mode]} />
      <EndedNotice ended={ended} />
      {stillSignedInAt ? <StillSignedIn {...stillSignedInAt} /> : null}
      <OfflineNotice />
      <CookiesNotice />
      <SsoFailure />
      {mode === 'signIn' && staffUseSsoOnly ? <SsoLinks first /> : null}
      {mode === 'signIn' ? (
        <SignInForm {...form} />
      ) : (
        <Suspense fallback={<Spinner label="Loading..." />}>
          <registerForm.Part {...form} />
        </Suspense>
      )}
      {mode === 'signIn' && passkeys ? <PasskeySignIn /> : null}
      {mode === 'signIn' && !staffUseSsoOnly ? <SsoLinks /> : null}
      <OtherWay mode={mode} onMode={turnTo} />
      <SupportLink />
    </SignInLayout>
  )
}

/** An invitation's link has the address in its fragment, which is removed after it is filled in. */
function fillInMailedAddress(field: HTMLInputElement | null): void {
  if (field === null || location.hash.length < 2) return
  try {
    field.value ||= decodeURIComponent(location.hash.slice(1))
  } catch {
    // Set by something else.
  }
  history.replaceState(history.state, '', location.pathname + location.search)
}

function SecondStep() {
  return (
    <SignInLayout>
      <Suspense fallback={<Spinner label="Loading..." />}>
        <codeStep.Part />
      </Suspense>
      <SupportLink />
    </SignInLayout>
  )
}

const endings = {
  idle: 'You were signed out because you were inactive. Everything you saved is still there.',
  expired: 'Your session has ended. Please sign in again. Everything you saved is still there.',
} as const

function EndedNotice({ ended }: Pick<Session, 'ended'>) {
  return ended ? (
    <Notice live="status" className="mb-6">
      {endings[ended]}
    </Notice>
  ) : null
}

/** Signing out here does not sign out at the provider, which would sign in the next person without a question. */
function StillSignedIn({ label, signOutUrl }: StillSignedInAt) {
  // A browser may restore this page by Back, after the user has signed out there.
  useEffect(() => {
    addEventListener('pagehide', session.forgetProvider)
    return () => removeEventListener('pagehide', session.forgetProvider)
  }, [])
  return (
    <Notice
      live="status"
      className="mb-6"
      action={
        signOutUrl ? (
          <a href={signOutUrl} rel="noreferrer" className="text-link py-2.5">
            {`Sign out at ${label}`}
          </a>
        ) : null
      }
    >
      {`You are still signed in at ${label}.`}
    </Notice>
  )
}

/** Without cookies, sign-in would seem to succeed and the next page would ask for it again. */
function CookiesNotice() {
  const hydrated = useHydrated()
  return hydrated && !navigator.cookieEnabled ? (
    <Notice tone="warning" live="alert" title="Cookies are blocked" className="mb-6">
      {COOKIES_BLOCKED}
    </Notice>
  ) : null
}

/** After a sign-in at a provider that failed. */
function SsoFailure() {
  const hydrated = useHydrated()
  return hydrated && location.search.includes('sso=') ? (
    <Suspense fallback={null}>
      <ssoNotice.Part />
    </Suspense>
  ) : null
}

function OtherWay({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const { selfRegistration } = useBranding()
  useEffect(() => (selfRegistration ? preloadWhenIdle([registerForm]) : undefined), [selfRegistration])
  if (mode === 'register') {
    return (
      <p className="mt-8 border-t border-hairline pt-6">
        Already have an account?
        <Button tone="quiet" size="small" className="-my-2" onClick={() => onMode('signIn')}>
          Sign in
        </Button>
      </p>
    )
  }
  if (!selfRegistration) return null
  return (
    <p className="mt-8 border-t border-hairline pt-6">
      New here?
      <Button tone="quiet" size="small" className="-my-2" onClick={() => onMode('register')}>
        Create an account
      </Button>
    </p>
  )
}

function SupportLink() {
  const { supportEmail, firmName } = useBranding()
  if (!supportEmail) return null
  return (
    <p className="mt-4 text-sm text-ink-soft">
      Need help?{' '}
      <a href={supportMail(supportEmail, `Help with signing in: ${firmName}`)} className="text-link py-2.5">
        Contact Support
      </a>
    </p>
  )
}

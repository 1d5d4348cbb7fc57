import { useState } from 'react'
import { Link, Redirect } from 'wouter'
import type { SessionUser } from '#features/access/api/auth.ts'
import { pendingRequirement } from '#features/access/rules/authorisation/pending-requirements.ts'
import { homeFor, isStaff, roleLabels } from '#features/access/rules/roles.ts'
import { SignOutButton } from '#features/sign-in/client/sign-out-button.tsx'
import { PageLayout } from '#features/brand/client/shell/layouts/page-layout.tsx'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { paths } from '#base/client/paths.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { AddPasskeyDialog } from '#features/sign-in/client/passkeys/add-passkey-dialog.tsx'
import { OwnDataSection } from './own-data-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SetUp } from './set-up.tsx'
import { StaffAccount } from './staff-account.tsx'

/** The user's account, sign-in methods and sessions. */
export function AccountPage() {
  const { user } = useSession()
  const [acknowledged, setAcknowledged] = useState(false)
  const mustSetUp = user !== null && pendingRequirement(user) === 'enrolment'
  // Stays open while recovery codes are shown, even if the user changes.
  const [settingUp, setSettingUp] = useState(mustSetUp)
  if (mustSetUp && !settingUp) setSettingUp(true)
  if (!user) return <Redirect to={paths.signIn} replace />
  if (settingUp && acknowledged && !mustSetUp) return <Redirect to={homeFor(user.role)} replace />
  if (!settingUp && isStaff(user.role)) {
    return (
      <StaffLayout role={user.role}>
        <StaffAccount user={user} />
      </StaffLayout>
    )
  }
  return (
    <PageLayout role={user.role} width="narrow" actions={<SignOutButton size="small" />}>
      {settingUp ? <FirstSetUp onDone={() => setAcknowledged(true)} /> : <Account user={user} />}
    </PageLayout>
  )
}

/** If this deployment requires a second factor of staff, nothing else is accessible before. */
function FirstSetUp({ onDone }: { onDone: () => void }) {
  return (
    <>
      <PageHeading title="Set up your authenticator" />
      <Notice title="Your firm asks for a second step when you sign in" className="mb-8">
        As well as your password, you enter a code from an app on your phone, such as Microsoft Authenticator
        or Google Authenticator. Set it up once; it takes two minutes.
      </Notice>
      <SetUp onDone={onDone} />
      <PasskeyInstead onDone={onDone} />
    </>
  )
}

/** A passkey is a second step too. */
function PasskeyInstead({ onDone }: { onDone: () => void }) {
  const { passkeys } = useBranding()
  const [adding, setAdding] = useState(false)
  if (!passkeys || !('PublicKeyCredential' in window)) return null
  return (
    <div className="mt-8 border-t border-hairline pt-6">
      <p className="text-pretty">
        No authenticator app at hand? A passkey works too: your fingerprint, face or screen lock on this
        device.
      </p>
      <Button tone="secondary" className="mt-4" onClick={() => setAdding(true)}>
        Add a passkey instead
      </Button>
      {adding ? <AddPasskeyDialog asSecondFactor onClose={() => setAdding(false)} onAdded={onDone} /> : null}
    </div>
  )
}

/** The account of a client. */
function Account({ user }: { user: SessionUser }) {
  return (
    <>
      <Link href={homeFor(user.role)} className="text-link inline-block py-2.5">
        Back to my application
      </Link>
      <PageHeading title="Your account" />
      <div className="flush-first flex flex-col gap-12">
        <Section
          title="Details"
          action={
            <LinkButton href={paths.changePassword} size="small">
              Change Password
            </LinkButton>
          }
        >
          <DefinitionList
            rows={[
              { label: 'Name', value: user.fullName ?? 'Not provided' },
              { label: 'Email address', value: user.username },
              { label: 'Role', value: roleLabels[user.role] },
            ]}
          />
        </Section>
        <PasskeysSection role={user.role} />
        <SessionsSection />
        <OwnDataSection />
      </div>
    </>
  )
}

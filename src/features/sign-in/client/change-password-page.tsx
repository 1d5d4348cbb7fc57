import { Link, Redirect } from 'wouter'
import { pendingRequirement } from '#features/access/rules/authorisation/pending-requirements.ts'
import { homeFor, isStaff } from '#features/access/rules/roles.ts'
import { SignOutButton } from '#features/sign-in/client/sign-out-button.tsx'
import { PageLayout } from '#features/brand/client/shell/layouts/page-layout.tsx'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { paths } from '#base/client/paths.ts'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { useChangePassword } from './use-change-password.ts'
import { useSession } from '#features/access/client/use-session.ts'

/** Changes the password (specification section 2, "Change password"). */
export function ChangePasswordPage() {
  const { user } = useSession()
  const change = useChangePassword()
  if (!user) return <Redirect to={paths.signIn} replace />
  if (change.isSuccess && !user.mustChangePassword) return <Redirect to={homeFor(user.role)} replace />
  const content = (
    <>
      {user.mustChangePassword ? null : (
        <Link href={homeFor(user.role)} className="text-link inline-block py-2.5">
          Back to Dashboard
        </Link>
      )}
      <PageHeading
        title="Change Password"
        lead={
          user.mustChangePassword
            ? `Choose your own password to continue. From now on you’ll sign in with it and ${user.username}.`
            : undefined
        }
      />
      <ChangePasswordForm {...{ user, change }} />
    </>
  )
  // Nothing else can be opened before a temporary password is changed.
  if (isStaff(user.role) && pendingRequirement(user) === null) {
    return (
      <StaffLayout role={user.role}>
        <div className="max-w-form">{content}</div>
      </StaffLayout>
    )
  }
  return (
    <PageLayout role={user.role} actions={<SignOutButton size="small" />}>
      {content}
    </PageLayout>
  )
}

import { Link } from 'wouter'
import { roleLabels } from '#domain/users/roles.ts'
import { useSession } from '#client/auth/use-session.ts'
import { DefinitionList } from '#client/ui/definition-list.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { SignOutButton } from './access-denied-page.tsx'
import { PageLayout } from './layouts/page-layout.tsx'
import { paths } from './paths.ts'

/** Where staff land: who is signed in, and what they can do here. */
export function StaffHomePage() {
  const { user } = useSession()
  if (!user) return null
  return (
    <PageLayout
      role={user.role}
      width="narrow"
      actions={
        <>
          <Link href={paths.changePassword} className="text-link py-2.5">
            Change Password
          </Link>
          <SignOutButton size="small" />
        </>
      }
    >
      <PageHeading
        eyebrow={roleLabels[user.role]}
        title={user.fullName ? `Welcome, ${user.fullName}` : 'Welcome'}
        lead="You are signed in. This version serves clients and their applications; it has no screens for staff beyond this one."
      />
      <DefinitionList
        rows={[
          { label: 'Signed in as', value: user.username, copy: user.username },
          { label: 'Role', value: roleLabels[user.role] },
        ]}
      />
    </PageLayout>
  )
}

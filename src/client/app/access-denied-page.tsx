import { useLocation } from 'wouter'
import { roleLabels, type Role } from '#domain/users/roles.ts'
import { useSession } from '#client/auth/use-session.ts'
import { Button } from '#client/ui/button.tsx'
import { DefinitionList } from '#client/ui/definition-list.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { PageLayout } from './layouts/page-layout.tsx'
import { paths } from './paths.ts'

/** Says who one is, who may see the page, and offers to sign out (specification section 2, "Protected route behaviour"). */
export function AccessDeniedPage({ role, required }: { role: Role; required: readonly Role[] }) {
  return (
    <PageLayout role={role}>
      <PageHeading title="Access Denied" lead="You don't have permission to access this page." />
      <DefinitionList
        className="mb-8"
        rows={[
          { label: 'Your role', value: roleLabels[role] },
          {
            label: required.length > 1 ? 'Required roles' : 'Required role',
            value: required.map((each) => roleLabels[each]).join(', '),
          },
        ]}
      />
      <SignOutButton />
    </PageLayout>
  )
}

/** Signs out, then goes to the sign-in page. */
export function SignOutButton({ size }: { size?: 'normal' | 'small' }) {
  const { signOut } = useSession()
  const [, navigate] = useLocation()
  const leave = () => signOut.mutate(undefined, { onSuccess: () => navigate(paths.signIn) })
  return (
    <Button
      tone="secondary"
      size={size}
      pending={signOut.isPending}
      pendingLabel="Signing out..."
      onClick={leave}
    >
      Sign Out
    </Button>
  )
}

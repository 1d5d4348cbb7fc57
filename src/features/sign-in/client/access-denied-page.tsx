import { roleLabels, type Role } from '#features/access/rules/roles.ts'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { PageLayout } from '#features/brand/client/shell/layouts/page-layout.tsx'
import { SignOutButton } from '#features/sign-in/client/sign-out-button.tsx'

/**
 * Shows the user's role and the permitted ones, and offers to sign out (specification section 2, "Protected route
 * behaviour").
 */
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

import { roleLabels } from '#domain/users/roles.ts'
import { useSession } from '#client/auth/use-session.ts'
import { DefinitionList } from '#client/ui/definition-list.tsx'

/** Who looks after this system, and the state it is in. */
export function OverviewTab() {
  const { user } = useSession()
  if (!user) return null
  return (
    <DefinitionList
      rows={[
        { label: 'Signed in as', value: user.username, copy: user.username },
        { label: 'Role', value: roleLabels[user.role] },
      ]}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { accountName } from '#features/access/rules/account-name.ts'
import { roleLabels, roles } from '#features/access/rules/roles.ts'
import { userStatuses, userStatusLabels } from '#features/access/rules/statuses.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { ListFilter, ListSearch } from '#base/client/lists/list-controls.tsx'
import { ListSection, type ListTexts } from '#base/client/lists/list-section.tsx'
import { ListTable } from '#base/client/lists/list-table.tsx'
import { ListStatus } from '#base/client/lists/list-status.tsx'
import type { List } from '#base/client/lists/use-list.ts'
import { useStableList } from '#base/client/lists/use-stable-list.ts'
import { isNarrowed } from '#base/client/lists/view.ts'
import { Button } from '#base/client/ui/button.tsx'
import { CorrectClientDialog } from './correct-client-dialog.tsx'
import { CredentialsDialog } from './credentials-dialog.tsx'
import { CreateUserDialog } from './create-user-dialog.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { DeleteUserDialog, ResetPasswordDialog } from './task-dialogs.tsx'
import { useNewCredentials, type CredentialsShown } from './use-new-credentials.ts'
import { statsQuery, usersList, useUsersChanged, type UserRow, type UsersView } from './use-users.ts'
import { userCard, userColumns, type UserTask } from './user-columns.tsx'

const texts: ListTexts = {
  loading: 'Loading users...',
  failed: 'The users could not be loaded',
  moreFailed: 'More users could not be loaded.',
  more: () => 'Show more users',
}

/** Every account: find, create, edit, reset, delete (specification section 2). */
export function UsersTab() {
  const { user: own } = useSession()
  const stable = useStableList(usersList)
  const { list } = stable
  const stats = useQuery({ ...statsQuery, staleTime: 0 })
  const [creating, setCreating] = useState(false)
  const [task, setTask] = useState<{ is: UserTask; user: UserRow } | null>(null)
  const changed = useUsersChanged()
  const credentials = useNewCredentials()
  const begin = (is: UserTask, user: UserRow) => setTask({ is, user })
  if (!own) return null
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 grow basis-full sm:max-w-80 sm:basis-64">
          <ListSearch view={list.view} placeholder="Name or email" isCompact onChange={list.changeView} />
        </div>
        <ListFilter
          isCompact
          label="Role"
          name="role-filter"
          all="All roles"
          labels={roles.map((role) => [role, roleLabels[role]])}
          value={list.view.role}
          onChange={(role) => list.changeView({ role })}
        />
        <ListFilter
          isCompact
          label="Status"
          name="status-filter"
          all="All statuses"
          labels={userStatuses.map((status) => [status, userStatusLabels[status]])}
          value={list.view.status}
          onChange={(status) => list.changeView({ status })}
        />
        <Button
          size="small"
          icon={<UserPlus aria-hidden="true" className="size-5" />}
          onClick={() => setCreating(true)}
        >
          Create User
        </Button>
        <ListStatus stable={stable} count={countText(list, stats.data?.totalUsers)} />
      </div>
      <ListSection
        list={list}
        texts={texts}
        empty={
          isNarrowed(list.view, usersList.view) ? 'No users match the current filters.' : 'No users found.'
        }
      >
        <ListTable
          caption="Users"
          columns={userColumns(begin, own.id)}
          list={list}
          card={userCard(begin, own.id)}
        />
      </ListSection>
      {creating ? (
        <CreateUserDialog
          onClose={() => setCreating(false)}
          onCreated={changed}
          onCredentials={credentials.show}
        />
      ) : null}
      {task === null ? null : (
        <TaskDialog
          {...task}
          ownId={own.id}
          onClose={() => setTask(null)}
          onCorrect={() => setTask({ ...task, is: 'correct' })}
          onChanged={changed}
          onCredentials={credentials.show}
        />
      )}
      <CredentialsDialog credentials={credentials} />
    </>
  )
}

type TaskDialogProps = {
  is: UserTask
  user: UserRow
  ownId: string
  onClose: () => void
  onChanged: () => void
  onCorrect: () => void
  onCredentials: CredentialsShown['show']
}

/** The dialog of a task on a user. */
function TaskDialog({ is, ownId, onCredentials, onCorrect, ...props }: TaskDialogProps) {
  const { user, onClose, onChanged } = props
  if (is === 'edit') return <EditUserDialog {...props} isOwn={user.id === ownId} onCorrect={onCorrect} />
  if (is === 'correct') {
    const { id: userId, username, fullName, status } = user
    const account = { userId, username, accountName: fullName, isAwaited: status === 'invited' }
    return <CorrectClientDialog account={account} onClose={onClose} onCorrected={onChanged} />
  }
  if (is === 'reset-password' || is === 'invite') {
    return <ResetPasswordDialog {...props} isInvitation={is === 'invite'} onCredentials={onCredentials} />
  }
  if (is === 'delete') return <DeleteUserDialog {...props} />
  return (
    <HandOverDialog
      from={{ id: user.id, name: accountName(user) }}
      listOf="system_administrator"
      onClose={onClose}
      onDone={onChanged}
    />
  )
}

/**
 * "Showing n of m users" if the list is filtered (specification section 2).
 *
 * @param unfiltered the number of users without a filter, if loaded
 */
function countText(
  { view, rows, total: found }: List<UserRow, UsersView>,
  unfiltered: number | undefined,
): string {
  const count = (number: number) => number.toLocaleString('en-ZA')
  const shown = found ?? rows.length
  const total = unfiltered ?? found
  if (isNarrowed(view, usersList.view) && total !== null)
    return `Showing ${count(shown)} of ${count(total)} users`
  const all = total ?? shown
  return `${count(all)} ${all === 1 ? 'user' : 'users'}`
}

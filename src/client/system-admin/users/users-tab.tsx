import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { MAX_SEARCH_LENGTH } from '#domain/applications/review/list.ts'
import { roleLabels, roles, type Role } from '#domain/users/roles.ts'
import { userStatuses, userStatusLabels, type UserStatus } from '#domain/users/statuses.ts'
import { useSession } from '#client/auth/use-session.ts'
import { detailOf } from '#client/lib/api.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RecordList } from '#client/ui/record-list.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { Select } from '#client/ui/select.tsx'
import { TableSkeleton } from '#client/ui/skeleton.tsx'
import { CredentialsDialog } from '#client/users/credentials-dialog.tsx'
import { CreateUserDialog } from './create-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { DeleteUserDialog, ResetPasswordDialog } from './task-dialogs.tsx'
import { useNewCredentials } from './use-new-credentials.ts'
import { statsQuery, useUsers, useUsersChanged, type UserRow } from './use-users.ts'
import { userColumns, type UserTask } from './user-columns.tsx'
import { isFiltered, useUsersView, type UsersView } from './users-view.ts'

/** Everybody with an account: find, create, edit, reset, delete (specification section 2). */
export function UsersTab() {
  const { user: own } = useSession()
  const [view, changeView] = useUsersView()
  const users = useUsers(view)
  const stats = useQuery({ ...statsQuery, staleTime: 0 })
  const [creating, setCreating] = useState(false)
  const [task, setTask] = useState<{ is: UserTask; user: UserRow } | null>(null)
  const changed = useUsersChanged()
  const credentials = useNewCredentials()
  const done = () => setTask(null)
  if (!own) return null
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid grow items-end gap-4 sm:grid-cols-3 lg:grid-cols-[minmax(16rem,26rem)_14rem_11rem]">
          <SearchBox
            search={view.search}
            maxLength={MAX_SEARCH_LENGTH}
            placeholder="Name or email"
            onSearch={(search) => changeView({ search }, { replace: true })}
          />
          <Filters view={view} onChange={changeView} />
        </div>
        <Button icon={<UserPlus aria-hidden="true" className="size-5" />} onClick={() => setCreating(true)}>
          Create User
        </Button>
      </div>
      <UsersList
        users={users}
        view={view}
        total={stats.data?.totalUsers}
        begin={(is, user) => setTask({ is, user })}
        ownId={own.id}
      />
      {creating ? (
        <CreateUserDialog
          onClose={() => setCreating(false)}
          onCreated={changed}
          onCredentials={credentials.show}
        />
      ) : null}
      {task?.is === 'edit' ? (
        <EditUserDialog user={task.user} isOwn={task.user.id === own.id} onClose={done} onChanged={changed} />
      ) : null}
      {task?.is === 'reset-password' ? (
        <ResetPasswordDialog
          user={task.user}
          onClose={done}
          onChanged={changed}
          onCredentials={credentials.show}
        />
      ) : null}
      {task?.is === 'delete' ? (
        <DeleteUserDialog user={task.user} onClose={done} onChanged={changed} />
      ) : null}
      <CredentialsDialog
        title={credentials.title}
        credentials={credentials.shown}
        onDone={credentials.acknowledge}
      />
    </>
  )
}

function Filters({ view, onChange }: { view: UsersView; onChange: (patch: Partial<UsersView>) => void }) {
  return (
    <>
      <Select
        label="Role"
        name="role-filter"
        placeholder={null}
        value={view.role ?? ''}
        onChange={({ target }) => onChange({ role: (target.value || null) as Role | null })}
        options={[
          { value: '', label: 'All roles' },
          ...roles.map((role) => ({ value: role, label: roleLabels[role] })),
        ]}
      />
      <Select
        label="Status"
        name="status-filter"
        placeholder={null}
        value={view.status ?? ''}
        onChange={({ target }) => onChange({ status: (target.value || null) as UserStatus | null })}
        options={[
          { value: '', label: 'All' },
          ...userStatuses.map((status) => ({ value: status, label: userStatusLabels[status] })),
        ]}
      />
    </>
  )
}

type UsersListProps = {
  users: ReturnType<typeof useUsers>
  view: UsersView
  /** How many users there are without a filter; undefined while nobody knows. */
  total: number | undefined
  begin: (task: UserTask, user: UserRow) => void
  ownId: string
}

/** The list in each of its states: on its way, failed, empty, there. */
function UsersList({ users: { query, rows, total: found }, view, total, begin, ownId }: UsersListProps) {
  if (query.isPending) return <TableSkeleton label="Loading users..." />
  if (query.data === undefined) {
    return (
      <LoadFailure
        className="mt-8"
        title="The users could not be loaded"
        onRetry={() => void query.refetch()}
      >
        {detailOf(query.error)}
      </LoadFailure>
    )
  }
  if (rows.length === 0) {
    return (
      <p className="mt-8 border-y border-hairline py-12 text-center text-lg text-ink-soft">
        {isFiltered(view) ? 'No users match the current filters.' : 'No users found.'}
      </p>
    )
  }
  return (
    <div className={query.isPlaceholderData ? 'mt-6 opacity-60' : 'mt-6'}>
      <p role="status" className="pb-2 text-sm text-ink-soft">
        {countText(view, { shown: found ?? rows.length, total: total ?? found })}
      </p>
      <RecordList caption="Users" columns={userColumns(begin, ownId)} rows={rows} idOf={({ id }) => id} />
      {query.isFetchNextPageError ? (
        <Notice tone="danger" live="alert" className="mt-6">
          More users could not be loaded.
        </Notice>
      ) : null}
      {query.hasNextPage ? (
        <div className="mt-6 text-center">
          <Button
            tone="secondary"
            pending={query.isFetchingNextPage}
            pendingLabel="Loading..."
            onClick={() => void query.fetchNextPage()}
          >
            Show more users
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** "Showing n of m users" where somebody is left out (specification section 2). */
function countText(
  view: UsersView,
  { shown, total }: { shown: number; total: number | null | undefined },
): string {
  const count = (number: number) => number.toLocaleString('en-ZA')
  if (isFiltered(view) && typeof total === 'number') return `Showing ${count(shown)} of ${count(total)} users`
  const all = total ?? shown
  return `${count(all)} ${all === 1 ? 'user' : 'users'}`
}

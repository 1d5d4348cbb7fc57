import { ArrowRightLeft, KeyRound, Mail, Pencil, Trash2 } from 'lucide-react'
import { accountName } from '#features/access/rules/account-name.ts'
import { staffScreeningStates } from '#features/screening/rules/hits.ts'
import { formatDate, formatShortDate } from '#base/rules/time/dates.ts'
import { roleLabels } from '#features/access/rules/roles.ts'
import { userStatusLabels, type UserStatus } from '#features/access/rules/statuses.ts'
import type { Column } from '#base/client/lists/column.ts'
import { Badge, type BadgeTone } from '#base/client/ui/badge.tsx'
import { IconButton } from '#base/client/ui/icon-button.tsx'
import { clientsText } from './clients-text.ts'
import type { UserRow } from './use-users.ts'

/** The tasks on a user, from the table or its dialog. */
export type UserTask = 'edit' | 'correct' | 'hand-over' | 'invite' | 'reset-password' | 'delete'

const statusTones = {
  active: 'success',
  not_invited: 'neutral',
  invited: 'info',
  deactivated: 'neutral',
} as const satisfies Record<UserStatus, BadgeTone>

/** An account's status as a word, and of staff whether a comparison with sanctions lists is open. */
export function UserStatusText({ status, screening }: Pick<UserRow, 'status' | 'screening'>) {
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <Badge tone={statusTones[status]}>{userStatusLabels[status]}</Badge>
      {screening === null || screening === 'clear' ? null : (
        <span className="text-xs text-ink-soft">{staffScreeningStates[screening]}</span>
      )}
    </div>
  )
}

/** The columns of specification section 2, "System Administration". */
export function userColumns(
  begin: (task: UserTask, user: UserRow) => void,
  ownId: string,
): Column<UserRow>[] {
  return [
    { id: 'user', title: 'User', cell: (user) => <NameCell {...user} /> },
    { id: 'role', title: 'Role', width: 'w-46', cell: (user) => <RoleCell {...user} /> },
    {
      id: 'status',
      title: 'Status',
      width: 'w-44',
      cell: (user) => <UserStatusText {...user} />,
    },
    { id: 'stage', title: 'Application Stage', width: 'w-36', cell: ({ stage }) => stage ?? <None /> },
    {
      id: 'manager',
      title: 'Wealth Manager',
      width: 'w-36',
      cell: ({ role, wealthManagerName }) =>
        role === 'client' ? (
          (wealthManagerName ?? <span className="text-ink-soft">Not assigned</span>)
        ) : (
          <None />
        ),
    },
    {
      id: 'created',
      title: 'Created',
      width: 'w-28',
      cell: ({ createdAt }) => <Created at={new Date(createdAt)} />,
    },
    {
      id: 'actions',
      title: 'Actions',
      width: 'w-44',
      cell: (user) => <Actions user={user} isOwn={user.id === ownId} begin={begin} />,
    },
  ]
}

/** A user on a phone. */
export function userCard(begin: ActionsProps['begin'], ownId: string) {
  return (user: UserRow) => <UserCard user={user} isOwn={user.id === ownId} begin={begin} />
}

function UserCard({ user, isOwn, begin }: ActionsProps) {
  const { fullName, username, role, stage, wealthManagerName, clients, createdAt } = user
  return (
    <div className="min-w-0 grow py-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="min-w-0 font-semibold wrap-anywhere">{accountName(user)}</span>
        <UserStatusText {...user} />
      </div>
      {fullName ? <p className="text-sm text-ink-soft wrap-anywhere">{username}</p> : null}
      <p className="mb-2 flex flex-wrap gap-x-3 text-sm text-ink-soft">
        <span>{roleLabels[role]}</span>
        {stage === null ? null : <span>{stage}</span>}
        {role === 'client' ? <span>{wealthManagerName ?? 'No wealth manager'}</span> : null}
        {role === 'wealth_manager' ? <span>{clientsText(clients)}</span> : null}
        <Created at={new Date(createdAt)} />
      </p>
      <Actions {...{ user, isOwn, begin }} />
    </div>
  )
}

function Created({ at }: { at: Date }) {
  return <span title={formatDate(at)}>{formatShortDate(at)}</span>
}

function NameCell({ fullName, username }: UserRow) {
  if (!fullName) return <span className="font-semibold">{username}</span>
  return (
    <>
      <span className="font-semibold">{fullName}</span>
      <span className="text-ink-soft">{` ${username}`}</span>
    </>
  )
}

function RoleCell({ role, clients }: UserRow) {
  return (
    <>
      <span>{roleLabels[role]}</span>
      {role === 'wealth_manager' ? <span className="text-ink-soft">{` ${clientsText(clients)}`}</span> : null}
    </>
  )
}

/** A column that does not apply to this role. */
function None() {
  return (
    <>
      <span aria-hidden="true" className="text-ink-soft">
        –
      </span>
      <span className="sr-only">Not applicable</span>
    </>
  )
}

/** How users are invited who have never signed in. */
const invitationTasks: Readonly<Partial<Record<UserStatus, string>>> = {
  not_invited: 'Invite',
  invited: 'Resend the invitation for',
}

type ActionsProps = {
  user: UserRow
  isOwn: boolean
  begin: (task: UserTask, user: UserRow) => void
}

/**
 * The specified actions first, then ours. System administrators are never deleted (specification section 2); users
 * change their own password elsewhere.
 */
function Actions({ user, isOwn, begin }: ActionsProps) {
  const name = accountName(user)
  const invite = invitationTasks[user.status]
  return (
    <div className="-my-1.5 -ml-3 flex flex-wrap">
      <IconButton label={`Edit ${name}`} Icon={Pencil} onPress={() => begin('edit', user)} />
      {isOwn ? null : (
        <IconButton
          label={`Reset the password for ${name}`}
          Icon={KeyRound}
          onPress={() => begin('reset-password', user)}
        />
      )}
      {user.role === 'system_administrator' ? null : (
        <IconButton label={`Delete ${name}`} Icon={Trash2} onPress={() => begin('delete', user)} />
      )}
      {invite === undefined || isOwn ? null : (
        <IconButton label={`${invite} ${name}`} Icon={Mail} onPress={() => begin('invite', user)} />
      )}
      {user.clients === 0 ? null : (
        <IconButton
          label={`Hand over the clients of ${name}`}
          Icon={ArrowRightLeft}
          onPress={() => begin('hand-over', user)}
        />
      )}
    </div>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { roleLabels, roles, type Role } from '#domain/users/roles.ts'
import { call } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { AccessSection } from './access-section.tsx'
import { LetterSection } from './letter-section.tsx'
import { ManagerSelect } from './manager-select.tsx'
import { tellFailure } from './task-dialogs.tsx'
import { nameOfUser } from './user-columns.tsx'
import type { UserRow } from './use-users.ts'

export type EditUserDialogProps = {
  user: UserRow
  /** Whether it is the account of who looks. */
  isOwn: boolean
  onClose: () => void
  onChanged: () => void
}

/** Role, wealth manager, FAIS document and access of a user (specification sections 5 and 6). */
export function EditUserDialog({ user, isOwn, onClose, onChanged }: EditUserDialogProps) {
  const [role, setRole] = useState<Role>(user.role)
  const [managerId, setManagerId] = useState(user.wealthManagerId ?? '')
  const save = useMutation({
    mutationFn: () =>
      call('PATCH /api/system-admin/users/{id}', {
        params: { id: user.id },
        body: { role, ...(role === 'client' && { wealthManagerId: managerId || null }) },
      }),
    onSuccess: () => {
      onClose()
      onChanged()
      toast({ title: 'User Updated', description: `${nameOfUser(user)} has been updated.` })
    },
    onError: (error) => tellFailure(error, 'Failed to update user'),
  })
  return (
    <Dialog
      open
      title={`Edit ${nameOfUser(user)}`}
      closable={!save.isPending}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button pending={save.isPending} pendingLabel="Saving..." onClick={() => save.mutate()}>
            Save Changes
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <TextInput label="Email Address" name="username" value={user.username} readOnly />
        <Select
          label="Role"
          name="role"
          placeholder={null}
          value={role}
          disabled={isOwn}
          onChange={({ target }) => setRole(target.value as Role)}
          options={roles.map((value) => ({ value, label: roleLabels[value] })).toReversed()}
          hint={
            isOwn ? 'This is your own account: another system administrator can change its role.' : undefined
          }
          warning={role === user.role ? undefined : roleWarning(user)}
        />
        {role === 'client' ? (
          <ManagerSelect
            listOf="system_administrator"
            label="Wealth Manager"
            value={managerId}
            onChange={setManagerId}
            placeholder="No wealth manager"
            present={presentManager(user)}
          />
        ) : null}
        {user.role === 'wealth_manager' ? <LetterSection user={user} onChanged={onChanged} /> : null}
        <AccessSection user={user} isOwn={isOwn} onClose={onClose} onChanged={onChanged} />
      </div>
    </Dialog>
  )
}

function presentManager({ wealthManagerId: id, wealthManagerName: name }: UserRow) {
  return id === null || name === null ? undefined : { id, name }
}

function roleWarning({ role }: UserRow): string {
  const signedOut = 'The user is signed out everywhere.'
  return role === 'client'
    ? `${signedOut} A draft application is deleted; one that was submitted keeps the role from being changed.`
    : signedOut
}

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '#domain/users/roles.ts'
import { formatPhoneNumber, toPhoneNumber } from '#domain/south-africa/phone-number.ts'
import { call } from '#client/lib/api.ts'
import { useUndo } from '#client/staff/use-undo.ts'
import { toast } from '#client/ui/toast-store.ts'
import { CHOOSE_SUCCESSOR, LETTER_REQUIRED, tellRequired } from './clients-text.ts'
import { useLetterUpload } from './letter-upload.ts'
import type { Manager } from './manager-select.tsx'
import { handedTo } from './successor-select.tsx'
import { tellFailure } from './task-dialogs.tsx'
import { nameOfUser } from './user-columns.tsx'
import type { UserRow } from './use-users.ts'

export type UserEdit = ReturnType<typeof useUserEdit>

/** The edit of a user: the role and what it asks for, and the calls that save it. */
export function useUserEdit(
  user: UserRow,
  { onClose, onChanged }: { onClose: () => void; onChanged: () => void },
) {
  const [role, setRole] = useState<Role>(user.role)
  const [managerId, setManagerId] = useState(user.wealthManagerId ?? '')
  const [successor, setSuccessor] = useState<Manager | undefined>()
  const [phone, setPhone] = useState(user.phone === null ? '' : formatPhoneNumber(user.phone))
  const [asked, setAsked] = useState(false)
  const letter = useLetterUpload()
  const address = letter.upload.state === 'done' ? letter.upload.address : null
  const leaves = user.role === 'wealth_manager' && role !== user.role && user.clients > 0
  const wantsLetter =
    role === 'wealth_manager' && user.role !== 'wealth_manager' && user.faisDocumentPath === null
  const moves = role === 'client' && managerId !== (user.wealthManagerId ?? '')
  const lacking = lackingOf({
    successor: leaves && successor === undefined,
    letter: wantsLetter && address === null,
    phone: role === 'wealth_manager' && phone.trim() !== '' && toPhoneNumber(phone) === null,
  })
  const ahead = {
    call: 'PATCH /api/system-admin/users/{id}',
    params: { id: user.id },
    body: {
      role,
      ...(role === 'client' && { wealthManagerId: managerId || null }),
      ...(role === 'wealth_manager' && { phone }),
      ...(wantsLetter && address !== null && { faisDocumentPath: address }),
      ...(leaves && handedTo(successor)),
    },
  } as const
  const undoOf = useUndo()
  const save = useMutation({
    mutationFn: () => {
      const { call: name, params, body } = ahead
      return call(name, { params, body })
    },
    onSuccess: (updated) => {
      onClose()
      onChanged()
      toast({
        title: 'User Updated',
        description: `${nameOfUser(user)} has been updated.`,
        ...undoOf(updated),
      })
    },
    onError: (error) => tellFailure(error, 'Failed to update user'),
  })
  return {
    role,
    setRole,
    managerId,
    setManagerId,
    phone,
    setPhone,
    successor,
    setSuccessor,
    letter,
    /** Whether a manager goes who has clients. */
    leaves,
    /** Whether somebody becomes a manager who has no letter. */
    wantsLetter,
    /** What stands in the way, once somebody wanted to save. */
    lacks: asked ? lacking : null,
    begin: () => {
      setAsked(true)
      if (lacking === 'successor') tellRequired('Wealth Manager', CHOOSE_SUCCESSOR)
      else if (lacking === 'letter') tellRequired('FAIS Document', LETTER_REQUIRED)
      else if (lacking === null) save.mutate()
    },
    save,
    /** What is about to be sent, where it gives clients to somebody else: those hear of it. */
    ahead: lacking === null && (leaves || moves) ? ahead : null,
  }
}

type Lacking = 'successor' | 'letter' | 'phone'

function lackingOf(lacks: Record<Lacking, boolean>): Lacking | null {
  return (['successor', 'letter', 'phone'] as const).find((what) => lacks[what]) ?? null
}

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { accountName } from '#features/access/rules/account-name.ts'
import { isStaff, type Role } from '#features/access/rules/roles.ts'
import { formatPhoneNumber, toPhoneNumber } from '#base/rules/south-africa/phone-number.ts'
import { emailProblem } from '#features/sign-in/client/email-problem.ts'
import { call } from '#base/client/lib/api.ts'
import { useUndo } from '#features/applications/client/use-undo.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { CHOOSE_SUCCESSOR, LETTER_REQUIRED, notifyRequired } from './clients-text.ts'
import { useLetterChoice } from './use-letter-choice.ts'
import type { Manager } from './manager-select.tsx'
import { handedTo } from './successor-select.tsx'
import { notifyFailure } from './task-dialogs.tsx'
import type { UserRow } from './use-users.ts'

export type UserEdit = ReturnType<typeof useUserEdit>

/** The edit of a user: role, dependent fields and the calls that save them. */
export function useUserEdit(
  user: UserRow,
  { onClose, onChanged }: { onClose: () => void; onChanged: () => void },
) {
  const [role, setRole] = useState<Role>(user.role)
  const [managerId, setManagerId] = useState(user.wealthManagerId ?? '')
  const [successor, setSuccessor] = useState<Manager | undefined>()
  const [phone, setPhone] = useState(user.phone === null ? '' : formatPhoneNumber(user.phone))
  const identity = useIdentity(user)
  const { renamed, readdressed, newAddress } = identity
  const [asked, setAsked] = useState(false)
  const leaves = user.role === 'wealth_manager' && role !== user.role && user.clients > 0
  const wantsLetter =
    role === 'wealth_manager' && user.role !== 'wealth_manager' && user.faisDocumentPath === null
  const choice = useLetterChoice(wantsLetter)
  const { address, isFirms } = choice
  const moves = role === 'client' && managerId !== (user.wealthManagerId ?? '')
  const lacking = lackingOf({
    name: renamed && identity.newName === '',
    email: readdressed && emailProblem(newAddress) !== null,
    successor: leaves && successor === undefined,
    letter: wantsLetter && address === '' && !isFirms,
    phone: role === 'wealth_manager' && phone.trim() !== '' && toPhoneNumber(phone) === null,
  })
  const ahead = {
    call: 'PATCH /api/system-admin/users/{id}',
    params: { id: user.id },
    body: {
      role,
      ...(renamed && { fullName: identity.newName }),
      ...(readdressed && { email: newAddress }),
      ...(role === 'client' && { wealthManagerId: managerId || null }),
      ...(role === 'wealth_manager' && { phone }),
      ...(role === 'admin' && identity.promoted),
      ...(wantsLetter && address !== '' && !isFirms && { faisDocumentPath: address }),
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
        description: updatedText(updated, readdressed ? newAddress : null),
        ...undoOf(updated),
      })
    },
    onError: (error) => notifyFailure(error, 'Failed to update user'),
  })
  return {
    role,
    setRole,
    managerId,
    setManagerId,
    phone,
    setPhone,
    identity,
    successor,
    setSuccessor,
    choice,
    /** Whether a manager with clients leaves. */
    leaves,
    /** Whether the user becomes a manager and has no letter. */
    wantsLetter,
    /** What is missing, once saving was tried. */
    lacks: asked ? lacking : null,
    begin: () => {
      setAsked(true)
      if (lacking === 'successor') notifyRequired('Wealth Manager', CHOOSE_SUCCESSOR)
      else if (lacking === 'letter') notifyRequired('FAIS Document', LETTER_REQUIRED)
      else if (lacking === null) save.mutate()
    },
    save,
    /** The call to preview if it sends mails: a new manager, or a new address. */
    ahead: lacking === null && (leaves || moves || readdressed) ? ahead : null,
  }
}

/** Name, address and seniority of a member of staff, as entered. */
function useIdentity(user: UserRow) {
  const [fullName, setFullName] = useState(user.fullName ?? '')
  const [email, setEmail] = useState(user.username)
  const [senior, setSenior] = useState(user.seniorManager)
  const [compliance, setCompliance] = useState(user.compliance)
  const newName = fullName.trim()
  const newAddress = email.trim().toLowerCase()
  return {
    fullName,
    setFullName,
    email,
    setEmail,
    newName,
    newAddress,
    senior,
    setSenior,
    compliance,
    setCompliance,
    promoted: {
      ...(senior !== user.seniorManager && { seniorManager: senior }),
      ...(compliance !== user.compliance && { compliance }),
    },
    renamed: isStaff(user.role) && newName !== (user.fullName ?? ''),
    readdressed: isStaff(user.role) && newAddress !== user.username,
  }
}

function updatedText(user: Pick<UserRow, 'fullName' | 'username'>, newAddress: string | null): string {
  const name = accountName(user)
  if (newAddress === null || user.username === newAddress) return `${name} has been updated.`
  return `${name} has been updated. ${newAddress} takes effect once it has been confirmed.`
}

type Lacking = 'name' | 'email' | 'successor' | 'letter' | 'phone'

function lackingOf(lacks: Record<Lacking, boolean>): Lacking | null {
  return (['name', 'email', 'successor', 'letter', 'phone'] as const).find((what) => lacks[what]) ?? null
}

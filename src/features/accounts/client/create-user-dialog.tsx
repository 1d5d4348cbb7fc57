import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { BodyOf } from '#base/rules/api/contract.ts'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import { roleLabels, roles, type Role } from '#features/access/rules/roles.ts'
import { emailProblem } from '#features/sign-in/client/email-problem.ts'
import { useSmallForm, type FieldProblems } from '#base/client/form/use-small-form.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { detailOr } from '#base/client/lib/api.ts'
import type { MailEdit } from '#features/mail/client/preview/edit-mail.tsx'
import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { PasswordInput } from '#base/client/ui/password-input.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { notifyOfCredentials } from './credentials.ts'
import { LetterChoiceField } from './letter-choice-field.tsx'
import { ManagerSelect } from './manager-select.tsx'
import { useLetterChoice, type LetterChoice } from './use-letter-choice.ts'
import { titles, type NewCredentials } from './use-new-credentials.ts'

type NewUser = BodyOf<'POST /api/system-admin/users'>

const names = ['username', 'fullName', 'role', 'wealthManagerId', 'faisDocumentPath', 'password'] as const

/** Fields that a role requires, with the texts of specification section 5. */
const required = {
  faisDocumentPath: {
    title: 'FAIS Document Required',
    description: 'Please upload a FAIS document for the wealth manager before creating the user.',
  },
  wealthManagerId: {
    title: 'Wealth Manager Required',
    description: 'Please select a wealth manager for this client.',
  },
} as const

export type CreateUserDialogProps = {
  onClose: () => void
  onCreated: () => void
  onCredentials: (credentials: NewCredentials) => void
}

/** Creates a user of any role. Mounted only while open, so closing discards its state. */
export function CreateUserDialog({ onClose, onCreated, onCredentials }: CreateUserDialogProps) {
  const id = useId()
  const create = useCreation({ onClose, onCreated, onCredentials })
  return (
    <Dialog
      open
      title="Create User"
      closable={!create.isPending}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" disabled={create.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} pending={create.isPending} pendingLabel="Creating...">
            Create User
          </Button>
        </>
      }
    >
      <CreateUserForm id={id} send={(user) => create.mutateAsync(user)} />
    </Dialog>
  )
}

function useCreation({ onClose, onCreated, onCredentials }: CreateUserDialogProps) {
  return useMutation({
    mutationFn: (body: NewUser) => callIdempotent('POST /api/system-admin/users', { body }),
    onSuccess: ({ user, temporaryPassword, expiresAt, emailed }, { password }) => {
      onClose()
      onCreated()
      const email = user.username
      if (temporaryPassword !== null && expiresAt !== null) {
        onCredentials({ email, temporaryPassword, expiresAt, emailed, why: 'created' })
      } else notifyOfCredentials({ email, temporaryPassword: password ?? '' }, titles.created.notification)
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Error',
        description: detailOr(error, 'Failed to create user'),
      }),
  })
}

function CreateUserForm({ id, send }: { id: string; send: (user: NewUser) => Promise<unknown> }) {
  const [role, setRole] = useState<Role>('client')
  const [managerId, setManagerId] = useState('')
  const choice = useLetterChoice(role === 'wealth_manager')
  const { address, isFirms } = choice
  const needs = { role, managerId, address, isFirms }
  const [mail, setMail] = useState<EditedMail>()
  const [typed, setTyped] = useState<Typed>({ username: '', fullName: '', password: '' })
  const form = useSmallForm({
    names,
    check: ({ username }) => {
      const wrongEmail = username.trim() === '' ? 'Email address is required' : emailProblem(username)
      const lacking = lackingOf(needs)
      if (lacking !== null) toast({ variant: 'destructive', ...required[lacking] })
      return {
        ...(wrongEmail && { username: wrongEmail }),
        ...(lacking !== null && { [lacking]: required[lacking].description }),
      }
    },
    send: (texts) => send(newUserOf(texts, needs, mail)),
  })
  return (
    <form
      id={id}
      {...form.formProps}
      onChange={(event) => {
        form.formProps.onChange(event)
        setTyped(typedIn(event.currentTarget))
      }}
    >
      <ErrorSummary errors={form.items} attempt={form.attempt} />
      <div className="flex flex-col gap-6">
        <NameFields problems={form.problems} />
        <Select
          label="Role"
          name="role"
          placeholder={null}
          value={role}
          onChange={({ target }) => setRole(target.value as Role)}
          options={roles.map((value) => ({ value, label: roleLabels[value] })).toReversed()}
          error={form.problems.role}
        />
        <NeededByRole {...{ role, managerId, setManagerId, choice, problems: form.problems }} />
        <PasswordInput
          label="Password"
          name="password"
          optional
          autoComplete="new-password"
          hint="They choose their own when they first sign in, within three days. Leave this empty to generate one."
          error={form.problems.password}
        />
        <InvitationPreview {...{ typed, needs }} edit={{ mail, onChange: setMail }} />
      </div>
    </form>
  )
}

type Typed = Record<'username' | 'fullName' | 'password', string>

/** The further fields of the chosen role. */
interface Needs {
  role: Role
  managerId: string
  address: string
  /** A wealth manager gets the firm's letter. */
  isFirms: boolean
}

function typedIn(form: HTMLFormElement): Typed {
  const data = new FormData(form)
  const text = (name: keyof Typed) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return { username: text('username'), fullName: text('fullName'), password: text('password') }
}

function newUserOf(
  { username, fullName, password }: Typed,
  { role, managerId, address, isFirms }: Needs,
  mail: EditedMail | undefined,
): NewUser {
  return {
    username: username.trim(),
    fullName: fullName.trim() || undefined,
    password,
    role,
    wealthManagerId: role === 'client' ? managerId : undefined,
    mail: role === 'client' ? mail : undefined,
    ...(role === 'wealth_manager' &&
      (isFirms ? { firmLetter: true as const } : { faisDocumentPath: address })),
  }
}

/** Previews the mail with a temporary password once the recipient is known; with a chosen password none is sent. */
function InvitationPreview({ typed, needs, edit }: { typed: Typed; needs: Needs; edit: MailEdit }) {
  const { username, password } = typed
  const isIncomplete = username.trim() === '' || emailProblem(username) || lackingOf(needs)
  if (isIncomplete || password !== '') return null
  const body = newUserOf(typed, needs, edit.mail)
  return <MailPreview upcoming={{ call: 'POST /api/system-admin/users', body }} edit={edit} />
}

type Problems = FieldProblems<(typeof names)[number]>

function NameFields({ problems }: { problems: Problems }) {
  return (
    <>
      <TextInput
        label="Email Address"
        name="username"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="name@example.com"
        required
        error={problems.username}
        data-autofocus=""
      />
      <TextInput
        label="Full Name"
        name="fullName"
        autoComplete="off"
        optional
        maxLength={200}
        error={problems.fullName}
      />
    </>
  )
}

type NeededByRoleProps = {
  role: Role
  managerId: string
  setManagerId: (id: string) => void
  choice: LetterChoice
  problems: Problems
}

/** A client needs a manager, a manager a FAIS document. */
function NeededByRole({ role, managerId, setManagerId, choice, problems }: NeededByRoleProps) {
  if (role === 'client') {
    return (
      <ManagerSelect
        listOf="system_administrator"
        label="Wealth Manager"
        value={managerId}
        onChange={setManagerId}
        placeholder="Select a wealth manager"
        required
        error={managerId === '' ? problems.wealthManagerId : undefined}
      />
    )
  }
  if (role !== 'wealth_manager') return null
  return <LetterChoiceField choice={choice} error={problems.faisDocumentPath} />
}

function lackingOf({ role, managerId, address, isFirms }: Needs): keyof typeof required | null {
  if (role === 'client' && managerId === '') return 'wealthManagerId'
  return role === 'wealth_manager' && address === '' && !isFirms ? 'faisDocumentPath' : null
}

import { accountName } from '#features/access/rules/account-name.ts'
import { STAFF_NAME_NEEDED } from '#features/accounts/api/staff-name.ts'
import { PHONE_NUMBER_NEEDED } from '#base/rules/south-africa/phone-number.ts'
import { isStaff, roleLabels, roles, type Role } from '#features/access/rules/roles.ts'
import { logAddress } from '#features/audit/client/log-filter.ts'
import { emailProblem } from '#features/sign-in/client/email-problem.ts'
import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import { paths } from '#base/client/paths.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { AccessSection } from './access-section.tsx'
import { LETTER_REQUIRED } from './clients-text.ts'
import { LetterSection } from './letter-section.tsx'
import { LetterChoiceField } from './letter-choice-field.tsx'
import { ManagerSelect } from './manager-select.tsx'
import { SuccessorSelect } from './successor-select.tsx'
import { useUserEdit, type UserEdit } from './use-user-edit.ts'
import type { UserRow } from './use-users.ts'

export type EditUserDialogProps = {
  user: UserRow
  /** Whether it is the user's own account. */
  isOwn: boolean
  onClose: () => void
  onChanged: () => void
  /** Opens the dialog for a client's name and address. */
  onCorrect: () => void
}

/** Name, address, role, wealth manager, FAIS document and access of a user (specification sections 5 and 6). */
export function EditUserDialog({ user, isOwn, onClose, onChanged, onCorrect }: EditUserDialogProps) {
  const edit = useUserEdit(user, { onClose, onChanged })
  const { role, setRole, save } = edit
  return (
    <Dialog
      open
      title={`Edit ${accountName(user)}`}
      closable={!save.isPending}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button pending={save.isPending} pendingLabel="Saving..." onClick={edit.begin}>
            Save Changes
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {isStaff(user.role) ? (
          <StaffIdentity edit={edit} />
        ) : (
          <div className="flex flex-col items-start gap-3">
            <TextInput
              className="w-full"
              label="Email Address"
              name="username"
              value={user.username}
              readOnly
            />
            <Button size="small" tone="secondary" disabled={save.isPending} onClick={onCorrect}>
              Correct Name or Address
            </Button>
          </div>
        )}
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
        <NeededByRole edit={edit} user={user} />
        {role === 'admin' && !isOwn ? <AdminMarks edit={edit} /> : null}
        <MailPreview upcoming={edit.ahead} />
        {user.role === 'wealth_manager' ? <LetterSection user={user} onChanged={onChanged} /> : null}
        {user.role === 'client' ? (
          <LinkButton
            size="small"
            className="self-start"
            href={logAddress(`${paths.systemAdmin}?tab=audit-logs`, user.id, 'views')}
          >
            Who has seen this client?
          </LinkButton>
        ) : null}
        <AccessSection user={user} isOwn={isOwn} onClose={onClose} onChanged={onChanged} />
      </div>
    </Dialog>
  )
}

/** What an admin is besides: a senior manager, or compliance. */
function AdminMarks({ edit: { identity } }: { edit: UserEdit }) {
  const { ficaPack } = useBranding()
  return (
    <>
      {ficaPack ? (
        <Checkbox
          label="Senior manager"
          name="seniorManager"
          hint="Approves politically exposed clients, and onboarding with open tasks."
          checked={identity.senior}
          onChange={({ target }) => identity.setSenior(target.checked)}
        />
      ) : null}
      <Checkbox
        label="Compliance"
        name="compliance"
        hint="Reads everything and changes nothing. Changing this signs the user out everywhere."
        checked={identity.compliance}
        onChange={({ target }) => identity.setCompliance(target.checked)}
      />
    </>
  )
}

/** Name and address of a member of staff. */
function StaffIdentity({ edit }: { edit: UserEdit }) {
  return (
    <>
      <TextInput
        label="Full Name"
        name="fullName"
        autoComplete="off"
        maxLength={200}
        value={edit.identity.fullName}
        onChange={({ target }) => edit.identity.setFullName(target.value)}
        error={edit.lacks === 'name' ? STAFF_NAME_NEEDED : undefined}
      />
      <TextInput
        label="Email Address"
        name="username"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={edit.identity.email}
        onChange={({ target }) => edit.identity.setEmail(target.value)}
        hint="A new address takes effect once its owner opens the link that we send there. We also notify the old address, where the change can be stopped."
        error={edit.lacks === 'email' ? (emailProblem(edit.identity.email) ?? undefined) : undefined}
      />
    </>
  )
}

/** The further fields of a role: a client's manager, a manager's letter, a leaving manager's successor. */
function NeededByRole({ edit, user }: { edit: UserEdit; user: UserRow }) {
  const { role, leaves, wantsLetter, lacks } = edit
  return (
    <>
      {leaves ? (
        <SuccessorSelect
          user={user}
          value={edit.successor}
          onChange={edit.setSuccessor}
          isMissing={lacks === 'successor'}
        />
      ) : null}
      {wantsLetter ? (
        <LetterChoiceField choice={edit.choice} error={lacks === 'letter' ? LETTER_REQUIRED : undefined} />
      ) : null}
      {role === 'wealth_manager' ? (
        <TextInput
          label="Phone Number"
          name="phone"
          type="tel"
          inputMode="tel"
          width="medium"
          optional
          hint="Shown to their clients. Leave this empty to show the firm’s number."
          value={edit.phone}
          onChange={({ target }) => edit.setPhone(target.value)}
          error={lacks === 'phone' ? PHONE_NUMBER_NEEDED : undefined}
        />
      ) : null}
      {role === 'client' ? (
        <ManagerSelect
          listOf="system_administrator"
          label="Wealth Manager"
          value={edit.managerId}
          onChange={edit.setManagerId}
          placeholder="No wealth manager"
          present={presentManager(user)}
        />
      ) : null}
    </>
  )
}

function presentManager({ wealthManagerId: id, wealthManagerName: name }: UserRow) {
  return id === null || name === null ? undefined : { id, name }
}

function roleWarning({ role }: UserRow): string {
  const signedOut = 'The user is signed out everywhere.'
  return role === 'client'
    ? `${signedOut} A draft application is deleted. If an application was submitted, the role can’t be changed.`
    : signedOut
}

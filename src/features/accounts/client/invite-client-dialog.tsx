import { useId, useState } from 'react'
import { Link } from 'wouter'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import { invitationText } from '#features/accounts/rules/invitations.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { emailProblem } from '#features/sign-in/client/email-problem.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { useSmallForm } from '#base/client/form/use-small-form.ts'
import { ApiError } from '#base/client/lib/api.ts'
import { paths } from '#base/client/paths.ts'
import type { MailEdit } from '#features/mail/client/preview/edit-mail.tsx'
import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { ManagerSelect } from './manager-select.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import type { Invitation } from './use-invitation.ts'

const EMAIL_REQUIRED = 'Email address is required'
const MANAGER_REQUIRED = 'Please select a wealth manager for this client.'
const names = ['email', 'fullName', 'wealthManagerId'] as const

export type InviteClientDialogProps = {
  invitation: Invitation
  title: string
  note: string
  /** Whether the wealth manager is chosen here; otherwise it is the inviter. */
  choosesManager: boolean
}

/** The form of an invitation (specification sections 2 and 5). */
export function InviteClientDialog(props: InviteClientDialogProps) {
  return props.invitation.open ? <OpenInviteClientDialog {...props} /> : null
}

function OpenInviteClientDialog(props: InviteClientDialogProps) {
  const { invitation, title } = props
  const id = useId()
  const [ready, setReady] = useState(false)
  const { isPending } = invitation.send
  return (
    <Dialog
      open
      title={title}
      size="small"
      closable={!isPending}
      onClose={invitation.cancel}
      footer={
        <>
          <Button tone="secondary" disabled={isPending} onClick={invitation.cancel}>
            Cancel
          </Button>
          <Button type="submit" form={id} disabled={!ready} pending={isPending} pendingLabel="Creating...">
            Create User
          </Button>
        </>
      }
    >
      <InvitationForm {...props} id={id} onReady={setReady} />
    </Dialog>
  )
}

type InvitationFormProps = InviteClientDialogProps & { id: string; onReady: (ready: boolean) => void }

function problemsOf(texts: Record<(typeof names)[number], string>, choosesManager: boolean) {
  const wrongEmail = texts.email.trim() === '' ? EMAIL_REQUIRED : emailProblem(texts.email)
  const noManager = choosesManager && texts.wealthManagerId === '' ? MANAGER_REQUIRED : undefined
  return { ...(wrongEmail && { email: wrongEmail }), ...(noManager && { wealthManagerId: noManager }) }
}

function InvitationForm({ invitation, note, choosesManager, id, onReady }: InvitationFormProps) {
  const [email, setEmail] = useState('')
  const [fullName, setFullName] = useState('')
  const [mail, setMail] = useState<EditedMail>()
  const { user } = useSession()
  // A wealth manager invites for themselves (specification section 5).
  const [managerId, setManagerId] = useState(choosesManager ? '' : (user?.id ?? ''))
  const notifyReady = (next: { email?: string; managerId?: string }) => {
    const given = { email, managerId, ...next }
    onReady(given.email.trim() !== '' && (!choosesManager || given.managerId !== ''))
  }
  const form = useSmallForm({
    names,
    check: (texts) => problemsOf(texts, choosesManager),
    send: (texts) =>
      invitation.send.mutateAsync({
        email: texts.email.trim(),
        fullName: texts.fullName.trim() || undefined,
        wealthManagerId: managerId || undefined,
        mail,
      }),
  })
  return (
    <form id={id} {...form.formProps}>
      <InvitationNote note={note} />
      <ErrorSummary errors={form.items} attempt={form.attempt} />
      <ExistingAccount {...{ invitation, choosesManager }} />
      <div className="flex flex-col gap-6">
        <TextInput
          label="Email Address"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="client@example.com"
          required
          value={email}
          onChange={({ target }) => {
            setEmail(target.value)
            notifyReady({ email: target.value })
          }}
          error={form.problems.email}
          data-autofocus=""
        />
        <TextInput
          label="Full Name"
          name="fullName"
          autoComplete="off"
          optional
          maxLength={200}
          value={fullName}
          onChange={({ target }) => setFullName(target.value)}
          error={form.problems.fullName}
        />
        {choosesManager ? (
          <ManagerSelect
            listOf="admin"
            label="Assign Wealth Manager"
            placeholder="Select a wealth manager"
            required
            whenNone={<AddManagerHint />}
            value={managerId}
            onChange={(chosen) => {
              setManagerId(chosen)
              notifyReady({ managerId: chosen })
            }}
            error={form.problems.wealthManagerId}
          />
        ) : null}
        <InvitationPreview
          {...{ email, fullName, managerId, choosesManager }}
          edit={{ mail, onChange: setMail }}
        />
      </div>
    </form>
  )
}

/** How the client receives the credentials. */
function InvitationNote({ note }: Pick<InvitationFormProps, 'note'>) {
  const { sendsEmail } = useBranding()
  return (
    <Notice className="mb-6">{`${note} ${
      sendsEmail
        ? 'The invitation is also sent by email.'
        : 'No email is sent. Please pass them on to the client yourself.'
    }`}</Notice>
  )
}

type InvitationPreviewProps = Pick<InvitationFormProps, 'choosesManager'> &
  Record<'email' | 'fullName' | 'managerId', string> & { edit: MailEdit }

/** Previews the mail once recipient and manager are known. */
function InvitationPreview({ email, fullName, managerId, choosesManager, edit }: InvitationPreviewProps) {
  if (email.trim() === '' || emailProblem(email) || (choosesManager && managerId === '')) return null
  const body = {
    email: email.trim(),
    fullName: fullName.trim() || undefined,
    wealthManagerId: managerId || undefined,
    mail: edit.mail,
  }
  return <MailPreview upcoming={{ call: 'POST /api/send-invitation', body }} edit={edit} />
}

/** What to do if the address belongs to an account already. */
function ExistingAccount({
  invitation: { send, cancel },
  choosesManager,
}: Pick<InvitationFormProps, 'invitation' | 'choosesManager'>) {
  const problem = send.error instanceof ApiError ? send.error.problem : undefined
  if (problem?.code !== 'account-exists') return null
  const { existing } = problem
  if (existing === undefined) {
    return (
      <Notice tone="warning" className="mb-6">
        {choosesManager
          ? 'It belongs to a member of staff. A client needs their own address.'
          : 'It doesn’t belong to one of your clients. An admin can see whose it is, and assign the client to you.'}
      </Notice>
    )
  }
  const { applicationId, invitedUntil } = existing
  const page = choosesManager ? paths.admin : paths.managerReview
  return (
    <Notice
      tone="warning"
      className="mb-6"
      title={
        invitedUntil === null
          ? 'This client already exists'
          : invitationText(new Date(invitedUntil), new Date())
      }
      action={
        <Link href={`${page}?application=${applicationId}`} className="text-link" onClick={cancel}>
          Open the application
        </Link>
      }
    >
      {invitedUntil === null
        ? 'There’s no need to invite them again. Continue with their application.'
        : 'The client has already been invited but has never signed in. Open the application to resend the invitation.'}
    </Notice>
  )
}

/** Shown if there is no manager to choose. */
function AddManagerHint() {
  return (
    <span>
      A client needs a wealth manager. A system administrator can add one under{' '}
      <Link href={paths.systemAdmin} className="text-link">
        System Administration
      </Link>
      .
    </span>
  )
}

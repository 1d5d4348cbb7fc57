import { useId, useState } from 'react'
import type { AnswerOf, BodyOf } from '#base/rules/api/contract.ts'
import { emailProblem } from '#features/sign-in/client/email-problem.ts'
import { useSmallForm } from '#base/client/form/use-small-form.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { ApiError, detailOf } from '#base/client/lib/api.ts'
import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { useUndo } from '#features/applications/client/use-undo.ts'
import { toast, type ToastContent } from '#base/client/ui/toast-store.ts'

const names = ['fullName', 'email'] as const
const BOTH_ARE_NOTIFIED =
  'We’ll email both addresses. The new address takes effect once the client opens the link and signs in; the change can be stopped from the old one.'
const INVITED_AT_ONCE =
  'The client has never signed in, so a new invitation goes to the new address at once and the earlier one stops working.'

/** A client's account as staff see it. */
interface ClientAccount {
  userId: string
  username: string
  accountName: string | null
  /** Whether the client has never signed in. */
  isAwaited: boolean
}

type CorrectClientDialogProps = {
  account: ClientAccount
  onClose: () => void
  /** Refetches the account. */
  onCorrected: () => void
}

/** Corrects a client's name and sign-in address (docs/decisions/0050). */
export function CorrectClientDialog(props: CorrectClientDialogProps) {
  const id = useId()
  const [pending, setPending] = useState(false)
  const { onClose } = props
  return (
    <Dialog
      open
      title="Correct name or address"
      description="The name on the client’s account, and the address they sign in with. To change their answers in the application, request a correction."
      closable={!pending}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" disabled={pending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} pending={pending} pendingLabel="Saving...">
            Save
          </Button>
        </>
      }
    >
      <CorrectionForm {...props} id={id} onPending={setPending} />
    </Dialog>
  )
}

type CorrectionFormProps = CorrectClientDialogProps & { id: string; onPending: (pending: boolean) => void }

function useCorrection({ account, onClose, onCorrected, onPending }: CorrectionFormProps) {
  const undoOf = useUndo()
  return useSmallForm({
    names,
    check: ({ fullName, email }) => {
      const isUnnamed = fullName.trim() === '' && account.accountName !== null
      const wrongEmail = emailProblem(email)
      return {
        ...(isUnnamed && { fullName: 'Please enter the client’s name' }),
        ...(wrongEmail && { email: wrongEmail }),
      }
    },
    send: async (texts) => {
      onPending(true)
      try {
        const toastText = await correct(account, texts, undoOf)
        if (toastText !== null) toast({ title: 'Client Corrected', ...toastText })
        onClose()
      } catch (error) {
        onPending(false)
        if (!isAboutField(error))
          toast({ variant: 'destructive', title: 'Not corrected', description: detailOf(error) })
        throw error
      } finally {
        onCorrected()
      }
    },
  })
}

/** Whether the error is shown beside a field. */
function isAboutField(error: unknown): boolean {
  return error instanceof ApiError && names.some((name) => error.fields[name] !== undefined)
}

function CorrectionForm(props: CorrectionFormProps) {
  const { accountName, username, isAwaited } = props.account
  const form = useCorrection(props)
  const [name, setName] = useState(accountName ?? '')
  const [address, setAddress] = useState(username)
  const correction = changesOf(props.account, { fullName: name, email: address })
  const isHalfTyped = correction?.email !== undefined && emailProblem(correction.email) !== undefined
  return (
    <form id={props.id} {...form.formProps}>
      <ErrorSummary errors={form.items} attempt={form.attempt} />
      <div className="flex flex-col gap-6">
        <TextInput
          label="Full Name"
          name="fullName"
          autoComplete="off"
          maxLength={200}
          value={name}
          onChange={({ target }) => setName(target.value)}
          hint="We’ll email the client about a change."
          error={form.problems.fullName}
          data-autofocus=""
        />
        <TextInput
          label="Email Address"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={address}
          onChange={({ target }) => setAddress(target.value)}
          hint={isAwaited ? INVITED_AT_ONCE : BOTH_ARE_NOTIFIED}
          error={form.problems.email}
        />
        <MailPreview
          upcoming={correction === null || isHalfTyped ? null : correctionOf(props.account, correction)}
        />
      </div>
    </form>
  )
}

type Correction = BodyOf<'POST /api/admin/clients/{id}/correction'>

/** The changes; null if there are none. */
function changesOf(
  { username, accountName }: ClientAccount,
  texts: Record<(typeof names)[number], string>,
): Correction | null {
  const fullName = texts.fullName.trim()
  const email = texts.email.trim().toLowerCase()
  const isRenamed = fullName !== '' && fullName !== accountName
  const isMoved = email !== username
  if (!isRenamed && !isMoved) return null
  return { ...(isRenamed && { fullName }), ...(isMoved && { email }) }
}

/** The call that makes the changes. */
function correctionOf({ userId }: ClientAccount, body: Correction) {
  return { call: 'POST /api/admin/clients/{id}/correction', params: { id: userId }, body } as const
}

function whatHappened({
  fullName,
  email,
  expiresAt,
}: AnswerOf<'POST /api/admin/clients/{id}/correction'>): string {
  if (email === null) return `The name on the account is now ${fullName}.`
  return expiresAt === null
    ? `We’ve sent a new invitation to ${email}.`
    : `${email} takes effect once the client confirms it.`
}

/**
 * Sends the changes.
 *
 * @returns the toast's text; null if nothing changed
 */
async function correct(
  account: ClientAccount,
  texts: Record<(typeof names)[number], string>,
  undoOf: ReturnType<typeof useUndo>,
): Promise<Partial<ToastContent> | null> {
  const changes = changesOf(account, texts)
  if (changes === null) return null
  const { call: name, ...asked } = correctionOf(account, changes)
  const corrected = await callIdempotent(name, asked)
  return { description: whatHappened(corrected), ...undoOf(corrected) }
}

import { useId, useState } from 'react'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { ApiError } from '#base/client/lib/api.ts'
import { Button, type ButtonTone } from '#base/client/ui/button.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { PasswordInput } from '#base/client/ui/password-input.tsx'
import { FormError } from '#base/client/form/form-error.tsx'
import { OtherProofs } from './other-proofs.tsx'
import { NoAnswerError } from './passkeys/prove.ts'
import { CodeField } from './second-factor/code-field.tsx'
import { useSmallForm, type FieldProblems } from '#base/client/form/use-small-form.ts'

const passwordOnly = ['password'] as const
const passwordAndCode = ['password', 'code'] as const

type Props = {
  title: string
  description: string
  submitLabel: string
  pendingLabel?: string
  tone?: ButtonTone
  /** Whether a second-factor code is needed beside the password. */
  withCode?: boolean
  /** The text of an error for which the server has none. */
  otherwise?: string
  send: (proof: GivenProof) => Promise<unknown>
  onClose: () => void
}

/**
 * Asks for proof that the user acts before a sensitive action: the own password, a passkey, or a fresh sign-in at the
 * firm's provider. Closes once the action succeeded.
 */
export function PasswordDialog(props: Props) {
  const {
    title,
    description,
    submitLabel,
    pendingLabel = 'Checking...',
    tone,
    withCode = false,
    otherwise,
    send,
    onClose,
  } = props
  const { passkeys, singleSignOn } = useBranding()
  const id = useId()
  const [error, setError] = useState<Error | null>(null)
  const [isPending, setPending] = useState(false)
  const sendWith = async (prove: () => GivenProof | Promise<GivenProof>) => {
    setPending(true)
    setError(null)
    try {
      await send(await prove())
      onClose()
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure
      setError(failure)
      // The form shows errors of its field.
      if (failure instanceof ApiError) throw failure
    } finally {
      setPending(false)
    }
  }
  const form = useSmallForm<'password' | 'code'>({
    names: withCode ? passwordAndCode : passwordOnly,
    check: ({ password, code }) => ({
      ...(password === '' && { password: 'Please enter your password' }),
      ...(withCode && code.trim() === '' && { code: 'Please enter the code' }),
    }),
    send: ({ password, code }) => sendWith(() => ({ by: 'password', password, ...(withCode && { code }) })),
  })
  return (
    <Dialog
      open
      size="small"
      title={title}
      description={description}
      closable={!isPending}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} tone={tone} pending={isPending} pendingLabel={pendingLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} {...form.formProps}>
        <ErrorSummary errors={form.items} attempt={form.attempt} />
        <FormError
          error={form.items.length === 0 ? error : null}
          otherwise={error instanceof NoAnswerError ? error.message : otherwise}
        />
        <Fields withCode={withCode} problems={form.problems} />
      </form>
      {passkeys || singleSignOn.length > 0 ? (
        <OtherProofs
          disabled={isPending}
          withCode={withCode}
          onProve={(prove) => void sendWith(prove).catch(() => undefined)}
        />
      ) : null}
    </Dialog>
  )
}

type FieldsProps = { withCode: boolean; problems: FieldProblems<'password' | 'code'> }

function Fields({ withCode, problems }: FieldsProps) {
  return (
    <div className="flex flex-col gap-6">
      <PasswordInput
        label="Your password"
        name="password"
        autoComplete="current-password"
        required
        error={problems.password}
        data-autofocus=""
      />
      {withCode ? (
        <CodeField
          kind="code"
          hint="The six digits in your authenticator app, or a recovery code"
          error={problems.code}
        />
      ) : null}
    </div>
  )
}

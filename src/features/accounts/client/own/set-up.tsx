import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import { FormError } from '#base/client/form/form-error.tsx'
import { CodeField } from '#features/sign-in/client/second-factor/code-field.tsx'
import { useSmallForm } from '#base/client/form/use-small-form.ts'
import { session } from '#features/access/client/session.ts'
import { call } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { PasswordInput } from '#base/client/ui/password-input.tsx'
import { QrCode } from '#base/client/ui/qr-code.tsx'
import { RecoveryCodes } from '#features/sign-in/client/second-factor/recovery-codes.tsx'

type Props = {
  /** Called when the recovery codes are saved. */
  onDone: () => void
  /** Set if it may be cancelled. */
  onCancel?: () => void
}

type Enrolment = AnswerOf<'POST /api/account/second-factor'>

/** Sets up an authenticator: password, QR code and code, recovery codes. */
export function SetUp({ onDone, onCancel }: Props) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const done = () => {
    void session.ask()
    onDone()
  }
  // Beside a passkey, its recovery codes stay.
  const confirm = (made: string[]) => (made.length === 0 ? done() : setCodes(made))
  if (codes) return <RecoveryCodes codes={codes} onDone={done} />
  return enrolment ? (
    <ConfirmForm enrolment={enrolment} onConfirmed={confirm} onCancel={onCancel} />
  ) : (
    <PasswordForm onBegun={setEnrolment} onCancel={onCancel} />
  )
}

const passwordNames = ['password'] as const

type PasswordFormProps = Pick<Props, 'onCancel'> & { onBegun: (enrolment: Enrolment) => void }

function PasswordForm({ onBegun, onCancel }: PasswordFormProps) {
  const begin = useMutation({
    mutationFn: (password: string) => call('POST /api/account/second-factor', { body: { password } }),
    onSuccess: onBegun,
  })
  const form = useSmallForm({
    names: passwordNames,
    check: ({ password }) => (password === '' ? { password: 'Please enter your password' } : {}),
    send: ({ password }) => begin.mutateAsync(password),
  })
  return (
    <form {...form.formProps} className="max-w-form">
      <ErrorSummary errors={form.items} attempt={form.attempt} />
      <FormError error={form.items.length === 0 ? begin.error : null} />
      <PasswordInput
        label="Your password"
        name="password"
        autoComplete="current-password"
        hint="Enter your password to confirm it’s you."
        required
        error={form.problems.password}
      />
      <Buttons submit="Continue" pending={begin.isPending} onCancel={onCancel} />
    </form>
  )
}

const codeNames = ['code'] as const

type ConfirmFormProps = Pick<Props, 'onCancel'> & {
  enrolment: Enrolment
  onConfirmed: (codes: string[]) => void
}

function ConfirmForm({ enrolment, onConfirmed, onCancel }: ConfirmFormProps) {
  const { secret, address } = enrolment
  const confirm = useMutation({
    mutationFn: (code: string) => call('PUT /api/account/second-factor', { body: { code } }),
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  })
  const form = useSmallForm({
    names: codeNames,
    check: ({ code }) => (code.trim() === '' ? { code: 'Please enter the code' } : {}),
    send: ({ code }) => confirm.mutateAsync(code),
  })
  return (
    <form {...form.formProps} className="max-w-form">
      <ErrorSummary errors={form.items} attempt={form.attempt} />
      <FormError error={form.items.length === 0 ? confirm.error : null} />
      <p className="mb-4 text-pretty">
        In your authenticator app, add an account and scan this QR code. If the app is on this phone, copy the
        key into it instead.
      </p>
      <QrCode text={address} label="QR code for your authenticator app" />
      <DefinitionList
        className="mt-4 mb-6"
        rows={[{ label: 'Key', value: <span className="font-mono">{inGroups(secret)}</span>, copy: secret }]}
      />
      <CodeField kind="code" hint="The six digits your app shows now" error={form.problems.code} />
      <Buttons submit="Confirm" pending={confirm.isPending} onCancel={onCancel} />
    </form>
  )
}

/** In groups of four, to be read out. */
function inGroups(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/gu, '$& ')
}

type ButtonsProps = Pick<Props, 'onCancel'> & { submit: string; pending: boolean }

function Buttons({ submit, pending, onCancel }: ButtonsProps) {
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      <Button type="submit" pending={pending} pendingLabel="One moment...">
        {submit}
      </Button>
      {onCancel ? (
        <Button tone="secondary" disabled={pending} onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
    </div>
  )
}

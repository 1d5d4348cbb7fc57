import { useId, useState } from 'react'
import { FormError } from '#client/features/auth/form-error.tsx'
import { useSmallForm } from '#client/features/auth/use-small-form.ts'
import { Button, type ButtonTone } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { PasswordInput } from '#client/ui/password-input.tsx'

const names = ['password'] as const

type Props = {
  title: string
  description: string
  submitLabel: string
  pendingLabel: string
  tone?: ButtonTone
  send: (password: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the password before an import is started or undone. */
export function ProofDialog({ title, description, submitLabel, pendingLabel, tone, send, onClose }: Props) {
  const id = useId()
  const [error, setError] = useState<Error | null>(null)
  const [isPending, setPending] = useState(false)
  const form = useSmallForm({
    names,
    check: ({ password }) => (password === '' ? { password: 'Please enter your password' } : {}),
    send: async ({ password }) => {
      setPending(true)
      try {
        await send(password)
        onClose()
      } catch (failure) {
        if (failure instanceof Error) setError(failure)
        throw failure
      } finally {
        setPending(false)
      }
    },
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
      <form id={id} noValidate onSubmit={form.onSubmit}>
        <ErrorSummary errors={form.items} attempt={form.attempt} />
        <FormError error={form.items.length === 0 ? error : null} />
        <PasswordInput
          label="Your password"
          name="password"
          autoComplete="current-password"
          required
          error={form.problems.password}
          data-autofocus=""
        />
      </form>
    </Dialog>
  )
}

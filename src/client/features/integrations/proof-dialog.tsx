import { useState } from 'react'
import { ApiError, detailOf } from '#client/shared/lib/api.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PasswordInput } from '#client/ui/password-input.tsx'

type ProofDialogProps = {
  title: string
  description: string
  submitLabel: string
  pending: boolean
  error: Error | null
  onSubmit: (password: string) => void
  onCancel: () => void
}

/** Asks for the user’s own password before a sensitive action. */
export function ProofDialog({ error, onSubmit, ...dialog }: ProofDialogProps) {
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<string>()
  const ofField = error instanceof ApiError ? error.fields['password'] : undefined
  return (
    <FormDialog
      {...dialog}
      pendingLabel="Checking..."
      onSubmit={() => {
        setMissing(password === '' ? 'Please enter your password' : undefined)
        if (password !== '') onSubmit(password)
      }}
    >
      <>
        {error !== null && ofField === undefined ? <Notice tone="danger">{detailOf(error)}</Notice> : null}
        <PasswordInput
          label="Your password"
          name="password"
          autoComplete="current-password"
          required
          data-autofocus=""
          error={missing ?? ofField}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </>
    </FormDialog>
  )
}

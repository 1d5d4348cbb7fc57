import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { OwnPasskey } from '#features/sign-in/api/passkeys.ts'
import { FormError } from '#base/client/form/form-error.tsx'
import { useSmallForm } from '#base/client/form/use-small-form.ts'
import { call } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'

const names = ['name'] as const

/** Renames a passkey, so that its owner can tell it from others. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: OwnPasskey; onClose: () => void }) {
  const id = useId()
  const client = useQueryClient()
  const rename = useMutation({
    mutationFn: (name: string) =>
      call('PATCH /api/account/passkeys/{id}', { params: { id: passkey.id }, body: { name } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryFor('GET /api/account/passkeys').queryKey })
      onClose()
    },
  })
  const form = useSmallForm({
    names,
    check: ({ name }) => (name.trim() === '' ? { name: 'Please enter a name' } : {}),
    send: ({ name }) => rename.mutateAsync(name.trim()),
  })
  return (
    <Dialog
      open
      size="small"
      title="Rename this passkey"
      description="Choose a name that tells you which device it is on."
      closable={!rename.isPending}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" disabled={rename.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} pending={rename.isPending} pendingLabel="Saving...">
            Save
          </Button>
        </>
      }
    >
      <form id={id} {...form.formProps}>
        <ErrorSummary errors={form.items} attempt={form.attempt} />
        <FormError error={form.items.length === 0 ? rename.error : null} />
        <TextInput
          label="Name"
          name="name"
          defaultValue={passkey.name}
          maxLength={60}
          required
          error={form.problems.name}
          data-autofocus=""
        />
      </form>
    </Dialog>
  )
}

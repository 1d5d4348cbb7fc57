import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#client/shared/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ProofForm, type Proof } from './proof-form.tsx'

type Props = { required: boolean; onClose: () => void; onDone: () => void }

const texts = {
  required: {
    title: 'Use another authenticator',
    description: 'The current one is removed, and you set up the new one straight away.',
    confirm: 'Remove the current one',
  },
  optional: {
    title: 'Turn the authenticator off',
    description: 'You will sign in with your password only, and your recovery codes will stop working.',
    confirm: 'Turn off',
  },
} as const

/** Removes the authenticator, after password and code. */
export function TurnOffDialog({ required, onClose, onDone }: Props) {
  const form = useId()
  const { title, description, confirm } = texts[required ? 'required' : 'optional']
  const remove = useMutation({
    mutationFn: (body: Proof) => call('POST /api/account/second-factor/removal', { body }),
    onSuccess: () => {
      toast({ title: 'Authenticator removed', description: 'You won’t be asked for it again.' })
      onDone()
    },
  })
  return (
    <Dialog
      open
      size="small"
      title={title}
      description={description}
      closable={!remove.isPending}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" disabled={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone="danger"
            type="submit"
            form={form}
            pending={remove.isPending}
            pendingLabel="Removing..."
          >
            {confirm}
          </Button>
        </>
      }
    >
      <ProofForm id={form} send={(proof) => remove.mutateAsync(proof)} />
    </Dialog>
  )
}

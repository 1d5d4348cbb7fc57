import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#client/shared/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ProofForm, type Proof } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Props = { onClose: () => void; onDone: () => void }

/** Makes new recovery codes, after password and code, and shows them once. */
export function RenewDialog({ onClose, onDone }: Props) {
  const form = useId()
  const renew = useMutation({
    mutationFn: (body: Proof) => call('POST /api/account/second-factor/recovery-codes', { body }),
  })
  if (renew.data) {
    return (
      <Dialog open title="Your new recovery codes" closable={false} onClose={onDone}>
        <RecoveryCodes codes={renew.data.recoveryCodes} onDone={onDone} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      size="small"
      title="Make new recovery codes"
      description="The codes you have now will stop working."
      closable={!renew.isPending}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" disabled={renew.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} pending={renew.isPending} pendingLabel="Making...">
            Make new codes
          </Button>
        </>
      }
    >
      <ProofForm id={form} send={(proof) => renew.mutateAsync(proof)} />
    </Dialog>
  )
}

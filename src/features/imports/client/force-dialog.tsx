import { useState } from 'react'
import { call } from '#base/client/lib/api.ts'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { useImportChange } from './import-query.ts'

type Props = { importId: string; row: number; onClose: () => void }

/** Asks why a client is imported although another one has the same ID number. */
export function ForceDialog({ importId: id, row, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const force = useImportChange(id, () =>
    call('PUT /api/admin/imports/{id}/rows/{row}', { params: { id, row }, body: { reason } }),
  )
  const submit = () => {
    if (reason.trim() === '') setMissing(true)
    else force.mutate(undefined, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={`Import row ${row} all the same?`}
      description="Another client has the same ID number. The existing client is not changed."
      submitLabel="Import all the same"
      pending={force.isPending}
      pendingLabel="Saving..."
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextArea
        label="Reason"
        name="reason"
        hint="It is stored with the import"
        value={reason}
        maxLength={500}
        error={isMissing && reason.trim() === '' ? 'Please enter a reason' : undefined}
        onChange={({ target }) => setReason(target.value)}
        data-autofocus=""
      />
    </FormDialog>
  )
}

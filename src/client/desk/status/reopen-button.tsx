import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type RefObject } from 'react'
import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import { statuses } from '#domain/applications/lifecycle/statuses.ts'
import { act, orLook } from '#client/lib/act.ts'
import { call, detailOf } from '#client/lib/api.ts'
import { applicationListsKey } from '#client/lists/application-lists-key.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { nameOf } from '../list/cells.tsx'
import { reviewedQuery, timelineKey } from './use-status-change.ts'

type ReopenButtonProps = {
  application: ReviewedApplication
  statusRef: RefObject<HTMLElement | null>
}

/** Takes back what was decided or cancelled by mistake; nothing where there is nothing to take back. */
export function ReopenButton({ application, statusRef }: ReopenButtonProps) {
  const [asking, setAsking] = useState(false)
  const reopening = useReopening(application, statusRef)
  if (application.reopensTo === null) return null
  return (
    <>
      <Button
        size="small"
        tone="secondary"
        pending={reopening.isPending}
        pendingLabel="Reopening..."
        onClick={() => setAsking(true)}
      >
        Reopen
      </Button>
      {asking ? (
        <ReopenDialog
          {...{ application }}
          onConfirm={(reason) => {
            setAsking(false)
            reopening.mutate(reason)
          }}
          onCancel={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

function useReopening({ id, status }: ReviewedApplication, statusRef: ReopenButtonProps['statusRef']) {
  const client = useQueryClient()
  const { queryKey } = reviewedQuery(id)
  return useMutation({
    mutationFn: (reason: string) =>
      orLook(
        act('POST /api/admin/applications/{id}/reopen', {
          params: { id },
          body: { reason, expectedStatus: status },
        }),
        async () => {
          const found = await call('GET /api/admin/applications/{id}', { params: { id } })
          return found.status === status ? null : found
        },
      ),
    onSuccess: (reopened) => {
      client.setQueryData(queryKey, reopened)
      statusRef.current?.focus()
      toast({ title: 'Application reopened' })
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Not reopened', description: detailOf(error) }),
    onSettled: () => {
      for (const key of [queryKey, timelineKey(id), applicationListsKey]) {
        void client.invalidateQueries({ queryKey: key })
      }
    },
  })
}

type ReopenDialogProps = Pick<ReopenButtonProps, 'application'> & {
  onConfirm: (reason: string) => void
  onCancel: () => void
}

function ReopenDialog({ application, onConfirm, onCancel }: ReopenDialogProps) {
  const form = useId()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const given = reason.trim()
  const { status, reopensTo } = application
  return (
    <Dialog
      open
      size="small"
      title="Reopen"
      description={`${nameOf(application)} goes from ${statuses[status]} back to ${statuses[reopensTo ?? status]}. The client is told that what they heard before no longer holds.`}
      onClose={onCancel}
      footer={
        <>
          <Button tone="secondary" onClick={onCancel}>
            Keep as it is
          </Button>
          <Button type="submit" form={form}>
            Reopen
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setMissing(given === '')
          if (given !== '') onConfirm(given)
        }}
      >
        <TextArea
          label="Reason"
          name="reason"
          hint="Kept with the application, for the firm's own records."
          maxLength={2000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={missing && given === '' ? 'Please give a reason' : undefined}
          data-autofocus=""
        />
      </form>
    </Dialog>
  )
}

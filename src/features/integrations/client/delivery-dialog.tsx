import { useMutation, useQuery } from '@tanstack/react-query'
import { detailOf } from '#base/client/lib/api.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { eventLabel } from '#features/applications/rules/events.ts'
import { formatExactTime } from '#base/rules/time/dates.ts'
import { Button } from '#base/client/ui/button.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { CodeSample } from './secret-dialog.tsx'
import { deliveryLabels } from './webhook-text.ts'

type DeliveryDialogProps = { id: string; onClose: () => void; onResent: () => void }

/** What was sent, what the receiver answered, and sending it again. */
export function DeliveryDialog({ id, onClose, onResent }: DeliveryDialogProps) {
  const params = { id }
  const detail = useQuery({
    ...queryFor('GET /api/system-admin/webhook-deliveries/{id}', { params }),
    staleTime: 0,
  })
  const resend = useMutation({
    mutationFn: () => callIdempotent('POST /api/system-admin/webhook-deliveries/{id}/resend', { params }),
    onSuccess: () => {
      toast({ title: 'Sent again', description: 'The event is delivered as a new delivery.' })
      onResent()
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'It was not sent again', description: detailOf(error) }),
  })
  const delivery = detail.data
  return (
    <Dialog
      open
      title={delivery === undefined ? 'Delivery' : eventLabel(delivery.event)}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            Close
          </Button>
          <Button
            disabled={delivery === undefined || delivery.state === 'waiting'}
            pending={resend.isPending}
            pendingLabel="Sending..."
            onClick={() => resend.mutate()}
          >
            Send again
          </Button>
        </>
      }
    >
      {detail.isPending ? <TableSkeleton label="Loading the delivery..." /> : null}
      {detail.isError ? (
        <LoadFailure title="The delivery couldn’t be loaded" onRetry={() => void detail.refetch()}>
          {detailOf(detail.error)}
        </LoadFailure>
      ) : null}
      {delivery === undefined ? null : (
        <>
          <DefinitionList
            rows={[
              {
                label: 'Message id',
                value: <span className="font-mono break-all">{delivery.messageId}</span>,
              },
              { label: 'State', value: deliveryLabels[delivery.state] },
              { label: 'Attempts', value: String(delivery.attempts) },
              {
                label: 'Next attempt',
                value:
                  delivery.nextAttemptAt === null ? '–' : formatExactTime(new Date(delivery.nextAttemptAt)),
              },
              { label: 'Status', value: delivery.status === null ? 'No answer' : String(delivery.status) },
              { label: 'Error', value: delivery.error ?? '–' },
            ]}
          />
          <h3 className="mt-6 mb-2 text-base font-semibold">Sent</h3>
          <CodeSample>{JSON.stringify(JSON.parse(delivery.body), null, 2)}</CodeSample>
          <h3 className="mt-6 mb-2 text-base font-semibold">Answered</h3>
          <CodeSample>
            {delivery.answer === null || delivery.answer === '' ? '(empty)' : delivery.answer}
          </CodeSample>
        </>
      )}
    </Dialog>
  )
}

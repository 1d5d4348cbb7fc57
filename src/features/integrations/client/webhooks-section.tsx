import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { MAX_ENDPOINTS } from '#features/integrations/rules/limits.ts'
import type { WebhookEndpoint } from '#features/integrations/api/webhooks.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Button } from '#base/client/ui/button.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { DeliveriesSection } from './deliveries-section.tsx'
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

const webhooksQuery = queryFor('GET /api/system-admin/webhooks')

/** Webhooks, and the log of their deliveries. */
export function WebhooksSection() {
  const list = useQuery({ ...webhooksQuery, staleTime: 0 })
  const [edited, setEdited] = useState<WebhookEndpoint | 'new'>()
  const [shown, setShown] = useState<ShownSecret>()
  const refresh = () => void list.refetch()
  const webhooks = list.data ?? []
  return (
    <>
      <Section
        title="Webhooks"
        description="Tell another program, such as your CRM, at once that something happened. Events hold ids and statuses only, never a client’s answers."
        action={
          webhooks.length < MAX_ENDPOINTS ? (
            <Button
              size="small"
              tone="secondary"
              icon={<Plus aria-hidden="true" className="size-4" />}
              onClick={() => setEdited('new')}
            >
              Add webhook
            </Button>
          ) : null
        }
      >
        {list.isPending ? <TableSkeleton label="Loading webhooks..." /> : null}
        {list.isError ? (
          <LoadFailure title="The webhooks couldn’t be loaded" onRetry={refresh}>
            {detailOf(list.error)}
          </LoadFailure>
        ) : null}
        {list.data?.length === 0 ? <p className="text-ink-soft">No webhooks yet.</p> : null}
        <ul className="grid gap-6 lg:grid-cols-2">
          {webhooks.map((webhook) => (
            <WebhookCard
              key={webhook.id}
              webhook={webhook}
              onEdit={() => setEdited(webhook)}
              onChanged={refresh}
              onSecret={setShown}
            />
          ))}
        </ul>
      </Section>
      {webhooks.length === 0 ? null : <DeliveriesSection webhooks={webhooks} onResent={refresh} />}
      {edited === undefined ? null : (
        <WebhookDialog
          webhook={edited === 'new' ? null : edited}
          onClose={() => setEdited(undefined)}
          onSaved={(secret) => {
            setEdited(undefined)
            setShown(secret ?? undefined)
            refresh()
          }}
        />
      )}
      {shown === undefined ? null : <SecretDialog shown={shown} onDone={() => setShown(undefined)} />}
    </>
  )
}

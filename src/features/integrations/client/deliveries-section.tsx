import { useMemo, useState } from 'react'
import type { WebhookDelivery, WebhookEndpoint } from '#features/integrations/api/webhooks.ts'
import { eventLabel } from '#features/applications/rules/events.ts'
import { formatShortTime } from '#base/rules/time/dates.ts'
import { callPage } from '#base/client/lib/call-page.ts'
import type { Column } from '#base/client/lists/column.ts'
import { ListSection, type ListTexts } from '#base/client/lists/list-section.tsx'
import { ListTable } from '#base/client/lists/list-table.tsx'
import { defineList, useList } from '#base/client/lists/use-list.ts'
import { oneOf } from '#base/client/lists/view.ts'
import { Badge, type BadgeTone } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { deliveryLabels } from './webhook-text.ts'

const states = Object.keys(deliveryLabels) as WebhookDelivery['state'][]
const tones = { waiting: 'warning', delivered: 'success', 'given-up': 'danger' } as const satisfies Record<
  WebhookDelivery['state'],
  BadgeTone
>

const texts: ListTexts = {
  loading: 'Loading deliveries...',
  failed: 'The deliveries couldn’t be loaded',
  moreFailed: 'Older deliveries couldn’t be loaded. Please try again.',
  more: () => 'Show older deliveries',
}

type DeliveriesSectionProps = { webhooks: readonly WebhookEndpoint[]; onResent: () => void }

/** The log of deliveries to one webhook. */
export function DeliveriesSection({ webhooks, onResent }: DeliveriesSectionProps) {
  const [chosen, setChosen] = useState(webhooks[0]?.id ?? '')
  const id = webhooks.some((webhook) => webhook.id === chosen) ? chosen : (webhooks[0]?.id ?? '')
  return (
    <Section
      className="mt-12"
      title="Deliveries"
      description="What was sent within the last 30 days, and what the receiver answered."
    >
      <Deliveries key={id} id={id} onResent={onResent}>
        <Select
          label="Webhook"
          name="webhook"
          placeholder={null}
          value={id}
          onChange={({ target }) => setChosen(target.value)}
          options={webhooks.map(({ id: value, name }) => ({ value, label: name }))}
        />
      </Deliveries>
    </Section>
  )
}

type DeliveriesProps = { id: string; onResent: () => void; children: React.ReactElement }

function Deliveries({ id, onResent, children }: DeliveriesProps) {
  const definition = useMemo(
    () =>
      defineList({
        key: ['webhook-deliveries', id],
        view: { state: oneOf(states) },
        pageRows: 25,
        load: ({ state }: { state: WebhookDelivery['state'] | '' }, page, signal) =>
          callPage(
            'GET /api/system-admin/webhooks/{id}/deliveries',
            { ...page, ...(state !== '' && { state }) },
            signal,
            { id },
          ),
      }),
    [id],
  )
  const list = useList(definition)
  const [opened, setOpened] = useState<string>()
  const shown = `Showing ${list.rows.length} ${list.rows.length === 1 ? 'delivery' : 'deliveries'}`
  return (
    <>
      <div className="mb-6 grid gap-4 sm:max-w-xl sm:grid-cols-2">
        {children}
        <Select
          label="State"
          name="state"
          placeholder="All"
          value={list.view.state}
          onChange={({ target }) => list.changeView({ state: target.value as WebhookDelivery['state'] | '' })}
          options={states.map((value) => ({ value, label: deliveryLabels[value] }))}
        />
      </div>
      <ListSection list={list} texts={texts} empty="No deliveries." count={shown}>
        <ListTable caption="Deliveries" columns={columnsOf(setOpened)} list={list} />
      </ListSection>
      {opened === undefined ? null : (
        <DeliveryDialog
          id={opened}
          onClose={() => setOpened(undefined)}
          onResent={() => {
            setOpened(undefined)
            list.retry()
            onResent()
          }}
        />
      )}
    </>
  )
}

function columnsOf(onOpen: (id: string) => void): Column<WebhookDelivery>[] {
  return [
    {
      id: 'time',
      title: 'Time',
      width: 'w-[22%]',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortTime(new Date(createdAt))}</time>,
    },
    {
      id: 'event',
      title: 'Event',
      cell: ({ event, isResend }) => `${eventLabel(event)}${isResend ? ' (sent again)' : ''}`,
    },
    {
      id: 'state',
      title: 'State',
      width: 'w-32',
      cell: ({ state }) => <Badge tone={tones[state]}>{deliveryLabels[state]}</Badge>,
    },
    {
      id: 'answer',
      title: 'Answer',
      cell: ({ status, error }) => (status === null ? (error ?? '–') : `Status ${status}`),
    },
    { id: 'attempts', title: 'Attempts', width: 'w-24', cell: ({ attempts }) => attempts },
    { id: 'ms', title: 'Time taken', width: 'w-28', cell: ({ ms }) => (ms === null ? '–' : `${ms} ms`) },
    {
      id: 'open',
      title: 'Details',
      isAction: true,
      width: 'w-28',
      cell: ({ id, event }) => (
        <Button tone="quiet" size="small" onClick={() => onOpen(id)}>
          <span>Details</span>
          <span className="sr-only">{` of ${eventLabel(event)}`}</span>
        </Button>
      ),
    },
  ]
}

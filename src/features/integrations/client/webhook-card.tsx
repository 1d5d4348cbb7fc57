import type { GivenProof } from '#features/access/api/own-proof.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebhookEndpoint, WebhookTest } from '#features/integrations/api/webhooks.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { PasswordDialog } from '#features/sign-in/client/password-dialog.tsx'
import { call, detailOf } from '#base/client/lib/api.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { Badge, type BadgeTone } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { ConfirmDialog } from '#base/client/ui/dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { Fact } from './fact.tsx'
import type { ShownSecret } from './secret-dialog.tsx'
import { stateText } from './webhook-text.ts'
import { webhookSecret } from './webhook-dialog.tsx'

const tones = { on: 'success', paused: 'warning', off: 'neutral' } as const satisfies Record<
  WebhookEndpoint['state'],
  BadgeTone
>

type WebhookCardProps = {
  webhook: WebhookEndpoint
  onEdit: () => void
  onChanged: () => void
  onSecret: (shown: ShownSecret) => void
}

/** A webhook: its state and figures, and what can be done with it. */
export function WebhookCard({ webhook, onEdit, onChanged, onSecret }: WebhookCardProps) {
  const { name, url, state, failures } = webhook
  const [asked, setAsked] = useState<'remove' | 'rotate'>()
  const [tested, setTested] = useState<WebhookTest>()
  const acts = useWebhookActs(webhook, {
    onChanged,
    onSecret,
    onTested: setTested,
    onClose: () => setAsked(undefined),
  })
  const failed = state === 'off' && webhook.stateReason !== 'person' && webhook.stateReason !== 'new'
  return (
    <li className="border-t-2 border-brass-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-lg wrap-anywhere">{name}</h3>
        <Badge tone={failed ? 'danger' : state === 'on' && failures > 0 ? 'warning' : tones[state]}>
          {stateText(webhook)}
        </Badge>
      </div>
      <p className="mt-1 text-sm text-ink-soft wrap-anywhere">{url}</p>
      <WebhookFacts webhook={webhook} />
      <PreviousSecret webhook={webhook} acts={acts} />
      {tested === undefined ? null : <TestResult result={tested} />}
      <WebhookButtons webhook={webhook} acts={acts} onEdit={onEdit} onAsk={setAsked} />
      {asked === 'rotate' ? (
        <PasswordDialog
          title={`New secret for ${name}`}
          description="For 24 hours both secrets sign, so that the receiver can be changed without missing an event."
          submitLabel="Make new secret"
          send={(proof) => acts.rotate.mutateAsync(proof)}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
      <ConfirmDialog
        open={asked === 'remove'}
        title={`Remove ${name}?`}
        description="Its waiting events and its delivery log are deleted with it."
        tone="danger"
        confirmLabel="Remove"
        pending={acts.remove.isPending}
        onConfirm={() => acts.remove.mutate()}
        onCancel={() => setAsked(undefined)}
      />
    </li>
  )
}

type Acts = ReturnType<typeof useWebhookActs>

function WebhookFacts({ webhook }: { webhook: WebhookEndpoint }) {
  return (
    <dl className="mt-3 text-sm">
      <Fact label="Operated by" value={webhook.operatorName} />
      <Fact
        label="Last success"
        value={webhook.lastSuccessAt === null ? 'None yet' : formatDateTime(new Date(webhook.lastSuccessAt))}
      />
      <Fact label="Waiting" value={String(webhook.waiting)} />
      <Fact label="Delivered, last 24 hours" value={String(webhook.delivered)} />
      <Fact label="Given up, last 24 hours" value={String(webhook.givenUp)} />
    </dl>
  )
}

function PreviousSecret({ webhook, acts }: { webhook: WebhookEndpoint; acts: Acts }) {
  if (webhook.previousUntil === null) return null
  return (
    <Notice
      tone="info"
      className="mt-4"
      action={
        <Button tone="quiet" size="small" pending={acts.end.isPending} onClick={() => acts.end.mutate()}>
          End the previous secret now
        </Button>
      }
    >
      {`The previous secret signs as well until ${formatDateTime(new Date(webhook.previousUntil))}.`}
    </Notice>
  )
}

type ButtonsProps = {
  webhook: WebhookEndpoint
  acts: Acts
  onEdit: () => void
  onAsk: (asked: 'remove' | 'rotate') => void
}

function WebhookButtons({ webhook: { name, state }, acts, onEdit, onAsk }: ButtonsProps) {
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button
        size="small"
        tone="secondary"
        pending={acts.test.isPending}
        pendingLabel="Sending..."
        onClick={() => acts.test.mutate()}
      >
        <ActLabel act="Send test" name={name} />
      </Button>
      {state === 'on' ? (
        <Button size="small" tone="secondary" onClick={() => acts.change.mutate('paused')}>
          <ActLabel act="Pause" name={name} />
        </Button>
      ) : (
        <Button size="small" tone="secondary" onClick={() => acts.change.mutate('on')}>
          <ActLabel act="Switch on" name={name} />
        </Button>
      )}
      {state === 'off' ? null : (
        <Button size="small" tone="quiet" onClick={() => acts.change.mutate('off')}>
          <ActLabel act="Switch off" name={name} />
        </Button>
      )}
      <Button size="small" tone="quiet" onClick={onEdit}>
        <ActLabel act="Change" name={name} />
      </Button>
      <Button size="small" tone="quiet" onClick={() => onAsk('rotate')}>
        <ActLabel act="New secret" name={name} />
      </Button>
      <Button size="small" tone="quiet" onClick={() => onAsk('remove')}>
        <ActLabel act="Remove" name={name} />
      </Button>
    </div>
  )
}

type After = {
  onChanged: () => void
  onSecret: (shown: ShownSecret) => void
  onTested: (result: WebhookTest) => void
  onClose: () => void
}

function useWebhookActs({ id, name }: WebhookEndpoint, { onChanged, onSecret, onTested, onClose }: After) {
  const params = { id }
  const onError = (error: Error) =>
    toast({ variant: 'destructive', title: `${name} was not changed`, description: detailOf(error) })
  return {
    test: useMutation({
      mutationFn: () => call('POST /api/system-admin/webhooks/{id}/test', { params }),
      onSuccess: (result) => {
        onTested(result)
        onChanged()
      },
      onError,
    }),
    change: useMutation({
      mutationFn: (state: WebhookEndpoint['state']) =>
        call('PATCH /api/system-admin/webhooks/{id}', { params, body: { state } }),
      onSuccess: onChanged,
      onError,
    }),
    rotate: useMutation({
      mutationFn: (proof: GivenProof) =>
        callIdempotent('POST /api/system-admin/webhooks/{id}/secret', { params, body: { proof } }),
      onSuccess: ({ secret }) => {
        onClose()
        onSecret(webhookSecret(secret))
        onChanged()
      },
    }),
    end: useMutation({
      mutationFn: () => call('DELETE /api/system-admin/webhooks/{id}/previous-secret', { params }),
      onSuccess: onChanged,
      onError,
    }),
    remove: useMutation({
      mutationFn: () => call('DELETE /api/system-admin/webhooks/{id}', { params }),
      onSuccess: () => {
        onClose()
        onChanged()
      },
      onError,
    }),
  }
}

function TestResult({ result: { status, ms, answer, address } }: { result: WebhookTest }) {
  const accepted = status !== null && status >= 200 && status < 300
  return (
    <Notice
      live="status"
      className="mt-4"
      tone={accepted ? 'success' : 'danger'}
      title={accepted ? 'The receiver accepted the test' : 'The test was not accepted'}
    >
      <span className="wrap-anywhere">
        {[status === null ? null : `Status ${status}`, `${ms} ms`, address, answer]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </Notice>
  )
}

/** What a button does; screen readers hear to which webhook. */
function ActLabel({ act, name }: { act: string; name: string }) {
  return (
    <>
      <span>{act}</span>
      <span className="sr-only">{` ${name}`}</span>
    </>
  )
}

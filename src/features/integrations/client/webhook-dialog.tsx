import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import type { WebhookEndpoint } from '#features/integrations/api/webhooks.ts'
import { eventLabels, eventTypes, type EventType } from '#features/applications/rules/events.ts'
import { OwnProofFields } from '#features/sign-in/client/own-proof-fields.tsx'
import { call } from '#base/client/lib/api.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { CheckList } from './check-list.tsx'
import { SaveErrors, useFieldErrors } from './save-errors.tsx'
import type { ShownSecret } from './secret-dialog.tsx'

type WebhookDialogProps = {
  /** The webhook to change; null to add one. */
  webhook: WebhookEndpoint | null
  onClose: () => void
  /** @param shown a new secret, to be shown once */
  onSaved: (shown: ShownSecret | null) => void
}

/** Adds a webhook, or changes its name, address and events. */
export function WebhookDialog({ webhook, onClose, onSaved }: WebhookDialogProps) {
  const [name, setName] = useState(webhook?.name ?? '')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<readonly EventType[]>(
    webhook === null ? eventTypes : eventTypes.filter((type) => webhook.events.includes(type)),
  )
  const [operatorName, setOperatorName] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [password, setPassword] = useState('')
  const save = useSave(webhook, { name, url, events, operatorName, agreed }, onSaved)
  const fields = useFieldErrors(save.error, { name, url, events, operatorName, agreement: agreed, password })
  return (
    <FormDialog
      size="normal"
      title={webhook === null ? 'Add a webhook' : `Change ${webhook.name}`}
      submitLabel={webhook === null ? 'Add webhook' : 'Save changes'}
      pending={save.isPending}
      pendingLabel="Saving..."
      onSubmit={() => save.mutate(() => ({ by: 'password', password }))}
      onCancel={onClose}
    >
      <SaveErrors error={save.error} fields={fields} attempt={save.submittedAt} />
      <TextInput
        label="Name"
        name="name"
        autoComplete="off"
        value={name}
        error={fields['name']}
        onChange={({ target }) => setName(target.value)}
      />
      <TextInput
        label="Address"
        name="url"
        type="url"
        autoComplete="off"
        spellCheck={false}
        hint={
          webhook === null
            ? 'An https:// address that the other program listens on'
            : 'A new address gets a new secret, and has to be tested again.'
        }
        value={url}
        error={fields['url']}
        onChange={({ target }) => setUrl(target.value)}
      />
      <CheckList
        label="Events"
        name="events"
        options={eventTypes.map((value) => ({ value, label: eventLabels[value], hint: value }))}
        chosen={events}
        error={fields['events']}
        onChange={setEvents}
      />
      {webhook === null ? (
        <OperatorFields
          operatorName={operatorName}
          agreed={agreed}
          fields={fields}
          onOperatorName={setOperatorName}
          onAgreed={setAgreed}
        />
      ) : null}
      {url === webhook?.url ? null : (
        <OwnProofFields
          password={password}
          error={fields['password']}
          disabled={save.isPending}
          onPassword={setPassword}
          onProve={save.mutate}
        />
      )}
    </FormDialog>
  )
}

interface Entered {
  name: string
  url: string
  events: readonly EventType[]
  operatorName: string
  agreed: boolean
}

/** Saves with a proof, which only a new address needs. */
function useSave(
  webhook: WebhookEndpoint | null,
  { name, url, events, operatorName, agreed }: Entered,
  onSaved: WebhookDialogProps['onSaved'],
) {
  return useMutation({
    mutationFn: async (prove: () => GivenProof | Promise<GivenProof>) => {
      const body = { name, events: [...events] }
      if (webhook === null) {
        const added = { ...body, url, operatorName, agreement: agreed as true, proof: await prove() }
        return callIdempotent('POST /api/system-admin/webhooks', { body: added })
      }
      const moved = url === webhook.url ? {} : { url, proof: await prove() }
      return call('PATCH /api/system-admin/webhooks/{id}', {
        params: { id: webhook.id },
        body: { ...body, ...moved },
      })
    },
    onSuccess: ({ secret }) => onSaved(secret === null ? null : webhookSecret(secret)),
  })
}

type OperatorFieldsProps = {
  operatorName: string
  agreed: boolean
  fields: Readonly<Record<string, string>>
  onOperatorName: (name: string) => void
  onAgreed: (agreed: boolean) => void
}

function OperatorFields({ operatorName, agreed, fields, onOperatorName, onAgreed }: OperatorFieldsProps) {
  return (
    <>
      <TextInput
        label="Who operates the receiver?"
        name="operatorName"
        autoComplete="off"
        hint="The company that runs the other program for your firm, or your firm itself"
        value={operatorName}
        error={fields['operatorName']}
        onChange={({ target }) => onOperatorName(target.value)}
      />
      <Checkbox
        name="agreement"
        label="The firm has a written agreement with this operator about the personal information it receives (POPIA, sections 20 and 21)"
        checked={agreed}
        error={fields['agreement']}
        onChange={({ target }) => onAgreed(target.checked)}
      />
    </>
  )
}

/** A new secret, with how to verify a signature. */
export function webhookSecret(secret: string): ShownSecret {
  return {
    title: 'The secret of this webhook',
    label: 'Secret',
    secret,
    sample: `import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)
// body: the raw text of the request
const event = webhook.verify(body, request.headers)`,
  }
}

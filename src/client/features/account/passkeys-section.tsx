import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GivenProof } from '#domain/api/own-proof.ts'
import type { OwnPasskey } from '#domain/api/passkeys.ts'
import { formatDate, formatDateTime } from '#domain/time/dates.ts'
import { useBranding } from '#client/shared/shell/branding.tsx'
import { PasswordDialog } from '#client/features/auth/password-dialog.tsx'
import { call } from '#client/shared/lib/api.ts'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { Section } from '#client/ui/section.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'

const passkeysQuery = queryFor('GET /api/account/passkeys')
/** The device's dialog was closed, or it has the passkey already. */
const NOT_MADE = 'Your device didn’t make a passkey. Please try again, or use another device.'

type Task = { do: 'add' } | { do: 'remove'; passkey: OwnPasskey }

/** The user's passkeys: add, list, remove. */
export function PasskeysSection() {
  const { passkeys: offered } = useBranding()
  const { data, isError, refetch } = useQuery({ ...passkeysQuery, staleTime: 0, enabled: offered })
  const [task, setTask] = useState<Task | null>(null)
  const [renaming, setRenaming] = useState<OwnPasskey | null>(null)
  if (!offered) return null
  return (
    <Section
      title="Passkeys"
      description="Sign in with your fingerprint, face or screen lock instead of a password. Your password stays, in case you lose the device."
      action={
        browserSupportsWebAuthn() ? (
          <Button tone="secondary" size="small" onClick={() => setTask({ do: 'add' })}>
            Add a passkey
          </Button>
        ) : undefined
      }
    >
      {isError ? (
        <LoadFailure onRetry={() => void refetch()}>Your passkeys could not be loaded.</LoadFailure>
      ) : null}
      {data === undefined && !isError ? <Spinner label="Loading your passkeys..." /> : null}
      {data?.length === 0 ? <p className="text-ink-soft">You have no passkeys.</p> : null}
      <ul>
        {data?.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRemove={() => setTask({ do: 'remove', passkey })}
            onRename={() => setRenaming(passkey)}
          />
        ))}
      </ul>
      {renaming === null ? null : (
        <RenamePasskeyDialog passkey={renaming} onClose={() => setRenaming(null)} />
      )}
      {task === null ? null : <PasskeyDialog task={task} onClose={() => setTask(null)} />}
    </Section>
  )
}

type RowProps = { passkey: OwnPasskey; onRemove: () => void; onRename: () => void }

function PasskeyRow({ passkey, onRemove, onRename }: RowProps) {
  const { name, backedUp, createdAt, lastUsedAt } = passkey
  const used = lastUsedAt === null ? 'not used yet' : `last used ${formatDateTime(new Date(lastUsedAt))}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-4 last:border-b-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
          <span>{name}</span>
          {backedUp ? <Badge tone="neutral">Synced</Badge> : null}
        </p>
        <p className="mt-1 text-sm text-ink-soft">{`Added on ${formatDate(new Date(createdAt))}, ${used}`}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button tone="quiet" size="small" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button tone="secondary" size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}

async function add(proof: GivenProof): Promise<void> {
  const { options } = await call('POST /api/account/passkeys/options', { body: { proof } })
  const response = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  }).catch(() => {
    throw new Error(NOT_MADE)
  })
  const { transports } = response.response
  await call('POST /api/account/passkeys', {
    body: {
      response: { ...response, response: { ...response.response, ...(transports && { transports }) } },
    },
  })
}

const texts = {
  add: {
    title: 'Add a passkey',
    description: 'Confirm it’s you first. Then your device asks for your fingerprint, face or screen lock.',
    confirm: 'Continue',
    pending: 'Waiting for your device...',
    done: 'Passkey added',
  },
  remove: {
    title: 'Remove this passkey',
    description: 'It will no longer sign in here. You may delete it on the device too.',
    confirm: 'Remove',
    pending: 'Removing...',
    done: 'Passkey removed',
  },
} as const

function PasskeyDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const client = useQueryClient()
  const text = texts[task.do]
  const change = async (proof: GivenProof) => {
    if (task.do === 'add') await add(proof)
    else
      await call('POST /api/account/passkeys/{id}/removal', {
        params: { id: task.passkey.id },
        body: { proof },
      })
    void client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
    toast({ title: text.done, description: 'We’ve told you by email too.' })
  }
  return (
    <PasswordDialog
      title={text.title}
      description={text.description}
      submitLabel={text.confirm}
      pendingLabel={text.pending}
      tone={task.do === 'add' ? 'primary' : 'danger'}
      otherwise={NOT_MADE}
      send={change}
      onClose={onClose}
    />
  )
}

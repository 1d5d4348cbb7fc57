import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import type { OwnPasskey } from '#features/sign-in/api/passkeys.ts'
import { formatDate, formatDateTime } from '#base/rules/time/dates.ts'
import { isStaff, type Role } from '#features/access/rules/roles.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { forgetOnDevice } from '#features/sign-in/client/passkeys/forget-on-device.ts'
import { PasswordDialog } from '#features/sign-in/client/password-dialog.tsx'
import { session } from '#features/access/client/session.ts'
import { call } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { AddPasskeyDialog } from '#features/sign-in/client/passkeys/add-passkey-dialog.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'

const passkeysQuery = queryFor('GET /api/account/passkeys')
const secondFactorQuery = queryFor('GET /api/account/second-factor')
const LAST_FACTOR =
  'It is your only second step. Without it you sign in with your password only, and your recovery codes stop working.'

/** The user's passkeys: add, list, remove. */
export function PasskeysSection({ role }: { role: Role }) {
  const { passkeys: offered } = useBranding()
  const { data, isError, refetch } = useQuery({ ...passkeysQuery, staleTime: 0, enabled: offered })
  const { data: factor } = useQuery({ ...secondFactorQuery, enabled: offered && isStaff(role) })
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<OwnPasskey | null>(null)
  const [renaming, setRenaming] = useState<OwnPasskey | null>(null)
  if (!offered) return null
  const canAdd = browserSupportsWebAuthn()
  const isOnlyFactor = factor !== undefined && factor.since !== null && !factor.authenticator
  const usable = data?.filter(({ worksHere }) => worksHere) ?? []
  return (
    <Section
      title="Passkeys"
      description="Sign in with your fingerprint, face or screen lock instead of a password. Your password stays, in case you lose the device."
      action={
        canAdd ? (
          <Button tone="secondary" size="small" onClick={() => setAdding(true)}>
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
            onRemove={() => setRemoving(passkey)}
            onRename={() => setRenaming(passkey)}
          />
        ))}
      </ul>
      {isStaff(role) && usable.length === 1 && canAdd ? (
        <SecondPasskey onAdd={() => setAdding(true)} />
      ) : null}
      {renaming === null ? null : (
        <RenamePasskeyDialog passkey={renaming} onClose={() => setRenaming(null)} />
      )}
      {adding ? (
        <AddPasskeyDialog asSecondFactor={factor?.since === null} onClose={() => setAdding(false)} />
      ) : null}
      {removing === null ? null : (
        <RemovePasskeyDialog
          passkey={removing}
          isLastFactor={isOnlyFactor && usable.length === 1 && usable[0]?.id === removing.id}
          onClose={() => setRemoving(null)}
        />
      )}
    </Section>
  )
}

/** Staff with one passkey are asked for another, since they might lose its device. */
function SecondPasskey({ onAdd }: { onAdd: () => void }) {
  return (
    <Notice
      className="mt-4"
      action={
        <Button tone="secondary" size="small" onClick={onAdd}>
          Add a second passkey
        </Button>
      }
    >
      You have one passkey. Please add a second one on another device or a security key, in case you lose the
      first.
    </Notice>
  )
}

type RowProps = { passkey: OwnPasskey; onRemove: () => void; onRename: () => void }

function PasskeyRow({ passkey, onRemove, onRename }: RowProps) {
  const { name, backedUp, thisDevice, createdAt, lastUsedAt, rpId, worksHere } = passkey
  const used = lastUsedAt === null ? 'not used yet' : `last used ${formatDateTime(new Date(lastUsedAt))}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-4 last:border-b-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
          <span>{name}</span>
          {thisDevice ? <Badge tone="info">This device</Badge> : null}
          {backedUp ? <Badge tone="neutral">Synced</Badge> : null}
        </p>
        <p className="mt-1 text-sm text-ink-soft">{`Added on ${formatDate(new Date(createdAt))}, ${used}`}</p>
        {worksHere ? null : (
          <p className="mt-1 text-sm text-warning">{`It belongs to ${rpId} and doesn’t work here.`}</p>
        )}
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

type RemoveProps = { passkey: OwnPasskey; isLastFactor: boolean; onClose: () => void }

function RemovePasskeyDialog({ passkey, isLastFactor, onClose }: RemoveProps) {
  const client = useQueryClient()
  const remove = async (proof: GivenProof) => {
    await call('POST /api/account/passkeys/{id}/removal', { params: { id: passkey.id }, body: { proof } })
    void forgetOnDevice(passkey)
    void client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
    void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    if (isLastFactor) void session.ask()
    toast({ title: 'Passkey removed', description: 'We’ve told you by email too.' })
  }
  return (
    <PasswordDialog
      title="Remove this passkey"
      description={
        isLastFactor
          ? LAST_FACTOR
          : 'It will no longer sign in here. If your device still offers it afterwards, delete it there too.'
      }
      submitLabel="Remove"
      pendingLabel="Removing..."
      tone="danger"
      withCode={isLastFactor}
      send={remove}
      onClose={onClose}
    />
  )
}

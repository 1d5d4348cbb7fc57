import type { GivenProof } from '#features/access/api/own-proof.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ApiToken } from '#features/integrations/api/api-tokens.ts'
import { scopeLabels } from '#features/integrations/rules/scopes.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { PasswordDialog } from '#features/sign-in/client/password-dialog.tsx'
import { call, detailOf } from '#base/client/lib/api.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { ConfirmDialog } from '#base/client/ui/dialog.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { Fact } from './fact.tsx'
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx'
import { TokenDialog, tokenSecret } from './token-dialog.tsx'

const tokensQuery = queryFor('GET /api/system-admin/api-tokens')

/** API tokens: programs that read the firm's data. */
export function TokensSection() {
  const list = useQuery({ ...tokensQuery, staleTime: 0 })
  const [creating, setCreating] = useState(false)
  const [shown, setShown] = useState<ShownSecret>()
  const refresh = () => void list.refetch()
  return (
    <Section
      className="mt-12"
      title="API Tokens"
      description="Let another program read applications, documents and events. A token changes nothing, and everything it reads is in the audit log."
      action={
        <Button
          size="small"
          tone="secondary"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => setCreating(true)}
        >
          Create token
        </Button>
      }
    >
      {list.isPending ? <TableSkeleton label="Loading tokens..." /> : null}
      {list.isError ? (
        <LoadFailure title="The tokens couldn’t be loaded" onRetry={refresh}>
          {detailOf(list.error)}
        </LoadFailure>
      ) : null}
      {list.data?.length === 0 ? <p className="text-ink-soft">No API tokens yet.</p> : null}
      <ul className="grid gap-6 lg:grid-cols-2">
        {(list.data ?? []).map((token) => (
          <TokenCard
            key={token.id}
            token={token}
            readAt={new Date(list.dataUpdatedAt)}
            onChanged={refresh}
            onSecret={setShown}
          />
        ))}
      </ul>
      {creating ? (
        <TokenDialog
          onClose={() => setCreating(false)}
          onCreated={(secret) => {
            setCreating(false)
            setShown(secret)
            refresh()
          }}
        />
      ) : null}
      {shown === undefined ? null : <SecretDialog shown={shown} onDone={() => setShown(undefined)} />}
    </Section>
  )
}

type TokenCardProps = {
  token: ApiToken
  readAt: Date
  onChanged: () => void
  onSecret: (shown: ShownSecret) => void
}

function TokenCard({ token, readAt, onChanged, onSecret }: TokenCardProps) {
  const { id, name } = token
  const [asked, setAsked] = useState<'rotate' | 'revoke'>()
  const params = { id }
  const rotate = useMutation({
    mutationFn: (proof: GivenProof) =>
      callIdempotent('POST /api/system-admin/api-tokens/{id}/rotation', { params, body: { proof } }),
    onSuccess: ({ token: second }) => {
      setAsked(undefined)
      onSecret(tokenSecret(second))
      onChanged()
    },
  })
  const revoke = useMutation({
    mutationFn: () => call('DELETE /api/system-admin/api-tokens/{id}', { params }),
    onSuccess: () => {
      setAsked(undefined)
      onChanged()
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'It was not revoked', description: detailOf(error) }),
  })
  const ended = token.revokedAt !== null || new Date(token.expiresAt) <= readAt
  return (
    <li className="border-t-2 border-brass-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-lg wrap-anywhere">{name}</h3>
        <Badge tone={ended ? 'neutral' : 'success'}>
          {token.revokedAt === null ? (ended ? 'Expired' : 'Valid') : 'Revoked'}
        </Badge>
      </div>
      <TokenFacts token={token} ended={ended} />
      {ended ? null : (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button size="small" tone="secondary" onClick={() => setAsked('rotate')}>
            <span>Rotate</span>
            <span className="sr-only">{` ${name}`}</span>
          </Button>
          <Button size="small" tone="quiet" onClick={() => setAsked('revoke')}>
            <span>Revoke</span>
            <span className="sr-only">{` ${name}`}</span>
          </Button>
        </div>
      )}
      {asked === 'rotate' ? (
        <PasswordDialog
          title={`Rotate ${name}`}
          description="You get a second token with the same settings. This one ends after 24 hours."
          submitLabel="Create second token"
          send={(proof) => rotate.mutateAsync(proof)}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
      <ConfirmDialog
        open={asked === 'revoke'}
        title={`Revoke ${name}?`}
        description="The program that uses it can’t read anything from now on. This can’t be undone."
        tone="danger"
        confirmLabel="Revoke"
        pending={revoke.isPending}
        onConfirm={() => revoke.mutate()}
        onCancel={() => setAsked(undefined)}
      />
    </li>
  )
}

function TokenFacts({ token, ended }: { token: ApiToken; ended: boolean }) {
  const { manager, networks, createdBy, lastUsedAt, lastUsedIp } = token
  const expiry = formatDateTime(new Date(token.expiresAt))
  return (
    <dl className="mt-3 text-sm">
      <Fact label="May" value={token.scopes.map((scope) => scopeLabels[scope]).join('; ')} />
      <Fact label="Clients" value={manager === null ? 'All' : `Of ${manager.name}`} />
      <Fact label="Networks" value={networks.length === 0 ? 'Any' : networks.join(', ')} />
      <Fact label={ended ? 'Ended' : 'Expires'} value={expiry} />
      <Fact
        label="Last used"
        value={
          lastUsedAt === null
            ? 'Never'
            : `${formatDateTime(new Date(lastUsedAt))}${lastUsedIp === null ? '' : ` from ${lastUsedIp}`}`
        }
      />
      <Fact
        label="Created by"
        value={
          createdBy === null
            ? 'An account that was deleted'
            : `${createdBy.name}${createdBy.left ? ', who has left' : ''}`
        }
      />
    </dl>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnSession } from '#features/accounts/api/account.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'

const sessionsQuery = queryFor('GET /api/account/sessions')

/** The user's sessions: end one, or all others. */
export function SessionsSection() {
  const { data: sessions, isError, refetch } = useQuery({ ...sessionsQuery, staleTime: 0 })
  const { endOne, endOthers } = useEnding()
  const hasOthers = sessions?.some(({ current }) => !current) ?? false
  return (
    <Section
      title="Where you are signed in"
      description="If you don’t recognise a device, sign it out and change your password."
      action={
        hasOthers ? (
          <Button
            tone="secondary"
            size="small"
            className="shrink-0"
            pending={endOthers.isPending}
            pendingLabel="Signing out..."
            onClick={() => endOthers.mutate()}
          >
            Sign out everywhere else
          </Button>
        ) : undefined
      }
    >
      {isError ? (
        <LoadFailure onRetry={() => void refetch()}>Your sessions could not be loaded.</LoadFailure>
      ) : null}
      {sessions === undefined && !isError ? <Spinner label="Loading your sessions..." /> : null}
      <ul>
        {sessions?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            pending={endOne.isPending && endOne.variables === session.id}
            onEnd={() => endOne.mutate(session.id)}
          />
        ))}
      </ul>
    </Section>
  )
}

type SessionRowProps = { session: OwnSession; pending: boolean; onEnd: () => void }

function SessionRow({ session, pending, onEnd }: SessionRowProps) {
  const { device, address, current } = session
  const startedAt = formatDateTime(new Date(session.startedAt))
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-4 last:border-b-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span>{device}</span>
          {current ? <Badge tone="success">This device</Badge> : null}
        </p>
        <p className="mt-1 text-sm text-ink-soft">{`Signed in ${startedAt}${address === null ? '' : ` from ${address}`}`}</p>
        <p className="text-sm text-ink-soft">{`Last used ${formatDateTime(new Date(session.lastSeenAt))}`}</p>
      </div>
      {current ? null : (
        <Button
          tone="secondary"
          size="small"
          pending={pending}
          pendingLabel="Signing out..."
          aria-label={`Sign out ${device}, signed in ${startedAt}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

function useEnding() {
  const client = useQueryClient()
  const notify = {
    onSuccess: () => {
      toast({
        title: 'Device signed out',
        description: 'Anyone using that device will have to sign in again.',
      })
    },
    onError: (error: Error) => {
      toast({ variant: 'destructive', title: 'Not signed out', description: detailOf(error) })
    },
    // A session that had ended already is removed too.
    onSettled: () => client.invalidateQueries(sessionsQuery),
  }
  const endOne = useMutation({
    mutationFn: (id: string) => call('DELETE /api/account/sessions/{id}', { params: { id } }),
    ...notify,
  })
  const endOthers = useMutation({ mutationFn: () => call('DELETE /api/account/sessions'), ...notify })
  return { endOne, endOthers }
}

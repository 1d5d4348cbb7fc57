import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { BulkProgress } from '#features/review/api/bulk-acts.ts'
import type { BodyOf } from '#base/rules/api/contract.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { ApiError, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { applicationCountKeys } from '#base/client/lists/application-counts.ts'
import { applicationListsKey } from '#base/client/lists/application-lists-key.ts'
import { toast } from '#base/client/ui/toast-store.ts'

/** The action and its applications. */
export type BulkActionInput = BodyOf<'POST /api/admin/bulk-acts'>

const POLL_MS = 1000

const ownActions = queryFor('GET /api/admin/bulk-acts')

type BulkActionProps = {
  /** Whether an action of the user was running when the page was loaded. */
  isActing: boolean
  onBegun: () => void
  onEnded: () => void
}

/** Starts a bulk action, polls it until it ends, and cancels it before it starts. */
export function useBulkAction({ isActing, onBegun, onEnded }: BulkActionProps) {
  const client = useQueryClient()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [followed, setFollowed] = useState<string | null>(null)
  const { data: acts = [] } = useQuery({
    ...ownActions,
    staleTime: 0,
    enabled: isActing || followed !== null,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? POLL_MS : false),
  })
  const refresh = () => void client.invalidateQueries({ queryKey: ownActions.queryKey })
  const begin = useMutation({
    mutationFn: (body: BulkActionInput) => callIdempotent('POST /api/admin/bulk-acts', { body }),
    onSuccess: ({ id }) => {
      setFollowed(id)
      refresh()
      onBegun()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.problem?.code === 'list-changed') onEnded()
      toast({ variant: 'destructive', title: 'Nothing was changed', description: detailOf(error) })
    },
  })
  const callOff = useMutation({
    mutationFn: (id: string) => callIdempotent('POST /api/admin/bulk-acts/{id}/call-off', { params: { id } }),
    onSuccess: () => toast({ title: 'Undone', description: 'Cancelled. No emails were sent.' }),
    onError: (error) => toast({ variant: 'destructive', title: 'Not undone', description: detailOf(error) }),
    onSettled: refresh,
  })
  const shown = acts.find((one) => !closed.has(one.id) && (isOpen(one) || one.id === followed)) ?? null
  const notifyEnded = useEffectEvent(() => {
    for (const queryKey of [applicationListsKey, ...applicationCountKeys]) {
      void client.invalidateQueries({ queryKey })
    }
    onEnded()
  })
  const ended = shown?.endedAt ?? null
  useEffect(() => {
    if (ended !== null) notifyEnded()
  }, [ended])
  return {
    begin,
    callOff,
    /** The running action, or the last one that ended on this page. */
    shown,
    close: (id: string) => setClosed((present) => new Set([...present, id])),
  }
}

function isOpen({ endedAt }: BulkProgress): boolean {
  return endedAt === null
}

import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { AnswerOf, BodyOf } from '#base/rules/api/contract.ts'
import { applicationListsKey } from '#base/client/lists/application-lists-key.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { ApiError, detailOr } from '#base/client/lib/api.ts'
import { applicationCountKeys } from '#base/client/lists/application-counts.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { useNewCredentials, type CredentialsShown } from './use-new-credentials.ts'

/** The lists and figures that a new client changes. */
const refetchedKeys = [applicationListsKey, ...applicationCountKeys]

export type Invited = AnswerOf<'POST /api/send-invitation'>

export interface Invitation {
  open: boolean
  begin: () => void
  cancel: () => void
  send: UseMutationResult<Invited, Error, BodyOf<'POST /api/send-invitation'>>
  /** The new client's, until acknowledged. */
  credentials: CredentialsShown
}

/**
 * Whether the call failed for want of a valid manager, for example because the chosen one has left (specification
 * section 5).
 */
function wantsManager(error: Error): error is ApiError {
  return error instanceof ApiError && error.fields['wealthManagerId'] !== undefined
}

/**
 * The steps of an invitation: form, call, credentials.
 *
 * @param failure the error text if the server has none (specification section 8)
 */
export function useInvitation(failure: (detail: string) => string): Invitation {
  const [open, setOpen] = useState(false)
  const credentials = useNewCredentials()
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: (body: BodyOf<'POST /api/send-invitation'>) =>
      callIdempotent('POST /api/send-invitation', { body }),
    onSuccess: (answer) => {
      setOpen(false)
      credentials.show({ ...answer, why: 'created' })
      for (const queryKey of refetchedKeys) void client.invalidateQueries({ queryKey })
    },
    onError: (error) => {
      const text = wantsManager(error)
        ? { title: 'Wealth Manager Required', description: error.detail }
        : { title: 'Error', description: failure(detailOr(error, 'Please try again.')) }
      toast({ variant: 'destructive', ...text })
    },
  })
  const begin = () => {
    send.reset()
    setOpen(true)
  }
  useAskedFor(begin)
  return {
    open,
    begin,
    cancel: () => setOpen(false),
    send,
    credentials,
  }
}

/** Opens once if the address has `?invite=new`. */
function useAskedFor(begin: () => void): void {
  const [params, setParams] = useSearchParams()
  const isAsked = params.has('invite')
  const start = useEffectEvent(() => {
    setParams(
      (present) => {
        const rest = new URLSearchParams(present)
        rest.delete('invite')
        return rest
      },
      { replace: true },
    )
    begin()
  })
  useEffect(() => {
    if (isAsked) start()
  }, [isAsked])
}

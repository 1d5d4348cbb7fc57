import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AnswerOf, BodyOf, ParamsOf } from '#base/rules/api/contract.ts'
import type { PreviewedCall } from '#features/mail/api/mail-previews.ts'
import { call } from '#base/client/lib/api.ts'
import type { ApiError } from '#base/client/lib/api-error.ts'
import { useDebounced } from '#base/client/lib/use-debounced.ts'

type Given<Name extends string, Value> = undefined extends Value
  ? { [Key in Name]?: Value }
  : Record<Name, Value>

/** A call that is about to be made and sends mails. */
export type UpcomingCall = {
  [Key in PreviewedCall]: { call: Key } & Given<'params', ParamsOf<Key>> & Given<'body', BodyOf<Key>>
}[PreviewedCall]

/** Debounces typing. */
const TYPING_PAUSE_MS = 350

/** A part of a previewed call's body, by its path. */
function partOf(asked: string, path: string): unknown {
  const { body } = JSON.parse(asked) as { body?: unknown }
  return path.split('.').reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], body)
}

/**
 * The mails of a call that is about to be made, refetched after each pause in typing, and why a part of its body is
 * refused. A part that has changed since is not: it may have been corrected.
 *
 * @param upcoming null until it is known
 */
export function useMailPreview(upcoming: UpcomingCall | null) {
  const asked = useDebounced(JSON.stringify(upcoming), TYPING_PAUSE_MS)
  const query = useQuery<AnswerOf<'POST /api/staff/mail-previews'>, ApiError>({
    queryKey: ['mail-preview', asked],
    queryFn: ({ signal }) => {
      const body = JSON.parse(asked) as BodyOf<'POST /api/staff/mail-previews'>
      return call('POST /api/staff/mail-previews', { body, signal })
    },
    enabled: asked !== 'null',
    staleTime: 0,
    gcTime: 0,
    placeholderData: asked === 'null' ? undefined : keepPreviousData,
  })
  const problemAt = (path: string, value: unknown) =>
    query.error && partOf(asked, path) === value ? query.error.fields[path] : undefined
  return { ...query, problemAt }
}

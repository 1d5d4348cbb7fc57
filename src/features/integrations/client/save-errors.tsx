import { ApiError, detailOf } from '#base/client/lib/api.ts'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { Notice } from '#base/client/ui/notice.tsx'

/** The problems of a rejected form by field; those of list items belong to the list. */
export function fieldsOf(error: Error | null): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    Object.entries(error.fields).map(([path, message]) => [path.split('.')[0] ?? path, message]),
  )
}

/** Why a form was rejected: a summary that leads to the fields, or the reason as a whole. */
export function SaveErrors({ error, attempt }: { error: Error | null; attempt: number }) {
  // The errors come later than the attempt began.
  const items = Object.entries(fieldsOf(error)).map(([fieldId, message]) => ({ fieldId, message }))
  if (error !== null && items.length === 0) return <Notice tone="danger">{detailOf(error)}</Notice>
  return <ErrorSummary errors={items} attempt={error === null ? 0 : attempt} />
}

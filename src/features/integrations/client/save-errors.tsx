import { useState } from 'react'
import { ApiError, detailOf } from '#base/client/lib/api.ts'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { Notice } from '#base/client/ui/notice.tsx'

type Fields = Readonly<Record<string, string>>

/** The problems of a rejected form by field; those of list items belong to the list. */
function fieldsOf(error: Error | null): Fields {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    Object.entries(error.fields).map(([path, message]) => [path.split('.')[0] ?? path, message]),
  )
}

/** The same without those whose value was changed since. */
export function useFieldErrors(error: Error | null, values: Readonly<Record<string, unknown>>): Fields {
  const [rejected, setRejected] = useState({ error, values })
  if (rejected.error !== error) setRejected({ error, values })
  return Object.fromEntries(
    Object.entries(fieldsOf(error)).filter(([name]) => values[name] === rejected.values[name]),
  )
}

type SaveErrorsProps = { error: Error | null; fields: Fields; attempt: number }

/** Why a form was rejected: a summary that leads to the fields, or the reason as a whole. */
export function SaveErrors({ error, fields, attempt }: SaveErrorsProps) {
  if (error !== null && Object.keys(fieldsOf(error)).length === 0)
    return <Notice tone="danger">{detailOf(error)}</Notice>
  // The errors come later than the attempt began.
  const items = Object.entries(fields).map(([fieldId, message]) => ({ fieldId, message }))
  return <ErrorSummary errors={items} attempt={error === null ? 0 : attempt} />
}

import { useId } from 'react'

export type FieldMessages = {
  hint?: unknown
  error?: unknown
  warning?: unknown
}

/** The ids that tie a control to its hint, error and warning. */
export type FieldIds = {
  id: string
  hintId: string
  errorId: string
  warningId: string
  /** For `aria-describedby`: only the elements that are on the page. */
  describedBy: string | undefined
}

/** Names the parts of a field after `id`. */
function fieldIds(id: string, { hint, error, warning }: FieldMessages): FieldIds {
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const warningId = `${id}-warning`
  const shown = [hint ? hintId : '', error ? errorId : '', warning ? warningId : ''].filter(Boolean)
  return { id, hintId, errorId, warningId, describedBy: shown.join(' ') || undefined }
}

/** The ids of a field: its `id`, else its `name`, so that an error summary can link to it, else a generated id. */
export function useFieldIds(
  id: string | undefined,
  name: string | undefined,
  messages: FieldMessages,
): FieldIds {
  const generated = useId()
  return fieldIds(id ?? name ?? generated, messages)
}

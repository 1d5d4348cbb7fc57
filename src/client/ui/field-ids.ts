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
  /** For `aria-describedby`: only what is really on the page. */
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

/**
 * The ids of a field. A field is called by its `id`, else by its `name`, so that an error summary can link to
 * it by the name that the form knows; a field with neither gets a generated id.
 */
export function useFieldIds(
  id: string | undefined,
  name: string | undefined,
  messages: FieldMessages,
): FieldIds {
  const generated = useId()
  return fieldIds(id ?? name ?? generated, messages)
}

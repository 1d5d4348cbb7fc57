import { createContext, use, useCallback, useEffect } from 'react'
import { useWatch, type FieldPath, type FieldPathValue, type FieldValues } from 'react-hook-form'
import type { FieldName } from '#domain/applications/wizard/questionnaire.ts'
import { fieldsWithDefault, uncheckedIn, withChecked } from '#domain/applications/wizard/default-answers.ts'
import { Badge } from '#client/ui/badge.tsx'
import type { StepForm } from './use-step-form.ts'

interface Beforehand {
  /** Default answers that the client has not checked. */
  unchecked: readonly FieldName[]
  /** They were looked at. */
  check: (names: readonly FieldName[]) => void
}

/** The default answers of a section; none in a correction. */
export const AnsweredBeforehand = createContext<Beforehand>({ unchecked: [], check: () => undefined })

/**
 * Records in the form which default answers were checked: those that the client chose, and those of a section that the client
 * confirmed.
 */
export function useBeforehand<Values extends FieldValues>(
  { form, look }: StepForm<Values>,
  names: readonly FieldName[],
): Beforehand {
  const { control, getValues, setValue, subscribe } = form
  const path = 'checkedDefaults' as FieldPath<Values>
  const asked = names.filter((name) => fieldsWithDefault.includes(name))
  // Renders again when one of them changes.
  useWatch({ control, name: [path, ...(asked as FieldPath<Values>[])], disabled: asked.length === 0 })
  const check = useCallback(
    (more: readonly FieldName[]) => {
      const before: readonly FieldName[] = getValues(path) ?? []
      const after = withChecked(before, more)
      if (after.length > before.length) setValue(path, after as FieldPathValue<Values, typeof path>)
    },
    [getValues, setValue, path],
  )
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        // After all subscribers ran.
        callback: ({ name }) => queueMicrotask(() => check(fieldsWithDefault.filter((one) => one === name))),
      }),
    [subscribe, check],
  )
  return {
    unchecked: asked.length === 0 ? [] : uncheckedIn(look().answers).filter((name) => asked.includes(name)),
    check,
  }
}

/** The mark beside the label of a question with a default answer. */
export function PleaseCheck({ name }: { name: FieldName }) {
  const { unchecked } = use(AnsweredBeforehand)
  if (!unchecked.includes(name)) return null
  return (
    <span className="ml-2 inline-block font-normal">
      <Badge tone="brass">Check this</Badge>
    </span>
  )
}

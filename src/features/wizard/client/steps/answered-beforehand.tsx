import { createContext, use, useCallback, useEffect } from 'react'
import { useWatch, type FieldPath, type FieldPathValue, type FieldValues } from 'react-hook-form'
import type { FieldName } from '#features/applications/rules/wizard/questionnaire.ts'
import {
  fieldsWithDefault,
  uncheckedIn,
  withChecked,
} from '#features/applications/rules/wizard/default-answers.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import type { StepForm } from './use-step-form.ts'

interface Beforehand {
  /** Default answers that the client has not checked. */
  unchecked: readonly FieldName[]
  /** Marks them as checked. */
  check: (names: readonly FieldName[]) => void
}

/** Default answers of a section; empty in a correction. */
export const AnsweredBeforehand = createContext<Beforehand>({ unchecked: [], check: () => undefined })

/** Records checked default answers in the form: those that the client selected, and those of a confirmed section. */
export function useBeforehand<Values extends FieldValues>(
  { form, look }: StepForm<Values>,
  names: readonly FieldName[],
): Beforehand {
  const { control, getValues, setValue, subscribe } = form
  const path = 'checkedDefaults' as FieldPath<Values>
  const asked = names.filter((name) => fieldsWithDefault.includes(name))
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

/** The badge beside the label of a question with a default answer. */
export function PleaseCheck({ name }: { name: FieldName }) {
  const { unchecked } = use(AnsweredBeforehand)
  if (!unchecked.includes(name)) return null
  return (
    <span className="ml-2 inline-block font-normal">
      <Badge tone="brass">Check this</Badge>
    </span>
  )
}

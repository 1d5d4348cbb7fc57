import { Fragment, type ReactNode } from 'react'
import { useWatch, type FieldPath, type FieldValues } from 'react-hook-form'
import {
  questionnaire,
  namesOn,
  type FieldName,
  type QuestionPage,
} from '#features/applications/rules/wizard/questionnaire.ts'
import { controlOf, decidingNames, isAsked } from '#features/applications/rules/wizard/question.ts'
import { QuestionField } from './question-field.tsx'
import type { StepForm } from './use-step-form.ts'

type QuestionListProps<Values extends FieldValues> = {
  stepForm: StepForm<Values>
  page: QuestionPage
  /** The section's heading; the whole page if it has none. */
  section?: string
  /** Limits the questions, from any section. */
  only?: readonly string[]
  /** Questions with a component of their own, by name. */
  own?: Partial<Record<FieldName, ReactNode>>
  /** Hints instead of those of the definition, by name. */
  hints?: Readonly<Partial<Record<string, string>>>
}

/** The visible questions of a section, in order. */
export function QuestionList<Values extends FieldValues>({
  stepForm,
  page,
  section,
  only,
  own,
  hints,
}: QuestionListProps<Values>) {
  const names = namesOn(page).filter((name) =>
    only === undefined ? questionnaire[name].section === section : only.includes(name),
  )
  const given = useDecidingAnswers(stepForm, names)
  return names
    .filter((name) => isAsked(questionnaire[name], given))
    .map((name) => (
      <Fragment key={name}>
        {own?.[name] ?? (
          <QuestionField
            {...{ stepForm }}
            name={name as FieldName & FieldPath<Values>}
            control={controlOf(questionnaire[name], given)}
            {...(hints?.[name] !== undefined && { hint: hints[name] })}
          />
        )}
      </Fragment>
    ))
}

/** Form values that other questions depend on. */
function useDecidingAnswers<Values extends FieldValues>(
  { form }: StepForm<Values>,
  names: readonly FieldName[],
): Record<string, unknown> {
  const deciding = names.flatMap((name) => decidingNames(questionnaire[name])) as FieldPath<Values>[]
  const values = useWatch({ control: form.control, name: deciding })
  return Object.fromEntries(deciding.map((name, index) => [name, values[index]]))
}

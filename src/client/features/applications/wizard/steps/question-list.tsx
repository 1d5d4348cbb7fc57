import { Fragment, type ReactNode } from 'react'
import { useWatch, type FieldPath, type FieldValues } from 'react-hook-form'
import {
  questionnaire,
  namesOn,
  type FieldName,
  type QuestionPage,
} from '#domain/applications/wizard/questionnaire.ts'
import { controlOf, decidingNames, isAsked } from '#domain/applications/wizard/question.ts'
import { QuestionField } from './question-field.tsx'
import type { StepForm } from './use-step-form.ts'

type QuestionListProps<Values extends FieldValues> = {
  stepForm: StepForm<Values>
  page: QuestionPage
  /** The heading that they stand under; all of the page where it has none. */
  section?: string
  /** The only ones that are asked, wherever they stand. */
  only?: readonly string[]
  /** Questions that this page asks in a way of its own, by their names. */
  own?: Partial<Record<FieldName, ReactNode>>
}

/** The questions of a section in their order, as far as they are asked beside what the screen holds. */
export function QuestionList<Values extends FieldValues>({
  stepForm,
  page,
  section,
  only,
  own,
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
          />
        )}
      </Fragment>
    ))
}

/** What the screen holds of the answers that others depend on. */
function useDecidingAnswers<Values extends FieldValues>(
  { form }: StepForm<Values>,
  names: readonly FieldName[],
): Record<string, unknown> {
  const deciding = names.flatMap((name) => decidingNames(questionnaire[name])) as FieldPath<Values>[]
  const values = useWatch({ control: form.control, name: deciding })
  return Object.fromEntries(deciding.map((name, index) => [name, values[index]]))
}

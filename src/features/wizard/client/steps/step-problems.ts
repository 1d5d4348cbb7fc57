import { get, set, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form'
import type { Application } from '#features/applications/api/application.ts'
import type { AnswersPatch } from '#features/applications/rules/wizard/answers.ts'
import {
  problemsOfStep,
  type Judged,
  type Problem,
} from '#features/applications/rules/wizard/completeness.ts'
import { fieldNames } from '#features/applications/rules/wizard/questionnaire.ts'
import { mergeAnswers } from '#features/applications/rules/wizard/merge.ts'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import { forEachList } from '#features/applications/rules/documents/kinds.ts'
import { countsAsThere } from '#base/rules/files/safety.ts'

/** A problem of a form field. */
export type ScreenProblem = Pick<Problem, 'path' | 'message'>

/** The application with a patch applied. */
export function withPatch(application: Application, patch: AnswersPatch): Application {
  return {
    ...application,
    ...mergeAnswers(application, patch).answers,
    confirmations: { ...application.confirmations, ...patch.confirmations },
  }
}

const order: readonly string[] = fieldNames

function indexOf(problem: ScreenProblem): number {
  const index = order.indexOf(problem.path.split('.')[0] ?? '')
  return index === -1 ? order.length : index
}

/** Problems in screen order. */
export function inOrder<One extends ScreenProblem>(problems: readonly One[]): One[] {
  return problems.toSorted((one, other) => indexOf(one) - indexOf(other))
}

/** Problems of a step with a patch applied, by the server's own rules, in screen order. */
export function problemsOf(
  step: StepId,
  application: Application,
  patch: AnswersPatch,
  now: Date,
): Problem[] {
  const judged: Judged = {
    ...withPatch(application, patch),
    documentCounts: forEachList((list) => application[list].filter(countsAsThere).length),
  }
  return inOrder(problemsOfStep(step, judged, now))
}

/**
 * A React Hook Form resolver with the domain's rules.
 *
 * @param fieldOf the form field of a problem, if its name differs from the answer's
 */
export function stepResolver<Values extends FieldValues>(
  find: (values: Values) => ScreenProblem[],
  fieldOf: Readonly<Record<string, string>> = {},
): Resolver<Values> {
  return (values) => {
    const problems = find(values)
    const errors: FieldErrors<Values> = {}
    // In order, for the summary; of two problems at one field the first shows.
    for (const { path, message } of problems) {
      const field = fieldOf[path] ?? path
      if (get(errors, field) === undefined) set(errors, field, { type: 'rule', message })
    }
    return problems.length === 0 ? { values, errors: {} } : { values: {}, errors }
  }
}

import { get, set, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form'
import type { Application } from '#domain/api/application.ts'
import type { AnswersPatch } from '#domain/applications/wizard/answers.ts'
import { problemsOfStep, type Judged, type Problem } from '#domain/applications/wizard/completeness.ts'
import { fieldNames } from '#domain/applications/wizard/questionnaire.ts'
import { mergeAnswers } from '#domain/applications/wizard/merge.ts'
import type { StepId } from '#domain/applications/wizard/steps.ts'
import { forEachList } from '#domain/documents/kinds.ts'
import { countsAsThere } from '#domain/documents/safety.ts'

/** Something that is wrong on a screen, at a field of its form. */
export type ScreenProblem = Pick<Problem, 'path' | 'message'>

/** The application as it would be once a patch is saved. */
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

/** Problems in the order of the screen. */
export function inOrder<One extends ScreenProblem>(problems: readonly One[]): One[] {
  return problems.toSorted((one, other) => indexOf(one) - indexOf(other))
}

/** What keeps a step from being complete if a patch were saved, by the server's own rules, in the order of the screen. */
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
 * Lets React Hook Form say what the domain finds wrong.
 *
 * @param fieldOf the form's field that a problem is shown at, where it is called otherwise than the answer
 */
export function stepResolver<Values extends FieldValues>(
  find: (values: Values) => ScreenProblem[],
  fieldOf: Readonly<Record<string, string>> = {},
): Resolver<Values> {
  return (values) => {
    const problems = find(values)
    const errors: FieldErrors<Values> = {}
    // In their order, which the summary keeps; where a field has two problems the first one shows.
    for (const { path, message } of problems) {
      const field = fieldOf[path] ?? path
      if (get(errors, field) === undefined) set(errors, field, { type: 'rule', message })
    }
    return problems.length === 0 ? { values, errors: {} } : { values: {}, errors }
  }
}

import type { Application } from '#domain/api/application.ts'
import { warningsFor } from '#domain/applications/warnings.ts'
import type { FieldName } from '#domain/applications/wizard/answer-sheet.ts'
import { answerText } from '#domain/applications/wizard/answer-text.ts'
import { answersOfStep } from '#domain/applications/wizard/answers.ts'
import { uncheckedIn } from '#domain/applications/wizard/given-beforehand.ts'
import { labelOf } from '#domain/applications/wizard/labels.ts'
import { problemInList } from '#domain/applications/wizard/problem-text.ts'
import { stepIds, type StepId } from '#domain/applications/wizard/steps.ts'
import { problemsOf } from '../steps/step-problems.ts'

interface At {
  /** Where it can be mended. */
  step: StepId
  /** Dotted: "childrenDetails.0.idNumber". */
  path: string
  label: string
}

/** What of an application is not as expected: the review begins with it. */
export interface Exceptions {
  /** Without it nothing can be submitted. */
  missing: (At & { message: string })[]
  /** It looks wrong, and may be right. */
  odd: (At & { message: string })[]
  /** It was answered beforehand, and nobody has looked at it. */
  unchecked: (At & { path: FieldName; text: string })[]
}

/** The steps whose answers the review shows; what the review asks itself is answered on it. */
const steps = stepIds.filter((step) => step !== 'review')

export function exceptionsOf(application: Application, now: Date): Exceptions {
  return {
    missing: steps.flatMap((step) =>
      problemsOf(step, application, {}, now).map((problem) => ({
        step,
        path: problem.path,
        label: labelOf(problem.path),
        message: problemInList(problem, application.childrenDetails),
      })),
    ),
    odd: warningsFor(application).map(({ path, message }) => ({ ...placeOf(path), message })),
    unchecked: uncheckedIn(application).map((path) => ({
      ...placeOf(path),
      path,
      text: answerText(path, application[path]),
    })),
  }
}

/** How many exceptions there are in some steps. */
export function countIn(of: readonly StepId[], { missing, odd, unchecked }: Exceptions): number {
  return [...missing, ...odd, ...unchecked].filter(({ step }) => of.includes(step)).length
}

function placeOf(path: string): At {
  const step = stepIds.find((one) => answersOfStep[one].some((name) => name === path.split('.')[0]))
  return { step: step ?? 'personal', path, label: labelOf(path) }
}

import type { Application } from '#features/applications/api/application.ts'
import { openGroups } from '#features/applications/rules/net-worth/holdings.ts'
import {
  assetSections,
  liabilitySections,
  type AmountSection,
} from '#features/applications/rules/net-worth/names.ts'
import { warningsFor } from '#features/applications/rules/warnings.ts'
import type { FieldName } from '#features/applications/rules/wizard/questionnaire.ts'
import { answerText } from '#features/applications/rules/wizard/answer-text.ts'
import { answersOfStep } from '#features/applications/rules/wizard/answers.ts'
import { uncheckedIn } from '#features/applications/rules/wizard/default-answers.ts'
import { labelOf } from '#features/applications/rules/wizard/labels.ts'
import { problemInList } from '#features/applications/rules/wizard/problem-text.ts'
import { stepIds, type StepId } from '#features/applications/rules/wizard/steps.ts'
import { problemsOf } from '../steps/step-problems.ts'
import { firstOf } from '../steps/unanswered-groups.tsx'

interface At {
  /** The step where it can be corrected. */
  step: StepId
  /** Dotted: "childrenDetails.0.idNumber". */
  path: string
  label: string
}

/** Exceptions of an application, which the review shows first. */
export interface Exceptions {
  /** Skipped groups of assets and liabilities without an answer. */
  unanswered: At[]
  /** Missing, and required for submission. */
  missing: (At & { message: string })[]
  /** Implausible, but possibly correct. */
  odd: (At & { message: string })[]
  /** A default answer that the client has not checked. */
  unchecked: (At & { path: FieldName; text: string })[]
}

/** The steps whose answers the review shows; the review's own questions are answered there. */
const steps = stepIds.filter((step) => step !== 'review')

export function exceptionsOf(application: Application, now: Date): Exceptions {
  return {
    unanswered: [
      ...groupsLeftOut('assets', assetSections, application.assets),
      ...groupsLeftOut('liabilities', liabilitySections, application.liabilities),
    ],
    missing: steps.flatMap((step) =>
      problemsOf(step, application, {}, now).map((problem) => ({
        step,
        path: problem.path,
        label: labelOf(problem.path),
        message: problemInList(problem, application.childrenDetails),
      })),
    ),
    odd: warningsFor(application).map(({ path, message }) => ({ ...locate(path), message })),
    unchecked: uncheckedIn(application).map((path) => ({
      ...locate(path),
      path,
      text: answerText(path, application[path]),
    })),
  }
}

function groupsLeftOut(
  step: 'assets' | 'liabilities',
  groups: readonly AmountSection[],
  amounts: object,
): At[] {
  const open = openGroups(groups, amounts)
  return groups
    .filter(({ title }) => open.includes(title))
    .map((group) => ({ step, path: firstOf(group), label: group.title }))
}

function locate(path: string): At {
  const step = stepIds.find((one) => answersOfStep[one].some((name) => name === path.split('.')[0]))
  return { step: step ?? 'personal', path, label: labelOf(path) }
}

import type { Application } from '#features/applications/api/application.ts'
import { openGroups } from '#features/applications/rules/net-worth/holdings.ts'
import { assetSections, liabilitySections } from '#features/applications/rules/net-worth/names.ts'
import type { Amounts } from '#features/applications/rules/net-worth/totals.ts'
import {
  stepIds,
  stepIndex,
  stepToOpen,
  wizardSteps,
  type StepId,
} from '#features/applications/rules/wizard/steps.ts'
import type { Step } from '#base/client/ui/step-indicator.tsx'
import type { DraftStepId } from '../steps/step-props.ts'
import { problemsOf } from '../steps/step-problems.ts'

/** Complete once a later step was opened. */
const WITHOUT_QUESTIONS = 'net-worth-intro' satisfies StepId

/** Whether everything that a step asks for is answered (decisions, "Steps"). */
function isAnswered(step: DraftStepId, application: Application, now: Date): boolean {
  const open = {
    assets: () => openGroups(assetSections, application.assets as Amounts<string>),
    liabilities: () => openGroups(liabilitySections, application.liabilities),
  }
  const groups = step === 'assets' || step === 'liabilities' ? open[step]() : []
  return groups.length === 0 && problemsOf(step, application, {}, now).length === 0
}

/**
 * The steps as the progress shows them: complete by their state, and open to be visited up to the furthest one known.
 *
 * @param visited the steps that were opened in this tab
 */
export function stepList(application: Application, visited: readonly DraftStepId[], now: Date): Step[] {
  const complete = stepIds.filter(
    (step): step is DraftStepId =>
      step !== 'success' && step !== WITHOUT_QUESTIONS && isAnswered(step, application, now),
  )
  const known = [...visited, ...complete, stepToOpen(application.currentStep)]
  const furthest = Math.max(...known.map(stepIndex))
  return wizardSteps.map(({ id, title }) => {
    const index = stepIndex(id)
    const isOpen = index <= furthest && id !== 'success'
    const isDone = id === WITHOUT_QUESTIONS ? index < furthest : complete.some((one) => one === id)
    return { id, title, isOpen, isDone }
  })
}

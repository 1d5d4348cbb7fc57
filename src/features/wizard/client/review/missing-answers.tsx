import type { ProblemError } from '#base/rules/api/problem.ts'
import { labelOf } from '#features/applications/rules/wizard/labels.ts'
import { problemInList } from '#features/applications/rules/wizard/problem-text.ts'
import { isStepId, wizardSteps, type StepId } from '#features/applications/rules/wizard/steps.ts'
import { ProblemBox } from '#base/client/ui/problem-box.tsx'
import type { StepProps } from '../steps/step-props.ts'
import { focusField } from './focus-field.ts'
import type { Submission } from './use-submission.ts'

type MissingAnswersProps = Pick<Submission, 'missing' | 'attempt'> &
  Pick<StepProps, 'application' | 'editStep'>

/** Answers that the server found missing on submission, each with a link to its field. */
export function MissingAnswers({ missing, attempt, application, editStep }: MissingAnswersProps) {
  return (
    <ProblemBox title="Some answers are still missing" wrong={missing.length > 0} attempt={attempt}>
      {wizardSteps.map(({ id, title }) => (
        <MissingOfStep
          key={id}
          {...{ title, application, editStep }}
          step={id}
          missing={missing.filter(ofStep(id))}
        />
      ))}
    </ProblemBox>
  )
}

/** Problems without a step are on this page. */
const ofStep =
  (step: StepId) =>
  (error: ProblemError): boolean =>
    (isStepId(error.step) ? error.step : 'review') === step

type MissingOfStepProps = Omit<MissingAnswersProps, 'attempt'> & { step: StepId; title: string }

function MissingOfStep({ step, title, missing, application, editStep }: MissingOfStepProps) {
  if (missing.length === 0) return null
  return (
    <div className="mt-3">
      <p className="font-semibold">{title}</p>
      <ul>
        {missing.map(({ path, message }) => (
          <li key={path}>
            <button
              type="button"
              className="py-1.5 text-left text-danger underline decoration-1 underline-offset-4 hover:decoration-2"
              onClick={() => {
                if (step !== 'review') editStep(step)
                focusField(path)
              }}
            >
              <span>{problemInList({ path, message }, application.childrenDetails)}</span>
              <span className="sr-only">{` (${labelOf(path)})`}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

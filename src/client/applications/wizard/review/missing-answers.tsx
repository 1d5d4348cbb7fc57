import { useEffect, useRef } from 'react'
import type { ProblemError } from '#domain/api/problem.ts'
import { labelOf } from '#domain/applications/wizard/labels.ts'
import { problemInList } from '#domain/applications/wizard/problem-text.ts'
import { isStepId, wizardSteps, type StepId } from '#domain/applications/wizard/steps.ts'
import { AlertSign } from '#client/ui/icons.tsx'
import { useErrorTitle } from '#client/ui/page-title.ts'
import type { StepProps } from '../steps/step-props.ts'
import { reachField } from './reach-field.ts'
import type { Submission } from './use-submission.ts'

type MissingAnswersProps = Pick<Submission, 'missing' | 'attempt'> &
  Pick<StepProps, 'application' | 'editStep'>

/** What the server found missing when the application was submitted, each linked to where it can be given. */
export function MissingAnswers({ missing, attempt, application, editStep }: MissingAnswersProps) {
  const box = useRef<HTMLDivElement>(null)
  const wrong = missing.length > 0
  useErrorTitle(wrong)
  useEffect(() => {
    if (wrong) box.current?.focus()
  }, [wrong, attempt])
  if (!wrong) return null
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="mb-8 scroll-mt-24 border border-danger bg-danger-wash px-5 py-4"
    >
      <h2 className="flex items-center gap-2 text-xl text-danger">
        <AlertSign className="size-6" />
        Some answers are still missing
      </h2>
      {wizardSteps.map(({ id, title }) => (
        <MissingOfStep
          key={id}
          {...{ title, application, editStep }}
          step={id}
          missing={missing.filter(ofStep(id))}
        />
      ))}
    </div>
  )
}

/** What names no step is mended on this page. */
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
                reachField(path)
              }}
            >
              {problemInList({ path, message }, application.childrenDetails)}
              <span className="sr-only"> ({labelOf(path)})</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

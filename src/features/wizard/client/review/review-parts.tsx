import type { ReactElement } from 'react'
import type { Application } from '#features/applications/api/application.ts'
import type { FieldName } from '#features/applications/rules/wizard/questionnaire.ts'
import { PackSection } from '#features/due-diligence/client/pack/pack-section.tsx'
import type { StepProps } from '../steps/step-props.ts'
import { AnswerSectionView } from './answer-section.tsx'
import { answerSections } from './answer-rows.ts'
import { DocumentsSection } from './documents-section.tsx'
import { exceptionsOf } from './exceptions.ts'
import { NetWorthSection } from './net-worth-section.tsx'
import { focusField } from './focus-field.ts'
import { ThingsToCheck } from './things-to-check.tsx'
import { useChecks } from './use-checks.ts'

type ReviewPartsProps = Pick<StepProps, 'application' | 'editStep'> & {
  /** Missing answers are listed above. */
  missingShown: boolean
  children: ReactElement
}

/** The answers: exceptions first, then every given answer by section. */
export function ReviewParts({ application, editStep, missingShown, children }: ReviewPartsProps) {
  const { confirmed, confirm } = useChecks()
  const seen = withChecked(application, confirmed)
  return (
    <div className="grid gap-5 sm:gap-6">
      <ThingsToCheck
        exceptions={exceptionsOf(seen, new Date())}
        {...{ missingShown }}
        onRight={confirm}
        onMend={(step, path) => {
          editStep(step)
          focusField(path)
        }}
      />
      {answerSections.map((section) => (
        <AnswerSectionView key={section.title} {...{ section, editStep }} application={seen} />
      ))}
      <NetWorthSection {...{ application, editStep }} />
      <DocumentsSection {...{ application, editStep }} />
      <PackSection />
      {children}
    </div>
  )
}

/** The application with the default answers confirmed on this page. */
function withChecked(application: Application, confirmed: readonly FieldName[]): Application {
  return { ...application, checkedDefaults: [...application.checkedDefaults, ...confirmed] }
}

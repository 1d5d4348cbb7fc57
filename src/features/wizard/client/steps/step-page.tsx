import { Suspense, type ReactElement, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { kindsBelowQuestions } from '#features/applications/rules/wizard/required-documents.ts'
import { lazyPart } from '#base/client/lib/lazy-part.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { StepButtons } from './step-buttons.tsx'
import type { StepProps } from './step-props.ts'
import type { StepForm } from './use-step-form.ts'

/** Loaded on demand: the uploader is large, and few steps have documents below their questions. */
const stepDocuments = lazyPart(async () => (await import('./step-documents.tsx')).StepDocuments)

export type StepPageProps<Values extends FieldValues> = {
  title: string
  lead?: ReactNode
  stepForm: StepForm<Values>
  props: StepProps
  nextLabel: string
  backDisabled?: boolean
  /** Shown between the heading and the first question. */
  opening?: ReactElement
  children: ReactNode
}

/** A step with a form: heading, error summary, questions, and buttons. */
export function StepPage<Values extends FieldValues>({
  title,
  lead,
  stepForm,
  props,
  nextLabel,
  backDisabled,
  opening,
  children,
}: StepPageProps<Values>) {
  const { step, formProps, errors, attempt, saveAndReview } = stepForm
  const furtherKinds = kindsBelowQuestions(step)
  return (
    <form {...formProps}>
      <PageHeading title={title} lead={lead} />
      {opening}
      <ErrorSummary {...{ errors, attempt }} />
      <div className="flush-first grid gap-6 sm:gap-10">{children}</div>
      {furtherKinds.length > 0 ? (
        <div className="mt-10 grid gap-6 sm:gap-10">
          <Suspense>
            <stepDocuments.Part {...{ errors }} kinds={furtherKinds} application={props.application} />
          </Suspense>
        </div>
      ) : null}
      <StepButtons {...props} {...{ nextLabel, backDisabled }} onSaveAndReview={saveAndReview} />
    </form>
  )
}

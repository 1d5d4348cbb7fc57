import { useWatch } from 'react-hook-form'
import { isSelfEmployed } from '#features/applications/rules/wizard/employment.ts'
import { Section } from '#base/client/ui/section.tsx'
import { toEmploymentForm, toEmploymentPatch, unreadIncome, type EmploymentForm } from './employment-form.ts'
import { FoldSection } from './fold-section.tsx'
import { MedicalAid } from './medical-aid.tsx'
import { OptionalUploader } from './optional-uploader.tsx'
import { QuestionList } from './question-list.tsx'
import { StepPage } from './step-page.tsx'
import type { StepProps } from './step-props.ts'
import { useStepForm, type StepForm } from './use-step-form.ts'

/** Employment & Financial Profile (specification section 2, step 3). */
export function EmploymentStep(props: StepProps) {
  const { application } = props
  const stepForm = useStepForm<EmploymentForm>({
    step: 'employment',
    props,
    toValues: toEmploymentForm,
    toPatch: toEmploymentPatch,
    unread: unreadIncome,
  })
  return (
    <StepPage
      title="Employment & Financial Profile"
      lead="Tell us about your work, tax and existing cover"
      nextLabel="Next: Net Worth Calculator"
      {...{ stepForm, props }}
    >
      <OccupationSection {...{ stepForm, application }} />
      <FoldSection {...{ stepForm }} page="employment" title="Tax Information">
        <QuestionList {...{ stepForm }} page="employment" section="Tax Information" />
      </FoldSection>
      <FoldSection {...{ stepForm }} page="employment" title="Medical Aid">
        <div className="grid gap-6">
          <MedicalAid {...{ stepForm }} />
        </div>
      </FoldSection>
      <Section
        title="Insurance Through Employer"
        description="If your employer insures you (group life, disability or funeral cover), please upload your risk benefit statement."
      >
        <OptionalUploader
          kind="riskBenefit"
          files={application.riskBenefitStatement}
          addLabel="Add a risk benefit statement"
        />
      </Section>
      <FoldSection {...{ stepForm }} page="employment" title="Will Information">
        <div className="grid gap-6">
          <QuestionList {...{ stepForm }} page="employment" section="Will Information" />
        </div>
      </FoldSection>
    </StepPage>
  )
}

type SectionProps = { stepForm: StepForm<EmploymentForm> }

const payslipGuidance = {
  salaried: 'If you earn a salary, please upload your most recent payslip.',
  selfEmployed: 'As you’re self-employed, please upload six months of recent payslips.',
} as const

function OccupationSection({ stepForm, application }: SectionProps & Pick<StepProps, 'application'>) {
  const occupation = useWatch({ control: stepForm.form.control, name: 'occupation' })
  return (
    <FoldSection
      {...{ stepForm }}
      page="employment"
      title="Occupation Details"
      papers={payslips(application.payslipUploads.length)}
    >
      <div className="grid gap-6">
        <QuestionList {...{ stepForm }} page="employment" section="Occupation Details" />
        <OptionalUploader
          kind="payslip"
          files={application.payslipUploads}
          addLabel="Add a payslip"
          hint={isSelfEmployed(occupation) ? payslipGuidance.selfEmployed : payslipGuidance.salaried}
        />
      </div>
    </FoldSection>
  )
}

function payslips(count: number): string | null {
  if (count === 0) return null
  return count === 1 ? '1 payslip' : `${count} payslips`
}

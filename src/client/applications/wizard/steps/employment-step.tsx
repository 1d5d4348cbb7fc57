import { Controller, useWatch } from 'react-hook-form'
import { isSelfEmployed } from '#domain/applications/wizard/employment.ts'
import { fieldLabels } from '#domain/applications/wizard/labels.ts'
import { DocumentUploader } from '#client/documents/document-uploader.tsx'
import { YesNo } from '#client/ui/radio-group.tsx'
import { Section } from '#client/ui/section.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { CurrencyField } from './currency-field.tsx'
import { toEmploymentForm, toEmploymentPatch, unreadIncome, type EmploymentForm } from './employment-form.ts'
import { StepPage } from './step-page.tsx'
import type { StepProps } from './step-props.ts'
import { useStepForm, type StepForm } from './use-step-form.ts'

/** Work, tax, medical aid, cover and will (specification section 2, step 3). */
export function EmploymentStep(props: StepProps) {
  const { application } = props
  const stepForm = useStepForm<EmploymentForm>({
    step: 'employment',
    props,
    toValues: toEmploymentForm,
    toPatch: toEmploymentPatch,
    unread: unreadIncome,
  })
  const { input } = stepForm
  return (
    <StepPage
      title="Employment & Financial Profile"
      lead="Please tell us about your work, your tax and the cover that you have"
      nextLabel="Next: Net Worth Calculator"
      {...{ stepForm, props }}
    >
      <OccupationSection {...{ stepForm, application }} />
      <Section title="Tax Information">
        <TextInput
          {...input('taxIncomeNumber')}
          label={fieldLabels.taxIncomeNumber}
          hint="The 10 digits of your income tax reference number at SARS"
          inputMode="numeric"
          width="medium"
          autoComplete="off"
        />
      </Section>
      <Section title="Medical Aid" description="If you belong to no medical aid, please enter “None”.">
        <div className="grid gap-6">
          <TextInput
            {...input('medicalAidCompany')}
            label={fieldLabels.medicalAidCompany}
            autoComplete="off"
          />
          <TextInput {...input('medicalAidPlan')} label={fieldLabels.medicalAidPlan} autoComplete="off" />
        </div>
      </Section>
      <Section
        title="Insurance Through Employer"
        description="If your employer insures you (group life, disability or funeral cover), please upload the risk benefit statement."
      >
        <DocumentUploader kind="riskBenefit" files={application.riskBenefitStatement} optional />
      </Section>
      <WillSection {...{ stepForm }} />
    </StepPage>
  )
}

type SectionProps = { stepForm: StepForm<EmploymentForm> }

const payslipGuidance = {
  salaried: 'If you earn a salary, please upload your most recent payslip.',
  selfEmployed: 'As you are self-employed, please upload six months of recent payslips.',
} as const

function OccupationSection({ stepForm, application }: SectionProps & Pick<StepProps, 'application'>) {
  const { form, input } = stepForm
  const occupation = useWatch({ control: form.control, name: 'occupation' })
  return (
    <Section title="Occupation Details">
      <div className="grid gap-6">
        <TextInput
          {...input('occupation')}
          label={fieldLabels.occupation}
          hint="If you work for yourself, please say so, for example “Self-employed architect”"
          autoComplete="organization-title"
        />
        <TextInput {...input('industry')} label={fieldLabels.industry} optional autoComplete="off" />
        <TextInput
          {...input('employerName')}
          label={fieldLabels.employerName}
          optional
          autoComplete="organization"
        />
        <CurrencyField
          name="annualIncome"
          label={fieldLabels.annualIncome}
          hint="Before tax, in rand"
          {...{ stepForm }}
        />
        <DocumentUploader
          kind="payslip"
          files={application.payslipUploads}
          optional
          hint={isSelfEmployed(occupation) ? payslipGuidance.selfEmployed : payslipGuidance.salaried}
        />
      </div>
    </Section>
  )
}

function WillSection({ stepForm: { form, input, notes } }: SectionProps) {
  const hasWill = useWatch({ control: form.control, name: 'hasWill' })
  return (
    <Section title="Will Information">
      <div className="grid gap-6">
        <Controller
          control={form.control}
          name="hasWill"
          render={({ field: { onChange, ...field } }) => (
            <YesNo
              {...field}
              {...notes('hasWill')}
              label={fieldLabels.hasWill}
              onValueChange={onChange}
              className="sm:max-w-80"
            />
          )}
        />
        {hasWill === true ? (
          <TextInput
            {...input('willInstitution')}
            label={fieldLabels.willInstitution}
            hint="Where your will is kept"
            optional
            autoComplete="off"
          />
        ) : null}
      </div>
    </Section>
  )
}

import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { StepButtons } from './step-buttons.tsx'
import type { StepProps } from './step-props.ts'
import { greetingName } from './greeting-name.ts'

/** Introduction to the next two pages (specification section 2, step 4). */
export function NetWorthIntroStep(props: StepProps) {
  const { application, saveAndContinue, saveAndReview } = props
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void saveAndContinue({})
      }}
    >
      <PageHeading
        title="Discover Your Financial Picture!"
        lead={`Hi ${greetingName(application.fullName)}! Next, let’s look at your assets, the things you own, and your liabilities, the debts you owe. The difference is your net worth.`}
      />
      <p className="text-pretty">
        It helps to have your bank, investment, pension and home loan statements open. This takes about 5–10
        minutes. Estimates are fine, and you can stop at any time.
      </p>
      <StepButtons {...props} nextLabel="Let's Get Started" onSaveAndReview={() => void saveAndReview({})} />
    </form>
  )
}

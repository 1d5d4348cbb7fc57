import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { Section } from '#base/client/ui/section.tsx'
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
        lead={`Hi ${greetingName(application.fullName)}! Next, let’s look at what you own and what you owe. The difference is your net worth.`}
      />
      <div className="grid gap-8 sm:grid-cols-2">
        <Section
          title="Assets"
          description="Things you own: money in the bank, investments, property, vehicles, and anything else of value."
        />
        <Section
          title="Liabilities"
          description="What you still owe: home loans, vehicle finance, credit cards, taxes."
        />
      </div>
      <p className="mt-8 text-pretty">
        This takes about 5–10 minutes. Estimates are fine, and you can stop at any time. Your answers are
        saved.
      </p>
      <StepButtons {...props} nextLabel="Let's Get Started" onSaveAndReview={() => void saveAndReview({})} />
    </form>
  )
}

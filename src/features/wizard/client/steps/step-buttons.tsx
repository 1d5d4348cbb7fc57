import { use } from 'react'
import { Button } from '#base/client/ui/button.tsx'
import { StepStatus, type StepProps } from './step-props.ts'

export type StepButtonsProps = Pick<StepProps, 'goBack'> & {
  /** "Next: Address Details". The button submits its form. */
  nextLabel: string
  /** The id of the text that explains why Next looks disabled; pressing it shows the errors. */
  nextWaitsFor?: string | undefined
  /** False on the first step. */
  backDisabled?: boolean
  onSaveAndReview: () => void
}

/** Back, Next and, from the review, Save & Back to Review (specification section 2). */
export function StepButtons({
  goBack,
  nextLabel,
  nextWaitsFor,
  backDisabled = false,
  onSaveAndReview,
}: StepButtonsProps) {
  const { editingFromReview, saving } = use(StepStatus)
  const busyWith = (kind: NonNullable<StepStatus['saving']>) => ({
    pending: saving === kind,
    pendingLabel: 'Saving...',
  })
  const otherBusy = (kind: NonNullable<StepStatus['saving']>) => saving !== null && saving !== kind
  return (
    <div className="mt-6 flex flex-col-reverse gap-2 border-t border-hairline pt-4 sm:mt-10 sm:gap-3 sm:pt-6 sm:flex-row sm:items-center">
      <Button
        tone="secondary"
        {...busyWith('back')}
        disabled={backDisabled || otherBusy('back')}
        onClick={goBack}
        className="sm:mr-auto"
      >
        Back
      </Button>
      <Button
        type="submit"
        tone={editingFromReview ? 'secondary' : 'primary'}
        {...busyWith('next')}
        {...(nextWaitsFor !== undefined && { 'aria-disabled': true, 'aria-describedby': nextWaitsFor })}
        disabled={otherBusy('next')}
      >
        {nextLabel}
      </Button>
      {editingFromReview ? (
        <Button {...busyWith('review')} disabled={otherBusy('review')} onClick={onSaveAndReview}>
          Save &amp; Back to Review
        </Button>
      ) : null}
    </div>
  )
}

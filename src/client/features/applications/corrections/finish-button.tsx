import { confirmations } from '#domain/applications/wizard/confirmations.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { STATEMENT, type Finish } from './use-finish.ts'

type FinishButtonProps = Pick<Finish, 'isPending' | 'statement'> & {
  /** While a file is on its way, nothing that waits for it is sent. */
  isUploading?: boolean
}

/** Saves a task and continues with the next; the only task has the statement to tick, and is sent back from here. */
export function FinishButton({ isPending, statement, isUploading = false }: FinishButtonProps) {
  if (statement === null) {
    return (
      <Button type="submit" className="mt-8 w-full sm:w-auto" pending={isPending} pendingLabel="Saving...">
        Save and continue
      </Button>
    )
  }
  return (
    <>
      <StatementBox className="mt-6" {...statement} />
      <Button
        type="submit"
        className="mt-6 w-full sm:w-auto"
        pending={isPending || isUploading}
        pendingLabel={isUploading ? 'Uploading...' : 'Sending...'}
      >
        Send back
      </Button>
    </>
  )
}

type StatementBoxProps = {
  className?: string
  ticked: boolean
  error: string | undefined
  onTick: (ticked: boolean) => void
}

/** The one statement that is made with whatever is sent back. */
export function StatementBox({ className, ticked, error, onTick }: StatementBoxProps) {
  return (
    <Checkbox
      {...{ className, error }}
      id={STATEMENT}
      label={confirmations.accurate.statement}
      checked={ticked}
      onChange={({ target }) => onTick(target.checked)}
    />
  )
}

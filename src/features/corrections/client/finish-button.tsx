import { confirmations } from '#features/applications/rules/wizard/confirmations.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import { STATEMENT, type Finish } from './use-finish.ts'

type FinishButtonProps = Pick<Finish, 'isPending' | 'statement'> & {
  /** Nothing is sent while a file is uploading. */
  isUploading?: boolean
}

/** Saves a task and continues with the next; a single task has the statement and is sent from here. */
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
        Send
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

/** The statement that confirms the answers. */
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

import { Check } from 'lucide-react'
import { useSyncExternalStore, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { HAND_IN_STATEMENT } from '#features/due-diligence/rules/tasks.ts'
import { formatTime } from '#base/rules/time/dates.ts'
import type { PackTask } from '#features/due-diligence/api/due-diligence.ts'
import { unfinishedChanged, unfinishedUploads } from '#features/documents/client/unfinished-uploads.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { useOnline } from '#base/client/ui/use-online.ts'
import { NeededPapers } from './needed-papers.tsx'
import { STATEMENT_ID, type TaskForm } from './use-task-form.ts'

type FormFrameProps<Values extends FieldValues> = {
  form: TaskForm<Values>
  item: PackTask
  /** The task's questions. */
  children: ReactNode
}

/** Everything on a task's page besides its questions: errors, papers, the statement, and the buttons. */
export function FormFrame<Values extends FieldValues>({ form, item, children }: FormFrameProps<Values>) {
  const { errors, attempt, formProps, statement, notes } = form
  const uploading = useSyncExternalStore(unfinishedChanged.subscribe, unfinishedUploads) === 'moving'
  return (
    <form {...formProps}>
      <ErrorSummary errors={errors} attempt={attempt} />
      <div className="grid gap-8">
        <div className="grid gap-8">{children}</div>
        <NeededPapers {...{ item, form }} />
      </div>
      <div className="mt-8 border-t border-hairline pt-6">
        <Checkbox
          id={STATEMENT_ID}
          label={HAND_IN_STATEMENT}
          error={notes(STATEMENT_ID).error}
          checked={statement.ticked}
          onChange={({ target }) => statement.onTick(target.checked)}
        />
        <div className="mt-6 flex flex-col gap-3 sm:flex-row-reverse sm:items-center sm:justify-end">
          <Button
            type="submit"
            pending={form.handingIn || uploading}
            pendingLabel={uploading ? 'Uploading...' : 'Sending...'}
          >
            Send
          </Button>
          <Button tone="secondary" onClick={form.leave}>
            Save for later
          </Button>
        </div>
        <SavedLine saving={form.saving} />
      </div>
    </form>
  )
}

function SavedLine({ saving }: Pick<TaskForm, 'saving'>) {
  const online = useOnline()
  return (
    <p role="status" className="mt-3 flex min-h-6 items-center gap-1.5 text-sm text-ink-soft">
      {saving.kind === 'saved' ? (
        <>
          <Check aria-hidden="true" className="size-4 text-success" />
          <span className="amounts">{`Saved ${formatTime(saving.at)}`}</span>
        </>
      ) : null}
      {saving.kind === 'saving' && !online ? <span>Offline. Not saved yet.</span> : null}
      {saving.kind === 'failed' ? <span>{`Not saved. ${saving.error.detail}`}</span> : null}
    </p>
  )
}

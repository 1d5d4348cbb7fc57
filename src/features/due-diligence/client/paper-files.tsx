import { clsx } from 'clsx'
import type { PackTask } from '#features/due-diligence/api/due-diligence.ts'
import { isBirthDate } from '#base/rules/time/date-of-birth.ts'
import { issueDateProblem } from '#features/due-diligence/rules/papers.ts'
import type { TaskName } from '#features/due-diligence/rules/tasks.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { DocumentUploader } from '#features/documents/client/document-uploader.tsx'
import { DateSelect } from '#base/client/ui/date-select.tsx'
import { WarningNote } from '#base/client/ui/warning-note.tsx'
import { useTypedText, type TypedInput } from './pack/typed-input.ts'

/** Years that the dates of papers may lie before or after this one. */
const YEARS = { issued: { back: 20, ahead: 0 }, expires: { back: 1, ahead: 20 } } as const
const DATE_LABELS = { issued: 'Date on the document', expires: 'Expiry date' } as const

type PaperFilesProps = {
  task: TaskName
  paper: Omit<PackTask['papers'][number], 'files'>
  files: PackTask['papers'][number]['files']
  /** The application that staff add it to; undefined for the client's own. */
  applicationId?: string
  optional?: boolean
  warning?: string | undefined
  className?: string | undefined
  id: string
  error?: string | undefined
  /** Stores the date that is entered. */
  typed?: TypedInput
}

/** The files of one paper; its date is asked before the first of them. */
export function PaperFiles({
  task,
  paper: { paper, label, asks },
  files,
  applicationId,
  optional,
  warning,
  className,
  id,
  error,
  typed,
}: PaperFilesProps) {
  const [date, setDate] = useTypedText(typed, (asks && files.at(-1)?.[`${asks}On`]) ?? '')
  const dateProblem = asks === 'issued' ? issueDateProblem(date, dayOf(new Date())) : null
  const isWaiting = asks !== null && (!isBirthDate(date) || dateProblem !== null)
  const year = new Date().getFullYear()
  return (
    <div className={clsx('grid gap-4', className)}>
      {asks === null ? null : (
        <DateSelect
          id={`date-${paper}`}
          label={
            <>
              <span>{DATE_LABELS[asks]}</span>
              <span className="sr-only">{` (${label})`}</span>
            </>
          }
          hint="Please enter it before you choose the file."
          value={date}
          error={dateProblem ?? undefined}
          onValueChange={setDate}
          firstYear={year - YEARS[asks].back}
          lastYear={year + YEARS[asks].ahead}
        />
      )}
      <DocumentUploader
        kind="ficaPaper"
        paper={{ task, paper, applicationId, ...(asks !== null && { [`${asks}On`]: date }) }}
        groupLabel={label}
        disabled={isWaiting}
        {...{ id, label, files, error, optional }}
      />
      {warning ? <WarningNote>{warning}</WarningNote> : null}
    </div>
  )
}

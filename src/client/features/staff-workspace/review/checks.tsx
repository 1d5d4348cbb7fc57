import { CircleCheck } from 'lucide-react'
import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import type { UploadedFile } from '#domain/api/uploaded-file.ts'
import { isOpenCheck, waitsForCorrection } from '#domain/applications/review/checks.ts'
import { WarningIcon } from '#client/ui/icons.tsx'

type ChecksProps = {
  application: ReviewedApplication
  files: readonly UploadedFile[]
  /** Those that were opened, by their ids. */
  opened: ReadonlySet<string>
}

/** "4 of 5 documents opened, 1 thing to check": what is left to look at before one decides. */
export function Checks({ application: { warnings }, files, opened }: ChecksProps) {
  const seen = files.filter(({ documentId }) => opened.has(documentId)).length
  const toCheck = warnings.filter(isOpenCheck).length
  const toCorrect = warnings.filter(waitsForCorrection).length
  const isDone = seen === files.length && toCheck + toCorrect === 0
  const Sign = isDone ? CircleCheck : WarningIcon
  return (
    <p role="status" className="flex items-center gap-2 text-sm">
      <Sign aria-hidden="true" className={isDone ? 'size-5 text-success' : 'size-5 text-warning'} />
      <span>{checksText({ seen, documents: files.length, toCheck, toCorrect })}</span>
    </p>
  )
}

interface CheckCounts {
  seen: number
  documents: number
  toCheck: number
  toCorrect: number
}

/** What was opened, how many checks are open, and how many answers are to be corrected. */
export function checksText({ seen, documents, toCheck, toCorrect }: CheckCounts): string {
  const opened =
    documents === 0
      ? 'No documents'
      : `${seen} of ${documents} ${documents === 1 ? 'document' : 'documents'} opened`
  const left =
    toCheck === 0 ? 'nothing to check' : `${toCheck} ${toCheck === 1 ? 'thing' : 'things'} to check`
  const corrections = toCorrect === 0 ? '' : `, ${toCorrect} to be corrected`
  return `${opened}, ${left}${corrections}`
}

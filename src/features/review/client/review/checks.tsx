import { CircleCheck } from 'lucide-react'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { isOpenCheck, waitsForCorrection } from '#features/review/rules/checks.ts'
import { WarningIcon } from '#base/client/ui/icons.tsx'

type ChecksProps = {
  application: ReviewedApplication
  files: readonly UploadedFile[]
  /** The ids of the opened documents. */
  opened: ReadonlySet<string>
}

/** "4 of 5 documents opened, 1 thing to check": what is left before a decision. */
export function Checks({ application: { warnings }, files, opened }: ChecksProps) {
  const seen = files.filter(({ documentId }) => opened.has(documentId)).length
  const toCheck = warnings.filter(isOpenCheck).length
  const toCorrect = warnings.filter(waitsForCorrection).length
  const isDone = seen === files.length && toCheck + toCorrect === 0
  const Icon = isDone ? CircleCheck : WarningIcon
  return (
    <p role="status" className="flex items-center gap-2 text-sm">
      <Icon aria-hidden="true" className={isDone ? 'size-5 text-success' : 'size-5 text-warning'} />
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

/** Opened documents, open checks and answers to correct, as text. */
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

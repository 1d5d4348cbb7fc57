import { CircleCheck } from 'lucide-react'
import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import type { UploadedFile } from '#domain/api/uploaded-file.ts'
import { labelOf } from '#domain/applications/wizard/labels.ts'
import { WarningSign } from '#client/ui/icons.tsx'
import { Section } from '#client/ui/section.tsx'
import { answerAnchor } from '../summary/answers-view.tsx'

type ChecksProps = {
  application: ReviewedApplication
  files: readonly UploadedFile[]
  /** Those that were opened, by their ids. */
  opened: ReadonlySet<string>
}

/** "4 of 5 documents opened, 1 thing to check": what is left to look at before one decides. */
export function Checks({ application: { warnings }, files, opened }: ChecksProps) {
  const seen = files.filter(({ id }) => opened.has(id)).length
  const isDone = seen === files.length && warnings.length === 0
  const Sign = isDone ? CircleCheck : WarningSign
  return (
    <p role="status" className="flex items-center gap-2 text-sm">
      <Sign aria-hidden="true" className={isDone ? 'size-5 text-success' : 'size-5 text-warning'} />
      <span>{checksText({ seen, documents: files.length, toCheck: warnings.length })}</span>
    </p>
  )
}

/** What was opened, and how much looks wrong. */
export function checksText(counts: { seen: number; documents: number; toCheck: number }): string {
  const { seen, documents, toCheck } = counts
  const opened =
    documents === 0
      ? 'No documents'
      : `${seen} of ${documents} ${documents === 1 ? 'document' : 'documents'} opened`
  const left =
    toCheck === 0 ? 'nothing to check' : `${toCheck} ${toCheck === 1 ? 'thing' : 'things'} to check`
  return `${opened}, ${left}`
}

/** What looks wrong in the answers, before all of them: each leads to its answer. */
export function Exceptions({ application: { warnings } }: Pick<ChecksProps, 'application'>) {
  if (warnings.length === 0) return null
  return (
    <Section level={3} title="To check">
      <ul className="grid gap-2">
        {warnings.map(({ path, message }) => (
          <li key={`${path} ${message}`} className="flex items-start gap-2">
            <WarningSign className="mt-0.5 size-5 text-warning" />
            <span className="min-w-0">
              <a href={`#${answerAnchor(path)}`} className="text-link font-semibold">
                {labelOf(path)}
              </a>
              <span className="sr-only">{`: ${message}`}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

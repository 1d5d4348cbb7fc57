import { Link } from 'wouter'
import { correctionReasons } from '#domain/corrections/reasons.ts'
import { subjectLabel } from '#domain/corrections/subjects.ts'
import { Notice } from '#client/ui/notice.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { AnswerTask } from './answer-task.tsx'
import { FileTask } from './file-task.tsx'
import { listAddress } from './places.ts'
import { QuestionTask } from './question-task.tsx'
import type { TaskProps } from './task-props.ts'

const tasks = {
  answer: AnswerTask,
  document: FileTask,
  additional: FileTask,
  question: QuestionTask,
} as const

/** One thing to do: what it is, why, and what does it. */
export function TaskPage(props: TaskProps) {
  const { subject, reason, comment } = props.item
  const Task = tasks[subject.kind]
  return (
    <>
      <Link href={listAddress} className="text-link mb-4 inline-block py-2.5">
        Back to the list
      </Link>
      <PageHeading title={subject.kind === 'question' ? subject.question : subjectLabel(subject)} />
      {reason === null && comment === null ? null : (
        <Notice className="mb-8" title={reason === null ? undefined : correctionReasons[reason]}>
          {comment === null ? null : <p className="whitespace-pre-line wrap-anywhere">{comment}</p>}
        </Notice>
      )}
      <Task {...props} />
    </>
  )
}

import { Link } from 'wouter'
import { reasonToClient } from '#features/applications/rules/round/reasons.ts'
import { subjectLabel } from '#features/applications/rules/round/subjects.ts'
import { OpenTasks } from '#features/due-diligence/client/pack/open-tasks.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { AnswerTask } from './answer-task.tsx'
import { FileTask } from './file-task.tsx'
import { listAddress } from './addresses.ts'
import { QuestionTask } from './question-task.tsx'
import { RoundHeading } from './round-heading.tsx'
import type { TaskProps } from './task-props.ts'

const tasks = {
  answer: AnswerTask,
  document: FileTask,
  additional: FileTask,
  question: QuestionTask,
} as const

/** One task of several: what to do, and why. */
export function TaskPage(props: TaskProps) {
  return (
    <>
      <Link href={listAddress} className="text-link mb-4 inline-block py-2.5">
        Back to the list
      </Link>
      <PageHeading title={titleOf(props)} className="mb-6" />
      <Task {...props} />
    </>
  )
}

/** The only task: what to do, why, by when, and the Send button, on one page. */
export function OnlyTaskPage(props: TaskProps) {
  return (
    <>
      <RoundHeading {...props} />
      <h2 className="mb-4 text-xl wrap-anywhere">{titleOf(props)}</h2>
      <Task {...props} />
      <div className="mt-12">
        <OpenTasks />
      </div>
    </>
  )
}

function titleOf({ item: { subject } }: TaskProps): string {
  return subject.kind === 'question' ? subject.question : subjectLabel(subject)
}

function Task(props: TaskProps) {
  const { subject, reason, comment } = props.item
  const Form = tasks[subject.kind]
  const why = reasonToClient(reason)
  return (
    <>
      {why === null && comment === null ? null : (
        <Notice className="mb-6" title={why ?? undefined}>
          {comment === null ? null : <p className="whitespace-pre-line wrap-anywhere">{comment}</p>}
        </Notice>
      )}
      <Form {...props} />
    </>
  )
}

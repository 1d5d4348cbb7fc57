import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { Application } from '#features/applications/api/application.ts'
import type { AskedItemView, AskedRoundView } from '#features/applications/api/asked-round.ts'
import { confirmations } from '#features/applications/rules/wizard/confirmations.ts'
import { comparedAnswers } from '#features/applications/rules/round/answer-text-at.ts'
import { answersOf, notDone } from '#features/applications/rules/round/done.ts'
import { isOpen, openPaths } from '#features/applications/rules/round/open-paths.ts'
import { subjectLabel } from '#features/applications/rules/round/subjects.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import type { ErrorItem } from '#base/client/ui/error-items.ts'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { StatementBox } from './finish-button.tsx'
import { listAddress, taskAddress } from './addresses.ts'
import { STATEMENT } from './use-finish.ts'
import { useSendingBack } from './use-sending-back.ts'

type CheckPageProps = { round: AskedRoundView; application: Application }

/** Previous and new values of all items, the statement, and the Send button. */
export function CheckPage({ round, application }: CheckPageProps) {
  const { send, sending, missing } = useSendingBack()
  const [ticked, setTicked] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const attempted = () => setAttempt((count) => count + 1)
  const errors =
    attempt === 0 ? [] : [...errorsOf(round), ...missingAt(round, missing), ...statementError(ticked)]
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        attempted()
        if (errorsOf(round).length === 0 && ticked) send({ onError: attempted })
      }}
    >
      <Link href={listAddress} className="text-link mb-4 inline-block py-2.5">
        Back to the list
      </Link>
      <PageHeading title="Check your changes" />
      <ErrorSummary errors={errors} attempt={attempt} title="There’s still something to do" />
      <ul className="border-t border-hairline">
        {round.items.map((item) => (
          <CheckedItem key={item.id} {...{ item, application }} />
        ))}
      </ul>
      <StatementBox
        className="mt-8"
        ticked={ticked}
        error={attempt > 0 && !ticked ? confirmations.accurate.missing : undefined}
        onTick={setTicked}
      />
      <Button type="submit" className="mt-8 w-full sm:w-auto" pending={sending} pendingLabel="Sending...">
        Send
      </Button>
    </form>
  )
}

const fieldOf = (itemId: string) => `task-${itemId}`

function errorsOf({ items }: AskedRoundView) {
  return items
    .filter(({ done }) => !done)
    .map(({ id, subject }) => ({
      fieldId: fieldOf(id),
      message: `${subjectLabel(subject)}: ${notDone[subject.kind]}`,
    }))
}

/** An answer that the server found missing, with a link to the task that asks for it or raised it. */
function missingAt({ items }: AskedRoundView, missing: readonly ErrorItem[]): ErrorItem[] {
  const asking = (path: string) => {
    const tasks = items.filter(({ subject }) => isOpen(path, openPaths([subject])))
    return tasks.find(({ subject }) => subject.kind === 'answer' && subject.path === path) ?? tasks[0]
  }
  return missing.map(({ fieldId, message }) => {
    const task = asking(fieldId)
    return task === undefined
      ? { fieldId, message }
      : { fieldId: fieldOf(task.id), message: `${subjectLabel(task.subject)}: ${message}` }
  })
}

const statementError = (ticked: boolean) =>
  ticked ? [] : [{ fieldId: STATEMENT, message: confirmations.accurate.missing }]

function CheckedItem({ item, application }: { item: AskedItemView; application: Application }) {
  const { id, subject, done, before, document, file, reply } = item
  return (
    <li className="border-b border-hairline py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg wrap-anywhere">
          {subject.kind === 'question' ? subject.question : subjectLabel(subject)}
        </h2>
        {done ? null : <Badge tone="warning">To do</Badge>}
      </div>
      <div className="mt-3 grid gap-4">
        {subject.kind === 'answer'
          ? comparedAnswers(before, answersOf(subject, application)).map((one) => (
              <OldAndNew key={one.path} {...one} />
            ))
          : null}
        {subject.kind === 'document' || subject.kind === 'additional' ? (
          <OldAndNew
            before={document?.name ?? 'Nothing'}
            after={file?.name ?? document?.name ?? 'Nothing'}
            changed={file !== null && file.documentId !== document?.documentId}
          />
        ) : null}
        {reply === null ? null : (
          <p className="border-l-2 border-brass-line pl-4 whitespace-pre-line wrap-anywhere">{reply}</p>
        )}
      </div>
      <Link id={fieldOf(id)} href={taskAddress(id)} className="text-link mt-2 inline-block py-2.5">
        <span>{`${done ? 'Change' : 'Do this now'} `}</span>
        <span className="sr-only">{`(${subjectLabel(subject)})`}</span>
      </Link>
    </li>
  )
}

type OldAndNewProps = { label?: string; before: string; after: string; changed: boolean }

/** The previous value beside the new one; a value that did not change is shown once. */
function OldAndNew({ label, before, after, changed }: OldAndNewProps) {
  if (!changed) {
    return (
      <dl>
        <Part title={label === undefined ? 'Not changed' : `${label}, not changed`}>{after}</Part>
      </dl>
    )
  }
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      <Part title={label === undefined ? 'Before' : `${label}, before`}>
        <del className="text-ink-soft decoration-1">{before}</del>
      </Part>
      <Part title={label === undefined ? 'Now' : `${label}, now`}>
        <ins className="no-underline">{after}</ins>
      </Part>
    </dl>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{title}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { ReviewedPackTask } from '#features/due-diligence/api/due-diligence.ts'
import { verificationMethods } from '#features/due-diligence/rules/tasks.ts'
import { AddPaper } from '#features/due-diligence/client/staff/add-paper.tsx'
import { checkStates } from '#features/due-diligence/client/staff/check-states.ts'
import { Declared } from '#features/due-diligence/client/staff/declared.tsx'
import { SignatureNote } from '#features/signing/client/signature-note.tsx'
import { useMay } from '#features/access/client/use-may.tsx'
import { formatDateTime, formatDay } from '#base/rules/time/dates.ts'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { WarningNote } from '#base/client/ui/warning-note.tsx'
import { AskPanel } from '#features/corrections/client/staff/ask-panel.tsx'
import { TopicBar } from './topic-bar.tsx'
import { TopicFacts, useTick } from './topic-facts.tsx'
import { pathsOfTask, type Topic } from './topics.ts'
import { useAcceptance, type Acceptance, type TopicPanelProps } from './use-acceptance.ts'

const incomePaths = ['occupation', 'employerName', 'annualIncome', 'taxIncomeNumber']

/** The answers of a topic that has no document. */
function pathsWithout({ childrenDetails }: ReviewedApplication, { name, task }: Topic): readonly string[] {
  if (task === null) return name === 'income' ? incomePaths : []
  if (name !== 'identity') return pathsOfTask[task.task]
  return [...pathsOfTask.identity, ...childrenDetails.map((_, index) => `childrenDetails.${index}.idNumber`)]
}

/** The facts of a topic beside its document, and the decision below them (quiet screens, 5.4). */
export function TopicPanel(props: TopicPanelProps) {
  const { application, topic, shown, ask } = props
  const { task, documents } = topic
  const tick = useTick(application.id)
  const acceptance = useAcceptance(props, tick)
  const paths = pathsWithout(application, topic)
  const children = topic.name === 'identity' ? paths.slice(pathsOfTask.identity.length) : []
  return (
    <section aria-labelledby="topic-title" className="review-panel">
      <div className="review-scroll">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 id="topic-title" tabIndex={-1} className="text-xl">
            {topic.label}
          </h2>
          <p className="text-sm text-ink-soft">{task === null ? null : sentText(task)}</p>
        </div>
        {task === null ? null : <StateOf task={task} />}
        {acceptance.canAccept ? <Doubts {...acceptance} /> : null}
        {acceptance.canAccept && task !== null && acceptance.method === 'original-seen' ? (
          <Original {...acceptance} />
        ) : null}
        <TopicFacts {...{ application, topic, shown, paths, tick }} />
        {task === null ? null : (
          <div className="review-declared">
            <Declared applicationId={application.id} task={task} />
          </div>
        )}
        {children.length === 0 || documents.length === 0 ? null : (
          <TopicFacts
            {...{ application, tick }}
            topic={{ ...topic, documents: [] }}
            shown={shown}
            paths={children}
          />
        )}
        {topic.name === 'letter' && application.faisDocument !== null ? (
          <SignatureNote documentId={application.faisDocument.documentId} />
        ) : null}
        {task === null ? null : <History task={task} />}
        {task === null ? null : <AddFor applicationId={application.id} task={task} />}
      </div>
      {ask.isOpen ? <AskPanel key={topic.name} ask={ask} /> : <TopicBar {...props} acceptance={acceptance} />}
    </section>
  )
}

/** When it was sent; for one that is not to be checked, its state. */
function sentText({ state, declarations: [declared] }: ReviewedPackTask): string {
  if (declared === undefined || state !== 'handed-in') return checkStates[state][0]
  return `Sent ${formatDateTime(new Date(declared.madeAt))}`
}

function AddFor(props: { applicationId: string; task: ReviewedPackTask }) {
  return useMay('pack.verify') ? <AddPaper {...props} /> : null
}

/** Why a check was sent back or is due, and what does not fit together. */
function StateOf({ task: { why, dueOn, state, warnings } }: { task: ReviewedPackTask }) {
  const due = dueOn !== null && state !== 'handed-in' ? `Due ${formatDay(dueOn)}.` : null
  return (
    <>
      {why === null && due === null ? null : (
        <p className="text-sm text-ink-soft">{[why, due].filter(Boolean).join(' ')}</p>
      )}
      {warnings.map(({ path, message }) => (
        <WarningNote key={`${path} ${message}`}>{message}</WarningNote>
      ))}
    </>
  )
}

/** What is implausible, and the amounts to read on documents. */
function Doubts({ doubts, read }: Acceptance) {
  return (
    <>
      {doubts.map(({ code, text }) => (
        <WarningNote key={code}>{text}</WarningNote>
      ))}
      {read.asked.map(({ documentId, label, name }) => (
        <TextInput
          key={documentId}
          width="short"
          inputMode="decimal"
          label={`Amount in rand on: ${label}`}
          hint={name}
          name={`amount-${documentId}`}
          value={read.typed[documentId] ?? ''}
          onChange={({ target }) => read.set(documentId, target.value)}
        />
      ))}
    </>
  )
}

/** Where and when the original of a document was seen. */
function Original({ original, setOriginal }: Acceptance) {
  return (
    <>
      <TextInput
        label="Where was it seen?"
        name="original.where"
        value={original.where}
        onChange={({ target }) => setOriginal({ ...original, where: target.value })}
      />
      <TextInput
        type="date"
        width="medium"
        label="When was it seen?"
        name="original.on"
        value={original.on}
        onChange={({ target }) => setOriginal({ ...original, on: target.value })}
      />
    </>
  )
}

function History({ task: { verifications } }: { task: ReviewedPackTask }) {
  if (verifications.length === 0) return null
  return (
    <ul aria-label="Decisions" className="mt-3 grid gap-1 text-sm text-ink-soft">
      {verifications.map(({ version, result, method, byName, at, note }) => (
        <li key={at}>
          {[
            `Version ${version}: ${result === 'accepted' ? 'accepted' : 'sent back'} by ${byName}, ${formatDateTime(new Date(at))}`,
            method === null ? null : verificationMethods[method],
            note,
          ]
            .filter(Boolean)
            .join(' · ')}
        </li>
      ))}
    </ul>
  )
}

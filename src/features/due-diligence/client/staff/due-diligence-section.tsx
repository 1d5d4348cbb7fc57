import { useState } from 'react'
import type { ReviewedPack, ReviewedPackTask } from '#features/due-diligence/api/due-diligence.ts'
import { tasks, type TaskName } from '#features/due-diligence/rules/tasks.ts'
import { exposures } from '#features/due-diligence/rules/exposure.ts'
import { riskLevels } from '#features/due-diligence/rules/rating/levels.ts'
import { formatDate, formatDay } from '#base/rules/time/dates.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { ScreeningCard } from '#features/screening/client/hits/screening-card.tsx'
import { Approvals } from './approvals.tsx'
import { AskClient, waitingChecks } from './ask-client.tsx'
import { checkStates } from './check-states.ts'
import { GateNotice } from './gate-notice.tsx'
import { InspectorFileButton } from '#features/compliance-file/client/inspector-files.tsx'
import { RetentionHolds } from './retention-holds.tsx'
import { RatingCard } from './rating-card.tsx'
import { TaskDialog } from './task-dialog.tsx'
import { usePack } from './use-pack.ts'

type DueDiligenceSectionProps = {
  applicationId: string
  /** Imported as onboarded. */
  isImported: boolean
  className?: string
}

/** At the top of a client with a confirmed match on the United Nations' list: what the law asks of admins. */
export function ProhibitedBand({ applicationId }: { applicationId: string }) {
  const missing = usePack(applicationId)?.gate?.missing ?? []
  if (!missing.some(({ item }) => item === 'prohibited')) return null
  return (
    <Notice tone="danger" title="This relationship is prohibited" className="mb-4">
      <ul className="list-disc pl-5">
        <li>Provide no service and make no money or property available (FICA, sections 26A to 26C).</li>
        <li>Report property of this person to the Financial Intelligence Centre (section 28A).</li>
        <li>Do not tell the client or anyone else that you report (section 29).</li>
      </ul>
    </Notice>
  )
}

/** The due diligence tasks of a client: verify them, ask for what is open, and see what onboarding waits for. */
export function DueDiligenceSection({ applicationId, ...rest }: DueDiligenceSectionProps) {
  const pack = usePack(applicationId)
  if (pack === undefined) return null
  return <Tasks pack={pack} {...rest} />
}

type TasksProps = Omit<DueDiligenceSectionProps, 'applicationId'> & { pack: ReviewedPack }

function Tasks({ pack, isImported, className }: TasksProps) {
  const { user } = useSession()
  const may = useMay('pack.verify')
  const seesHits = useMay('screening.read')
  const [opened, setOpened] = useState<TaskName | null>(null)
  const task = pack.tasks.find((one) => one.task === opened)
  return (
    <Section
      level={3}
      title="FICA checks"
      className={className}
      description={
        <>
          <span>{`${pack.tasks.filter(({ state }) => state === 'accepted').length} of ${pack.tasks.length} accepted. `}</span>
          {pack.exposure === 'none' ? null : (
            <span>{`Politically exposed: ${exposures[pack.exposure]}. `}</span>
          )}
          {/* Admins read the whole rating below. */}
          {pack.rating !== null || pack.riskLevel === null ? null : (
            <span>{`Risk: ${riskLevels[pack.riskLevel].toLowerCase()}. `}</span>
          )}
          {pack.askedAt === null ? null : (
            <span>{`Client last asked on ${formatDate(new Date(pack.askedAt))}.`}</span>
          )}
        </>
      }
    >
      <ul className="grid">
        {pack.tasks.map((one) => (
          <TaskRow key={one.task} task={one} verifies={may} onOpen={() => setOpened(one.task)} />
        ))}
      </ul>
      {waitingChecks(pack) === 0 || !may ? null : <AskClient pack={pack} className="mt-4" />}
      {seesHits ? <ScreeningCard applicationId={pack.applicationId} /> : null}
      {pack.rating === null ? null : <RatingCard applicationId={pack.applicationId} rating={pack.rating} />}
      {pack.gate === null ? null : <GateNotice pack={pack} gate={pack.gate} isImported={isImported} />}
      <Approvals pack={pack} userId={user?.id ?? ''} />
      <RetentionHolds applicationId={pack.applicationId} holds={pack.holds} />
      <InspectorFileButton applicationId={pack.applicationId} />
      {task === undefined ? null : (
        <TaskDialog applicationId={pack.applicationId} task={task} onClose={() => setOpened(null)} />
      )}
    </Section>
  )
}

type TaskRowProps = { task: ReviewedPackTask; verifies: boolean; onOpen: () => void }

function TaskRow({ task, verifies, onOpen }: TaskRowProps) {
  const { label } = tasks[task.task]
  const [text, tone] = checkStates[task.state]
  return (
    <li className="flex items-center gap-x-2 border-b border-hairline py-2">
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 grow basis-48">
          <span className="block font-semibold">{label}</span>
          <FactsOfTask task={task} />
        </span>
        <Badge tone={tone}>{text}</Badge>
      </span>
      <Button size="small" tone="quiet" onClick={onOpen}>
        <span>{verifies && task.state === 'handed-in' ? 'Check' : 'View'}</span>
        <span className="sr-only">{` ${label}`}</span>
      </Button>
    </li>
  )
}

/** Files, warnings, and until when it is valid. */
function FactsOfTask({ task: { papers, warnings, implausible, dueOn, why } }: { task: ReviewedPackTask }) {
  const files = papers.flatMap((paper) => paper.files).length
  const toCheck = warnings.length + implausible.length
  const facts = [
    files === 1 ? '1 file' : files > 1 ? `${files} files` : null,
    toCheck > 0 ? `${toCheck} to check` : null,
    dueOn === null ? null : `due ${formatDay(dueOn)}`,
    why,
  ].filter((fact) => fact !== null)
  if (facts.length === 0) return null
  return <span className="block text-sm text-ink-soft">{facts.join(' · ')}</span>
}

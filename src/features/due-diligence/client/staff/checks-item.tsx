import { Link } from 'wouter'
import type { ReviewedPack, ReviewedPackTask } from '#features/due-diligence/api/due-diligence.ts'
import { tasks } from '#features/due-diligence/rules/tasks.ts'
import { formatDate, formatDay } from '#base/rules/time/dates.ts'
import { paths } from '#base/client/paths.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { DecisionBar } from '#base/client/ui/decision-bar.tsx'
import { AskClient, waitingChecks } from './ask-client.tsx'
import { checkStates } from './check-states.ts'

/** A client whose FICA checks are asked for: each check, its documents, and when it is due. */
export function ChecksItem({ name, pack }: { name: string; pack: ReviewedPack }) {
  const { applicationId, askedAt, rating } = pack
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-xl">{name}</h2>
        <p className="text-xs text-ink-soft">
          {askedAt === null ? 'Not asked yet' : `Last asked on ${formatDate(new Date(askedAt))}`}
        </p>
      </div>
      {rating?.current ? (
        <p className="mt-2 text-sm text-ink-soft">
          {`FICA checks are renewed by ${formatDay(rating.current.refreshOn)}.`}
        </p>
      ) : null}
      <ul aria-label="FICA checks" className="mt-3 border-t border-edge text-sm">
        {pack.tasks.map((task) => (
          <CheckRow key={task.task} {...task} />
        ))}
      </ul>
      <Link
        href={`${paths.adminReview}?application=${applicationId}`}
        className="text-link mt-1 inline-block py-2.5 text-sm"
      >
        Client’s application
      </Link>
    </>
  )
}

function CheckRow({ task, state, dueOn, papers }: ReviewedPackTask) {
  const [text, tone] = checkStates[state]
  const documents = papers.flatMap(({ label, files }) => files.map(({ expiresOn }) => ({ label, expiresOn })))
  const expiring = documents.find(({ expiresOn }) => expiresOn !== null)
  const facts = [
    expiring === undefined ? null : `${expiring.label}, expires on ${formatDay(expiring.expiresOn ?? '')}`,
    dueOn === null || expiring !== undefined ? null : `due ${formatDay(dueOn)}`,
  ]
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-4 border-b border-hairline py-1">
      <span className="grow basis-40">{tasks[task].label}</span>
      <span className="text-ink-soft">{facts.filter(Boolean).join(', ')}</span>
      <Badge tone={tone}>{text}</Badge>
    </li>
  )
}

type ChecksBarProps = { pack: ReviewedPack; onDecided: () => void }

/** Asks the client for what waits for them. */
export function ChecksBar({ pack, onDecided }: ChecksBarProps) {
  if (waitingChecks(pack) === 0) {
    return (
      <DecisionBar follows="">
        <p className="text-sm">Nothing waits for the client: check what they sent in their application.</p>
      </DecisionBar>
    )
  }
  return (
    <DecisionBar follows="The email is shown before it is sent.">
      <AskClient pack={pack} isShort onAsked={onDecided} />
    </DecisionBar>
  )
}

import { statusTraits, type ApplicationStatus } from './statuses.ts'
import { answerPromisedBy } from './promised-answer.ts'
import type { StepName } from './reopening.ts'
import { trackerPath } from './tracker.ts'

/** What is known of the way of a submitted application. */
export interface Way {
  status: ApplicationStatus
  submittedAt: Date | null
  /** When it came to the status that it has. */
  statusChangedAt: Date
  /** Every change of its status, the oldest first. */
  changes: readonly { action: StepName; to: ApplicationStatus; at: Date }[]
  /** When the client last sent back what they were asked to correct. */
  answeredAt: Date | null
  /** Whether something is asked of the client just now. */
  waitsForClient: boolean
}

/** A stage that an application has come to, and when. */
export interface ReachedStage {
  status: ApplicationStatus
  at: Date
}

/**
 * The stages that an application has come to, in their order and with their moments: those on the tracker's path, then
 * one that left it. A stage that was skipped is not among them; neither is what a reopening took back.
 */
export function reachedStages({ status, submittedAt, statusChangedAt, ...way }: Way): ReachedStage[] {
  if (submittedAt === null) return []
  const changes = standing(way.changes)
  const current = trackerPath.findIndex((stage) => stage === status)
  const before = current === -1 ? trackerPath : trackerPath.slice(0, current)
  const since = lastReopening(changes) ?? submittedAt
  const passed = before.flatMap((stage): ReachedStage[] => {
    if (stage === 'submitted') return [{ status: stage, at: submittedAt }]
    const at = changes.findLast(({ to, at: time }) => to === stage && time >= since)?.at
    return at === undefined ? [] : [{ status: stage, at }]
  })
  return [...passed, { status, at: status === 'submitted' ? submittedAt : statusChangedAt }]
}

/**
 * The day (yyyy-MM-dd) by which the client has an answer, counted from when everything was last with the firm: the
 * submission, corrections that were sent back, a decision that was taken back. Null while nothing is promised.
 */
export function answerDueBy({
  status,
  submittedAt,
  changes,
  answeredAt,
  waitsForClient,
}: Way): string | null {
  if (!statusTraits[status].awaiting || waitsForClient || submittedAt === null) return null
  const starts = [submittedAt, answeredAt, lastReopening(changes)].filter((time) => time !== null)
  return answerPromisedBy(new Date(Math.max(...starts.map((time) => time.getTime()))))
}

/** The changes that stand: what was undone a moment later, before anybody was told, did not happen. */
function standing(changes: Way['changes']): Way['changes'] {
  const left: Way['changes'][number][] = []
  for (const change of changes) {
    if (change.action === 'undo') left.pop()
    else left.push(change)
  }
  return left
}

function lastReopening(changes: Way['changes']): Date | null {
  return changes.findLast(({ action }) => action === 'reopen')?.at ?? null
}

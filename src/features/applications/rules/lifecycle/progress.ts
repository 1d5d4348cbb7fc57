import { statusTraits, type ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { Office } from '#features/brand/rules/office.ts'
import { promisedDay } from './promised-answer.ts'
import type { StepName } from './reopening.ts'
import { trackerPath } from './tracker.ts'

/** History of a submitted application. */
export interface Way {
  status: ApplicationStatus
  submittedAt: Date | null
  /** The stored day (yyyy-MM-dd) of the latest promise; null if none is stored. */
  answerPromisedBy: string | null
  /** When it reached its current status. */
  statusChangedAt: Date
  /** All status changes, oldest first. */
  changes: readonly { action: StepName; to: ApplicationStatus; at: Date }[]
  /** When the client last answered a correction request. */
  answeredAt: Date | null
  /** Whether a correction request waits for the client. */
  waitsForClient: boolean
}

/** A stage that an application reached, and when. */
export interface ReachedStage {
  status: ApplicationStatus
  at: Date
}

/**
 * The stages reached, in order: those on the tracker's path, then a final status off the path. Skipped and reopened
 * stages are left out.
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
 * The promised answer day (yyyy-MM-dd), counted from the submission, the latest corrections or the latest reopening, by
 * the calendar of that day.
 * Null while nothing is promised.
 */
export function answerDueBy(
  { status, submittedAt, changes, answeredAt, waitsForClient, answerPromisedBy }: Way,
  office: Office,
): string | null {
  if (!statusTraits[status].awaiting || waitsForClient || submittedAt === null) return null
  const starts = [submittedAt, answeredAt, lastReopening(changes)].filter((time) => time !== null)
  const since = new Date(Math.max(...starts.map((time) => time.getTime())))
  return promisedDay(answerPromisedBy, since, office)
}

/** Changes without those undone before clients were notified. */
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

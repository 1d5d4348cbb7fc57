import { desc, eq } from 'drizzle-orm'
import { overrideEndsAt } from '#features/approvals/rules/approvals.ts'
import {
  canAskException,
  missingAtGate,
  missingFor as missingAtLevel,
  type GateFacts,
  type GateLevel,
  type Missing,
  type ScreeningFacts,
} from '#features/due-diligence/rules/gate.ts'
import type { ScreeningState } from '#features/screening/server/state.ts'
import { approvals } from '#features/approvals/schema.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { actions, actionsFor } from '#features/access/rules/lifecycle/transitions.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import type { LockedApplication } from '#features/applications/server/record/lock-for-review.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { loadDueDiligence, type DueDiligence, type Loading } from './load.ts'
import { clientRating } from './rating/client-rating.ts'

/** What onboarding waits for. */
interface Gate {
  missing: Missing[]
  /** Until when an exception is in force. */
  overriddenUntil: string | null
  /** An exception would cover something, and none is asked for. */
  canAskException: boolean
}

export async function gateOf(
  { keyring, database: { db } }: Loading,
  found: DueDiligence,
  now: Date,
): Promise<Gate> {
  const { current, screening } = await clientRating(db, keyring, found)
  const rows = await db
    .select()
    .from(approvals)
    .where(eq(approvals.applicationId, found.applicationId))
    .orderBy(desc(approvals.askedAt), desc(approvals.id))
  const ofRating = rows.find(({ kind, object }) => kind !== 'gate' && object === current?.row.id)
  const override = rows.find(({ kind, decision }) => kind === 'gate' && decision === 'granted')
  const decidedAt = override?.decidedAt ?? null
  const end = decidedAt === null ? null : overrideEndsAt(decidedAt)
  const overriddenUntil = end !== null && end > now ? end : null
  const missing = missingAtGate({
    tasks: Object.fromEntries(found.tasks.map(({ task, now: { state } }) => [task, state])) as Tasks,
    exposure: found.exposure,
    rating: ratingState(current),
    approvalNeeded: current?.row.approval ?? null,
    approval: approvalState(ofRating, now),
    overridden: overriddenUntil !== null,
    ...screeningFacts(screening),
  })
  const isAsked = rows.some((row) => row.kind === 'gate' && approvalState(row, now) === 'asked')
  return {
    missing,
    overriddenUntil: overriddenUntil?.toISOString() ?? null,
    canAskException: !isAsked && canAskException(missing, found.exposure),
  }
}

/** Loading reads every task. */
type Tasks = GateFacts['tasks']

function ratingState(current: { outdated: boolean } | null) {
  if (current === null) return 'none'
  return current.outdated ? 'outdated' : 'current'
}

function screeningFacts({
  unList,
  comparison,
  confirmed,
  unreadable,
  undecided,
}: ScreeningState): ScreeningFacts {
  return { checks: { unList, comparison }, unreadable, undecided, prohibited: confirmed.includes('UN') }
}

function approvalState(row: typeof approvals.$inferSelect | undefined, now: Date) {
  if (row === undefined || row.decision === 'lapsed') return 'none'
  return row.decision ?? (row.lapsesAt <= now ? 'none' : 'asked')
}

/** What is missing before a client may be onboarded; nothing where due diligence is switched off. */
export async function missingFor(
  loading: Loading,
  { id, answers }: Pick<LockedApplication, 'id' | 'answers'>,
  now: Date,
): Promise<Missing[]> {
  if (!loading.settings.dueDiligence.on) return []
  const application = { id, answers: decryptAnswers(loading.keyring, id, answers) }
  const found = await loadDueDiligence(loading, application, now)
  return (await gateOf(loading, found, now)).missing
}

/** The same for every reason, so that a manager learns nothing of a match. */
const STILL_CHECKING = 'Compliance is still checking. You can decide when the check is complete.'

const levelOf: Partial<Record<ApplicationStatus, GateLevel>> = { approved: 'cleared', onboarded: 'ready' }

/**
 * Why a locked application may not come to a status, also by undoing a change; null where it may. Approved needs a
 * cleared client, onboarded one that is ready.
 *
 * @returns conflict (409): `requirements-missing` with what is missing, `not-ready` for managers
 */
export async function gateError(
  { tx, actor, context: { keyring, settings }, now }: TransactionContext<Doer>,
  { id, answers, status }: Pick<LockedApplication, 'id' | 'answers' | 'status'>,
  to: ApplicationStatus,
): Promise<DomainError | null> {
  const level = levelOf[to]
  if (level === undefined) return null
  const all = await missingFor({ keyring, settings, database: { db: tx } }, { id, answers }, now)
  const missing = missingAtLevel(level, all)
  if (missing.length === 0) return null
  if (actor.role !== 'admin') return new DomainError('conflict', STILL_CHECKING, { code: 'not-ready' })
  return new DomainError('conflict', missing.map(({ text }) => text).join(' '), {
    code: 'requirements-missing',
    current: {
      status,
      actions: actionsFor(actor.role, status).filter((name) => actions[name].to !== to),
      missing,
    },
  })
}

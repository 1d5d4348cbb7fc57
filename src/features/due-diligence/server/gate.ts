import { desc, eq } from 'drizzle-orm'
import { overrideEndsAt } from '#features/approvals/rules/approvals.ts'
import {
  canAskException,
  missingAtGate,
  type GateFacts,
  type Missing,
  type ScreeningFacts,
} from '#features/due-diligence/rules/gate.ts'
import { isAboutClient, type ScreeningState } from '#features/screening/server/state.ts'
import { approvals } from '#features/approvals/schema.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import type { LockedApplication } from '#features/applications/server/record/lock-for-review.ts'
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
    organisation: isUnconfirmedOrganisation(found),
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

/** The name looks like an organisation's, and accepting the identity has not confirmed a person. */
function isUnconfirmedOrganisation({ implausible, tasks }: DueDiligence): boolean {
  const isConfirmed = tasks.some(
    ({ task, accepted }) =>
      task === 'identity' && accepted?.seen.some(({ code }) => code === 'organisation-name') === true,
  )
  return !isConfirmed && implausible.some(({ code }) => code === 'organisation-name')
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
  const prohibited = confirmed.some((match) => match.source === 'UN' && isAboutClient(match))
  return { checks: { unList, comparison }, unreadable, undecided, prohibited }
}

function approvalState(row: typeof approvals.$inferSelect | undefined, now: Date) {
  if (row === undefined || row.decision === 'lapsed') return 'none'
  return row.decision ?? (row.lapsesAt <= now ? 'none' : 'asked')
}

/** What is missing before a client may be onboarded; nothing where due diligence is switched off. */
export async function missingOf(
  loading: Loading,
  { id, answers }: Pick<LockedApplication, 'id' | 'answers'>,
  now: Date,
): Promise<Missing[]> {
  if (!loading.settings.dueDiligence.on) return []
  const application = { id, answers: decryptAnswers(loading.keyring, id, answers) }
  const found = await loadDueDiligence(loading, application, now)
  return (await gateOf(loading, found, now)).missing
}

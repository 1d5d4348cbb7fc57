import { reasonForClient } from '#domain/applications/lifecycle/tracker.ts'
import { statuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { actions, actionsFor, actionTo, type ActionName } from '#domain/applications/lifecycle/transitions.ts'
import type { Role } from '#domain/users/roles.ts'
import type { Doer } from '#server/shared/actor.ts'
import type { Round } from '#server/shared/application-record/asked-round.ts'
import { asBefore, holdMails, sendMails, type Hold } from '#server/shared/application-record/delayed-mails.ts'
import {
  lockEachForReview,
  type LockedApplication,
} from '#server/shared/application-record/lock-for-review.ts'
import { takeStep } from '#server/shared/application-record/change-status.ts'
import { managersById } from '#server/features/applications/queries.ts'
import { openRoundsOf, roundOpen, supersedeRounds } from '#server/features/corrections/close.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { notFound, DomainError, throwFirst, type Refused } from '#server/platform/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#server/shared/command-context.ts'
import { uncheckedOf } from './checks/unchecked.ts'
import { whoWasQuicker } from './concurrent-change-message.ts'

/** A change of a status that somebody on the staff wants. */
export interface WantedChange {
  status: ApplicationStatus
  /** The status that they have seen; undefined where they take any. */
  expectedStatus?: ApplicationStatus
  reason?: string
  /** Refuses those with documents that the actor did not open, with open checks, or with answers to be corrected. */
  skipUnchecked?: true
}

/** What decides an application whatever was asked of its client. */
const ends: ReadonlySet<ActionName> = new Set(['reject', 'markOnboarded', 'markCancelled'])

/**
 * Changes the status of an application by the one lifecycle table, and tells whom it concerns. Of two people who act at
 * once the second hears what the first has done.
 *
 * @param answer makes the answer of what is there then, in the same transaction
 * @throws DomainError not-found out of the actor's reach; conflict (409) with the present status and actions where the
 *   lifecycle has no such step for the actor, the status is no longer the one that they have seen, or it is to be approved
 *   while corrections are open; what decides it otherwise ends those
 */
export async function changeStatus<Answer>(
  act: CommandContext,
  id: string,
  wanted: WantedChange,
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    throwFirst(await changeStatusOfEach(work, [id], wanted, holdMails(work)))
    return answer(work.tx)
  })
}

/**
 * The same with several, in the transaction that it is a part of: all are judged before anything is written.
 *
 * @param held how mails leave
 * @returns who is refused, and why; the others are done
 */
export async function changeStatusOfEach(
  work: TransactionContext<Doer>,
  ids: readonly string[],
  wanted: WantedChange,
  held: Hold,
): Promise<Refused> {
  const action = 'application.change-status'
  const found = await lockEachForReview(work.tx, ids, { actor: work.actor, action })
  const open = await openRoundsOf(work, [...found.keys()])
  const unchecked = wanted.skipUnchecked === undefined ? null : await uncheckedIn(work, [...found.values()])
  const refused = new Map<string, DomainError>()
  const allowed: Change[] = []
  for (const id of ids) {
    const judged = await judge(work, found.get(id), { wanted, rounds: open.get(id) ?? [] })
    if (judged instanceof DomainError) refused.set(id, judged)
    else if (unchecked?.has(id) === true) refused.set(id, notChecked())
    else allowed.push(judged)
  }
  // From one status to another leads one action.
  for (const [from, alike] of Map.groupBy(allowed, ({ application }) => application.status)) {
    await changeAlike(work, alike, { from, reason: wanted.reason, held })
  }
  return refused
}

function uncheckedIn(
  { tx, actor, context: { keyring } }: TransactionContext<Doer>,
  found: readonly LockedApplication[],
) {
  return uncheckedOf({ keyring, database: { db: tx } }, actor, found)
}

function notChecked(): DomainError {
  const message = 'Documents were not opened, checks are open, or answers are to be corrected.'
  return new DomainError('conflict', message, { code: 'not-checked' })
}

/** A change that the lifecycle allows. */
interface Change {
  application: LockedApplication
  action: ActionName
  /** What is open of what the client was asked for, and ends with it. */
  ended: readonly Round[]
}

async function judge(
  work: TransactionContext<Doer>,
  application: LockedApplication | undefined,
  { wanted, rounds }: { wanted: WantedChange; rounds: readonly Round[] },
): Promise<Change | DomainError> {
  if (application === undefined) return notFound()
  const action = actionFor(work.actor.role, application.status, wanted)
  if (action === undefined) return notPossible(work, application)
  const [open] = rounds
  if (action === 'approve' && open !== undefined) return roundOpen(open)
  return { application, action, ended: ends.has(action) ? rounds : [] }
}

/** Brings several from one status to another, and tells whom it concerns. */
async function changeAlike(
  work: TransactionContext<Doer>,
  changes: readonly Change[],
  { from, reason, held }: { from: ApplicationStatus; reason: string | undefined; held: Hold },
): Promise<void> {
  const [first] = changes
  if (first === undefined) return
  const { action } = first
  const { to } = actions[action]
  for (const { application, ended } of changes) await supersedeRounds(work, application, ended)
  const ids = changes.map(({ application }) => application.id)
  await takeStep(work, ids, { action, from, to, reason })
  const managers = await managersToTell(work, changes)
  for (const { application, ended } of changes) {
    // What ended corrections with it is taken back by nobody.
    const mails = ended.length === 0 ? held : sendMails(work)
    const manager = managers.get(application.wealthManagerId ?? '')
    await tellWhomItConcerns(application, { to, reason, manager, mails })
    await mails.keep(application.id, { kind: 'status', from, to, ...asBefore(application) })
  }
}

/** Undefined where the lifecycle has no such step, or somebody was quicker. */
function actionFor(role: Role, from: ApplicationStatus, wanted: WantedChange): ActionName | undefined {
  const { status, expectedStatus = from } = wanted
  return expectedStatus === from ? actionTo(role, from, status) : undefined
}

async function notPossible(
  { tx, actor }: Pick<TransactionContext<Doer>, 'tx' | 'actor'>,
  { id, status }: Pick<LockedApplication, 'id' | 'status'>,
): Promise<DomainError> {
  const possible = actionsFor(actor.role, status)
  const labels = possible.map((name) => actions[name].label).join(', ')
  return new DomainError(
    'conflict',
    `This application is at "${statuses[status]}" now. ${await whoWasQuicker(tx, id, actor)}${
      possible.length === 0 ? 'You cannot change that.' : `What you can do: ${labels}.`
    }`,
    { code: 'status-changed', current: { status, actions: possible } },
  )
}

/** Their managers, but for who did it themselves. */
function managersToTell({ tx, actor }: TransactionContext<Doer>, changes: readonly Change[]) {
  const ids = changes.flatMap(({ application: { wealthManagerId } }) => wealthManagerId ?? [])
  return managersById(
    tx,
    [...new Set(ids)].filter((id) => id !== actor.userId),
  )
}

interface Told {
  to: (typeof actions)[ActionName]['to']
  reason: string | undefined
  manager: { username: string } | undefined
  mails: Hold
}

/** The client hears each time, and why where they were rejected; the manager, where somebody else changed it. */
async function tellWhomItConcerns(
  { id: applicationId, client }: LockedApplication,
  { to, reason, manager, mails }: Told,
): Promise<void> {
  await mails.queue({
    template: 'application-status',
    recipient: client.recipient,
    data: { fullName: client.fullName, status: to, reason: reasonForClient(to, reason ?? null) },
  })
  if (manager === undefined) return
  await mails.queue({
    template: 'client-status',
    recipient: manager.username,
    data: { fullName: client.name, status: to, applicationId },
  })
}

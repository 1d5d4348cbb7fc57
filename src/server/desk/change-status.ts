import { reasonForClient } from '#domain/applications/lifecycle/tracker.ts'
import { statuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { actions, actionsFor, actionTo, type ActionName } from '#domain/applications/lifecycle/transitions.ts'
import type { Role } from '#domain/users/roles.ts'
import type { Doer } from '#server/actor.ts'
import { asBefore, holdMails, sendMails, type Hold } from '#server/application-record/hold.ts'
import { lockForReview, type LockedApplication } from '#server/application-record/lock-for-review.ts'
import { takeStep } from '#server/application-record/take-step.ts'
import { refuseWhileOpen, supersedeRounds } from '#server/corrections/close.ts'
import type { Transaction } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { inTransaction, type Act, type Work } from '#server/work.ts'
import { whoWasQuicker } from './who-was-quicker.ts'
import { managerOf } from '#server/applications/queries.ts'

/** A change of a status that somebody on the staff wants. */
export interface WantedChange {
  status: ApplicationStatus
  /** The status that they have seen; undefined where they take any. */
  expectedStatus?: ApplicationStatus
  reason?: string
}

/** What decides an application whatever was asked of its client. */
const ends: ReadonlySet<ActionName> = new Set(['reject', 'markOnboarded', 'markCancelled'])

/**
 * Changes the status of an application by the one lifecycle table, and tells whom it concerns. Of two people who act at
 * once the second hears what the first has done.
 *
 * @param answer makes the answer of what is there then, in the same transaction
 * @throws Refusal not-found out of the actor's reach; conflict (409) with the present status and actions where the
 *   lifecycle has no such step for the actor, the status is no longer the one that they have seen, or it is to be approved
 *   while corrections are open; what decides it otherwise ends those
 */
export async function changeStatus<Answer>(
  act: Act,
  id: string,
  wanted: WantedChange,
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    await changeStatusWithin(work, id, wanted, holdMails(work))
    return answer(work.tx)
  })
}

/** The same in the transaction that it is a part of. @param held how its mails leave */
export async function changeStatusWithin(
  work: Work<Doer>,
  id: string,
  wanted: WantedChange,
  held: Hold,
): Promise<void> {
  const { tx, actor } = work
  const application = await lockForReview(tx, id, { actor, action: 'application.change-status' })
  const action = actionFor(actor.role, application.status, wanted)
  if (action === undefined) throw await notPossible(work, application)
  const { to } = actions[action]
  if (action === 'approve') await refuseWhileOpen(work, id)
  const superseded = ends.has(action) ? await supersedeRounds(work, application) : 0
  // What ended corrections with it is taken back by nobody.
  const mails = superseded === 0 ? held : sendMails(work)
  await takeStep(work, application, { action, to, reason: wanted.reason })
  await tellWhomItConcerns(work, application, { to, reason: wanted.reason, mails })
  await mails.keep(id, { kind: 'status', from: application.status, to, ...asBefore(application) })
}

/** Undefined where the lifecycle has no such step, or somebody was quicker. */
function actionFor(role: Role, from: ApplicationStatus, wanted: WantedChange): ActionName | undefined {
  const { status, expectedStatus = from } = wanted
  return expectedStatus === from ? actionTo(role, from, status) : undefined
}

async function notPossible(
  { tx, actor }: Pick<Work<Doer>, 'tx' | 'actor'>,
  { id, status }: Pick<LockedApplication, 'id' | 'status'>,
): Promise<Refusal> {
  const possible = actionsFor(actor.role, status)
  const labels = possible.map((name) => actions[name].label).join(', ')
  return new Refusal(
    'conflict',
    `This application is at "${statuses[status]}" now. ${await whoWasQuicker(tx, id, actor)}${
      possible.length === 0 ? 'You cannot change that.' : `What you can do: ${labels}.`
    }`,
    { code: 'status-changed', current: { status, actions: possible } },
  )
}

/** The client hears each time, and why where they were rejected; the manager, where somebody else changed it. */
async function tellWhomItConcerns(
  work: Work<Doer>,
  application: LockedApplication,
  { to, reason, mails }: { to: (typeof actions)[ActionName]['to']; reason: string | undefined; mails: Hold },
): Promise<void> {
  const { tx, actor } = work
  const { client, wealthManagerId } = application
  await mails.queue({
    template: 'application-status',
    recipient: client.recipient,
    data: { fullName: client.fullName, status: to, reason: reasonForClient(to, reason ?? null) },
  })
  const manager = wealthManagerId === actor.userId ? null : await managerOf(tx, { wealthManagerId })
  if (manager === null) return
  await mails.queue({
    template: 'client-status',
    recipient: manager.username,
    data: { fullName: client.name, status: to, applicationId: application.id },
  })
}

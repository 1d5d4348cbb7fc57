import type { Office } from '#features/brand/rules/office.ts'
import { stopsApproval } from '#features/applications/rules/round/rounds.ts'
import { promisedDay } from '#features/applications/rules/lifecycle/promised-answer.ts'
import { reasonForClient } from '#features/applications/rules/lifecycle/tracker.ts'
import { statuses, type ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import {
  actions,
  actionsNow,
  actionTo,
  type ActionName,
} from '#features/access/rules/lifecycle/transitions.ts'
import { dayOf, formatWeekday } from '#base/rules/time/dates.ts'
import type { Role } from '#features/access/rules/roles.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { Round } from '#features/applications/server/record/asked-round.ts'
import {
  asBefore,
  delayMails,
  sendMails,
  type MailDelivery,
} from '#features/applications/server/record/delayed-mails.ts'
import {
  lockEachForReview,
  type LockedApplication,
} from '#features/applications/server/record/lock-for-review.ts'
import { applyTransition } from '#features/applications/server/record/change-status.ts'
import { recipientsByManager } from '#features/wizard/server/queries.ts'
import { openRoundsOf, roundOpen, supersedeRounds } from '#features/corrections/server/close.ts'
import { shutOf } from '#features/access/server/require-open.ts'
import { gateLevelOf } from '#features/access/rules/gate-levels.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { notFound, DomainError, throwFirst, type RejectedItems } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { uncheckedOf } from './checks/unchecked.ts'
import { concurrentChangeMessage } from './concurrent-change-message.ts'

/** A requested change of status. */
export interface WantedChange {
  status: ApplicationStatus
  /** The status that the user saw; undefined accepts any. */
  expectedStatus?: ApplicationStatus
  reason?: string
  /** Skips applications with unopened documents, open checks, or answers to be corrected. */
  skipUnchecked?: true
}

/** Decisions that close open correction requests. */
const ends: ReadonlySet<ActionName> = new Set(['reject', 'markOnboarded', 'markCancelled'])

/**
 * Changes an application's status according to the lifecycle table, and notifies those concerned. Of two simultaneous
 * changes the second gets a conflict with the result of the first.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError not-found out of the actor's scope; conflict (409) with the current status and actions:
 * `status-changed` where it is not the expected one, `not-possible` where the lifecycle does not allow the change,
 * `round-open` where it would be approved while staff wait for corrections (other decisions close them), and
 * `requirements-missing` (`not-ready` for managers) where it would be approved or onboarded with open due diligence
 */
export async function changeStatus<Answer>(
  act: CommandContext,
  id: string,
  wanted: WantedChange,
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    throwFirst(await changeStatusOfEach(work, [id], wanted, delayMails(work)))
    return answer(work.tx)
  })
}

/**
 * Changes the status of several applications in the caller's transaction; all are checked before anything is written.
 *
 * @param delivery how mails are sent
 * @returns the refused ones with reasons; the others are changed
 */
export async function changeStatusOfEach(
  work: TransactionContext<Doer>,
  ids: readonly string[],
  wanted: WantedChange,
  delivery: MailDelivery,
): Promise<RejectedItems> {
  const action = 'application.change-status'
  const found = await lockEachForReview(work.tx, ids, { actor: work.actor, action })
  const open = await openRoundsOf(work, [...found.keys()])
  const unchecked = wanted.skipUnchecked === undefined ? null : await uncheckedIn(work, [...found.values()])
  const refused = new Map<string, DomainError>()
  const allowed: Change[] = []
  for (const id of ids) {
    const judged = await validate(work, found.get(id), { wanted, rounds: open.get(id) ?? [] })
    if (judged instanceof DomainError) refused.set(id, judged)
    else if (unchecked?.has(id) === true) refused.set(id, notChecked())
    else allowed.push(judged)
  }
  // Exactly one action leads from one status to another.
  for (const [from, alike] of Map.groupBy(allowed, ({ application }) => application.status)) {
    await changeAlike(work, alike, { from, reason: wanted.reason, delivery })
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
  const message =
    'Some documents haven’t been opened, checks are open, or answers need correcting. Please review them, or confirm your decision.'
  return new DomainError('conflict', message, { code: 'not-checked' })
}

/** A change that the lifecycle allows. */
interface Change {
  application: LockedApplication
  action: ActionName
  /** Open correction requests, which end with the change. */
  ended: readonly Round[]
}

async function validate(
  work: TransactionContext<Doer>,
  application: LockedApplication | undefined,
  { wanted, rounds }: { wanted: WantedChange; rounds: readonly Round[] },
): Promise<Change | DomainError> {
  if (application === undefined) return notFound()
  const action = actionFor(work.actor.role, application.status, wanted)
  const open = rounds.find(({ round }) => stopsApproval(round))
  if (action === undefined)
    return notPossible(work, application, { wanted, hasOpenRound: open !== undefined })
  if (action === 'approve' && open !== undefined)
    return roundOpen(open, { role: work.actor.role, status: application.status })
  const level = gateLevelOf[actions[action].to]
  const shut = level && (await shutOf(work, [application.id], level)).get(application.id)
  return shut ?? { application, action, ended: ends.has(action) ? rounds : [] }
}

/** Applies one action to several applications, and notifies those concerned. */
async function changeAlike(
  work: TransactionContext<Doer>,
  changes: readonly Change[],
  { from, reason, delivery }: { from: ApplicationStatus; reason: string | undefined; delivery: MailDelivery },
): Promise<void> {
  const [first] = changes
  if (first === undefined) return
  const { action } = first
  const { to } = actions[action]
  for (const { application, ended } of changes) await supersedeRounds(work, application, ended)
  const ids = changes.map(({ application }) => application.id)
  await applyTransition(work, ids, { action, from, to, reason })
  const recipients = await staffToNotify(work, changes)
  // A change that ended corrections cannot be undone.
  const atOnce = sendMails(work)
  const { office } = work.context.settings.branding
  const deliveryOf = ({ ended }: Change) => (ended.length === 0 ? delivery : atOnce)
  for (const [mails, alike] of Map.groupBy(changes, deliveryOf)) {
    const applicationIds = alike.map(({ application }) => application.id)
    await mails.publish({ type: 'application.status_changed', applicationIds, data: { from, to } })
  }
  for (const change of changes) {
    const { application } = change
    const mails = deliveryOf(change)
    const staff = recipients.get(application.wealthManagerId ?? '') ?? []
    await notifyParticipants(application, { now: work.now, office, to, reason, staff, mails })
    await mails.keep(application.id, { kind: 'status', from, to, ...asBefore(application) })
  }
}

/** Undefined where the lifecycle does not allow it, or the status has changed meanwhile. */
function actionFor(role: Role, from: ApplicationStatus, wanted: WantedChange): ActionName | undefined {
  const { status, expectedStatus = from } = wanted
  return expectedStatus === from ? actionTo(role, from, status) : undefined
}

async function notPossible(
  { tx, actor }: Pick<TransactionContext<Doer>, 'tx' | 'actor'>,
  { id, status }: Pick<LockedApplication, 'id' | 'status'>,
  { wanted: { expectedStatus = status }, hasOpenRound }: { wanted: WantedChange; hasOpenRound: boolean },
): Promise<DomainError> {
  const possible = actionsNow(actor.role, status, hasOpenRound)
  const labels = possible.map((name) => actions[name].label).join(', ')
  return new DomainError(
    'conflict',
    `This application is at "${statuses[status]}" now. ${await concurrentChangeMessage(tx, id, actor)}${
      possible.length === 0 ? 'You can’t change that.' : `What you can do: ${labels}.`
    }`,
    {
      code: expectedStatus === status ? 'not-possible' : 'status-changed',
      current: { status, actions: possible },
    },
  )
}

/** The managers of changed applications and who stands in for them, where another user made the change. */
function staffToNotify({ tx, actor, now }: TransactionContext<Doer>, changes: readonly Change[]) {
  const managerIds = changes.flatMap(({ application: { wealthManagerId } }) => wealthManagerId ?? [])
  const others = [...new Set(managerIds)].filter((id) => id !== actor.userId)
  return recipientsByManager(tx, others, { now, except: actor.userId })
}

/** "Friday, 4 December": the promised day of an answer; null once it has passed. */
function openPromise(
  { submittedAt, answerPromisedBy }: Pick<LockedApplication, 'submittedAt' | 'answerPromisedBy'>,
  now: Date,
  office: Office,
): string | null {
  const day = submittedAt && promisedDay(answerPromisedBy, submittedAt, office)
  return day === null || day < dayOf(now) ? null : formatWeekday(day)
}

interface ChangeNotice {
  now: Date
  office: Office
  to: (typeof actions)[ActionName]['to']
  reason: string | undefined
  /** Usernames of the staff who did not make the change. */
  staff: readonly string[]
  mails: MailDelivery
}

/** Notifies the client, with a reason for rejections, and the staff who did not make the change. */
async function notifyParticipants(
  application: LockedApplication,
  { now, office, to, reason, staff, mails }: ChangeNotice,
): Promise<void> {
  const { id: applicationId, client } = application
  await mails.queue({
    template: 'application-status',
    recipient: client.recipient,
    data: {
      fullName: client.fullName,
      status: to,
      reason: reasonForClient(to, reason ?? null),
      answerBy: to === 'under_review' ? openPromise(application, now, office) : null,
    },
  })
  const data = { fullName: client.name, status: to, applicationId }
  for (const recipient of staff) await mails.queue({ template: 'client-status', recipient, data })
}

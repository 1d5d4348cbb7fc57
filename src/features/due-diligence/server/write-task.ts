import { statuses, statusTraits } from '#features/access/rules/lifecycle/statuses.ts'
import { actionsFor } from '#features/access/rules/lifecycle/transitions.ts'
import type { TaskName } from '#features/due-diligence/rules/tasks.ts'
import { eq } from 'drizzle-orm'
import {
  decryptRow,
  lockApplicationOfClient,
  type ApplicationRow,
} from '#features/applications/server/record/application-row.ts'
import {
  lockForReview,
  type LockedApplication,
} from '#features/applications/server/record/lock-for-review.ts'
import type { Action } from '#features/access/rules/authorisation/permissions.ts'
import { dueDiligenceTasks } from '#features/due-diligence/schema/due-diligence-schema.ts'
import { newId } from '#base/server/db/id.ts'
import { applications } from '#features/access/schema/tables.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { secondPerson } from '#features/access/server/second-person.ts'
import { isAllowedNow } from '#features/access/server/permission.ts'
import { checkTasks } from './check-tasks.ts'
import { loadDueDiligence, requirePack, taskIn, type DueDiligence, type LoadedTask } from './load.ts'

type Changes = Partial<typeof dueDiligenceTasks.$inferInsert>

/** A locked application with its due diligence. */
export interface Locked {
  application: ApplicationRow
  found: DueDiligence
}

/** Due diligence as a transaction reads it. */
function loadIn(
  { tx, context: { keyring, settings }, now }: TransactionContext,
  application: Pick<ApplicationRow, 'id' | 'answers'>,
): Promise<DueDiligence> {
  return loadDueDiligence({ keyring, settings, database: { db: tx } }, application, now)
}

/**
 * Locks the client's own application for a change of one task.
 *
 * @throws DomainError not-open (409) once the application is rejected or cancelled
 */
export async function lockOwnTask(
  work: TransactionContext,
  task: TaskName,
): Promise<Locked & { own: LoadedTask }> {
  const { tx, context, actor } = work
  requirePack(context.settings)
  const application = await lockApplicationOfClient(tx, context, actor.userId)
  if (!isAllowedNow(actor, 'pack.answer', application)) {
    throw new DomainError('conflict', 'Your application is closed, so we don’t need this any more.', {
      code: 'not-open',
    })
  }
  const found = await loadIn(work, application)
  return { application, found, own: taskIn(found, task) }
}

/** @throws DomainError not-open (409) for an accepted task that is not due */
export function requireOpen({ now: { state } }: LoadedTask): void {
  if (state !== 'accepted') return
  throw new DomainError('conflict', 'We have this already. Tell us what has changed.', { code: 'not-open' })
}

/**
 * Locks an application for a member of staff.
 *
 * @throws DomainError not-found out of scope; conflict (409) for the own account, and for a declined application,
 * except to decide on hits
 */
export async function lockAsStaff(
  work: TransactionContext,
  id: string,
  action: Action = 'pack.verify',
): Promise<Locked & { client: LockedApplication['client'] }> {
  const { tx, context, actor } = work
  requirePack(context.settings)
  const { client } = await lockForReview(tx, id, { actor, action })
  const [row] = await tx.select().from(applications).where(eq(applications.id, id))
  if (row === undefined) throw notFound()
  const { status, userId } = row
  if (userId === actor.userId) throw secondPerson('This is your own account. Someone else has to decide.')
  // A hit on someone whom the firm declined is decided all the same: a match is reported.
  if (statusTraits[status].declined && action !== 'compliance.work') {
    throw new DomainError('conflict', `This application is at "${statuses[status]}" now.`, {
      code: 'not-possible',
      current: { status, actions: actionsFor(actor.role, status) },
    })
  }
  const application = decryptRow(context.keyring, row)
  return { application, client, found: await loadIn(work, application) }
}

/** Changes a task's row, which may be new. @returns its id, for encrypted columns */
export async function writeTask(
  work: TransactionContext<Doer | null>,
  applicationId: string,
  { task, row }: Pick<LoadedTask, 'task' | 'row'>,
  changes: (id: string) => Changes,
): Promise<void> {
  const { tx } = work
  const id = row?.id ?? newId()
  const changed = changes(id)
  if (row === null) {
    const initial = { id, applicationId, task, state: 'open' as const, version: 0 }
    await tx.insert(dueDiligenceTasks).values({ ...initial, ...changed })
  } else await tx.update(dueDiligenceTasks).set(changed).where(eq(dueDiligenceTasks.id, id))
  if (changed.state !== undefined) await checkTasks(work, applicationId)
}

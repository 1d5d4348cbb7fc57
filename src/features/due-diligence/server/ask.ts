import { eq } from 'drizzle-orm'
import { usualDueDay } from '#features/applications/rules/round/rounds.ts'
import { reasonToClient, type CorrectionReason } from '#features/applications/rules/round/reasons.ts'
import { tasks, waitsForClient, type TaskName } from '#features/due-diligence/rules/tasks.ts'
import { dayOf, formatDay } from '#base/rules/time/dates.ts'
import { users } from '#features/access/schema/tables.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { requireOpen } from '#features/access/server/require-open.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { LoadedTask } from './load.ts'
import type { TaskAgain } from '#features/due-diligence/api/tasks-again.ts'
import { sendBackTasks } from './verify.ts'
import { lockAsStaff, writeTask } from './write-task.ts'

/**
 * Asks the client for all tasks that wait for them, in one mail, with those that are sent back.
 *
 * @throws DomainError as `requireOpen`; conflict (409) where nothing is open, or the client is deactivated; invalid (400) for a past day
 */
export async function askForTasks<Answer>(
  act: CommandContext,
  {
    id,
    dueOn,
    again = [],
  }: { id: string; dueOn: string | undefined; again?: readonly TaskAgain[] | undefined },
  answer: (work: TransactionContext) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { now } = work
    const locked = await lockAsStaff(work, id)
    const due = requireDueDay(dueOn, now)
    const isTaskAgain = (name: TaskName) => again.some(({ task }) => task === name)
    const open = locked.found.tasks.filter((one) => waitsForClient(one.now.state) || isTaskAgain(one.task))
    if (open.length === 0) throw new DomainError('conflict', 'There is nothing to ask the client for.')
    await requireActiveClient(work, locked.application.userId)
    await requireOpen(work, [id], 'served')
    await sendBackTasks(work, locked, again)
    await askClient(work, id, {
      ...locked.client,
      open,
      due,
      reasons: new Map(again.map(({ task, reason }) => [task, reason])),
    })
    return answer(work)
  })
}

/** Asks a client for tasks in one mail, in the transaction of its cause. `due` is yyyy-MM-dd. */
export async function askClient(
  work: TransactionContext<Doer | null>,
  applicationId: string,
  {
    recipient,
    fullName,
    open,
    due,
    reasons,
  }: {
    recipient: string
    fullName: string | null
    open: readonly LoadedTask[]
    due: string
    /** Why tasks are sent back. */
    reasons?: ReadonlyMap<TaskName, CorrectionReason>
  },
): Promise<void> {
  for (const own of open) {
    await writeTask(work, applicationId, own, () => ({ askedAt: work.now, dueOn: due, reminders: 0 }))
  }
  await queueMail(work, {
    template: 'pack-asked',
    recipient,
    data: {
      fullName,
      items: open.map(({ task }) =>
        [tasks[task].label, reasonToClient(reasons?.get(task) ?? null)].filter(Boolean).join(': '),
      ),
      due: formatDay(due),
    },
  })
  await record(work, 'pack.asked', applicationId, { tasks: open.map(({ task }) => task) })
}

function requireDueDay(dueOn: string | undefined, now: Date): string {
  if (dueOn === undefined) return usualDueDay(now)
  if (dueOn >= dayOf(now)) return dueOn
  const message = 'Please choose a day that is not past'
  throw new DomainError('invalid', message, { errors: [{ path: 'dueOn', message }] })
}

async function requireActiveClient({ tx }: TransactionContext, userId: string): Promise<void> {
  const [client] = await tx
    .select({ deactivatedAt: users.deactivatedAt })
    .from(users)
    .where(eq(users.id, userId))
  if (client?.deactivatedAt === null) return
  throw new DomainError('conflict', 'This client is deactivated, so they can’t sign in.')
}

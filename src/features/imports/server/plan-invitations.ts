import { and, eq, isNull } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { record } from '#features/audit/server/record.ts'
import { invitationPlans } from '#features/imports/schema.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { Settings } from '#base/server/config/settings.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import type { EditedMails } from '#features/mail/server/dry-run-mails.ts'
import { editErrors, ownHosts, throwFirst } from '#features/mail/server/edited-mail.ts'
import { requireFirm } from '#features/accounts/server/mails.ts'
import { refusedAt } from '#features/sign-in/server/password-rules.ts'
import { lockImport } from './create-import.ts'
import { importedInvitations } from './planned-clients.ts'

type Plan = ParsedInput<'PUT /api/admin/imports/{id}/invitations'>['body']

/** Invitations of a firm in a day, so that its phones can cope. */
export const MAX_PER_DAY = 2000
const SOUTH_AFRICA_HOURS = 2

/** An hour of a day (yyyy-MM-dd) in South Africa. */
export function timeAt(day: string, hour: number): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + (hour - SOUTH_AFRICA_HOURS) * 60 * 60_000)
}

/**
 * Plans invitations of the clients of an import in batches, or changes the plan.
 *
 * @throws DomainError conflict (409) for an import that has not ended, and while the firm's own details are missing;
 * invalid (400) for a day in the past, for too many invitations a day, and as `checkEdit` for the edited mails
 */
export async function planInvitations(
  act: CommandContext,
  id: string,
  { managerId, status, rows, firstDay, mails = {}, ...plan }: Plan,
): Promise<void> {
  requireFirm(act.context.settings)
  throwFirst(planErrors(mails, act.context.settings))
  if (plan.perBatch * plan.batchesPerDay > MAX_PER_DAY) {
    throw refusedAt('perBatch', 'Please plan at most 2 000 invitations a day.')
  }
  if (firstDay < dayOf(act.now)) throw refusedAt('firstDay', 'Please choose today or a later day.')
  await inTransaction(act, async (work) => {
    const { tx, actor, origin, now } = work
    const { state } = await lockImport(tx, id)
    if (state !== 'done') {
      throw new DomainError('conflict', 'Clients can be invited once their import has ended.', {
        code: 'too-late',
      })
    }
    const values = {
      ...plan,
      importId: id,
      managerId: managerId ?? null,
      status: status ?? null,
      rows: rows ?? null,
      actorId: actor.userId,
      ip: origin.ip,
      mails,
      nextAt: timeAt(firstDay, plan.firstHour),
      batchAt: null,
      createdAt: now,
      endedAt: null,
    }
    await tx
      .insert(invitationPlans)
      .values(values)
      .onConflictDoUpdate({ target: invitationPlans.importId, set: values })
    await record(work, 'import.invitations-planned', null, {
      importId: id,
      perBatch: plan.perBatch,
      batchesPerDay: plan.batchesPerDay,
    })
  })
}

/** The problems of the edited invitations of a plan, as of one mail. */
export function planErrors(mails: EditedMails, { firm }: Pick<Settings, 'firm'>) {
  const hosts = ownHosts(firm)
  return importedInvitations.flatMap((kind) => {
    const edited = mails[kind]
    return edited === undefined ? [] : editErrors(edited, kind, hosts, `mails.${kind}`)
  })
}

/** Stops the invitations of an import; those in the outbox are sent. Idempotent. */
export async function stopInvitations(act: CommandContext, id: string): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx, now } = work
    await lockImport(tx, id)
    const stopped = await tx
      .update(invitationPlans)
      .set({ endedAt: now })
      .where(and(eq(invitationPlans.importId, id), isNull(invitationPlans.endedAt)))
      .returning({ importId: invitationPlans.importId })
    if (stopped.length > 0) await record(work, 'import.invitations-stopped', null, { importId: id })
  })
}

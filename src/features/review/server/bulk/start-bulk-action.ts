import { sql } from 'drizzle-orm'
import type { BulkAct } from '#features/review/api/bulk-acts.ts'
import type { BulkActName } from '#features/review/rules/bulk-acts.ts'
import type { Action } from '#features/access/rules/authorisation/permissions.ts'
import { record } from '#features/audit/server/record.ts'
import { bulkActRows, bulkActs } from '#features/review/schema/bulk-schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { requirePermission } from '#features/access/server/permission.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import { askWithoutLetter, lockWealthManager } from '#features/accounts/server/wealth-manager.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { withMailOf } from './actions.ts'
import { selectedIds, type Selection } from './matching.ts'

/** An action and the selected applications. */
interface BulkActionRequest extends Selection {
  act: BulkAct
}

/** The permission that the action needs for one application. */
const takes: Readonly<Record<BulkActName, Action>> = {
  remind: 'application.administer',
  notify: 'application.administer',
  assign: 'application.administer',
  'change-status': 'application.change-status',
}

const TOO_MANY = 'You’ve started too many bulk actions in the last hour.'

/**
 * Queues a bulk action, which servers perform in the background (`run-bulk-action.ts`). It starts when it can no longer
 * be cancelled (docs/decisions/0083).
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError forbidden without the permission for a single one; conflict (409, `list-changed`) where the
 * number of matches has changed; invalid for more than 1,000, for a user who is no manager, and for an edited mail with
 * unknown placeholders or links; conflict (409, `no-letter`)
 */
export async function startBulkAction<Answer>(
  act: CommandContext,
  wanted: BulkActionRequest,
  answer: (tx: Transaction, id: string) => Promise<Answer>,
): Promise<Answer> {
  const { context, actor, origin, now } = act
  const { name } = wanted.act
  requirePermission(actor, takes[name])
  withMailOf(act, wanted.act)
  await countWithin(context, ['bulkActs', actor.userId, TOO_MANY])
  const ids = await selectedIds(act, wanted)
  return inTransaction(act, async (work) => {
    const { tx } = work
    if (wanted.act.name === 'assign') {
      const { wealthManagerId, withoutLetter = false } = wanted.act
      askWithoutLetter(await lockWealthManager(tx, wealthManagerId, 'act.wealthManagerId'), withoutLetter)
    }
    const id = newId()
    await tx.insert(bulkActs).values({
      id,
      actorId: actor.userId,
      ip: origin.ip,
      act: wanted.act,
      total: ids.length,
      createdAt: now,
      beginsAt: new Date(now.getTime() + context.settings.undoMs),
    })
    await tx.execute(sql`
      insert into ${bulkActRows} (bulk_act_id, application_id, place)
      select ${id}, application_id, place
      from unnest(${sql.param(ids)}::uuid[]) with ordinality chosen(application_id, place)`)
    await record(work, 'applications.bulk-act-begun', null, {
      act: name,
      bulkActId: id,
      applications: ids.length,
    })
    return answer(tx, id)
  })
}

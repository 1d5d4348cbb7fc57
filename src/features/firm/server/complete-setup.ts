import { randomUUID } from 'node:crypto'
import { isNull } from 'drizzle-orm'
import { missingFields } from '#features/brand/rules/sections.ts'
import { firmState } from '#features/brand/schema.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { record } from '#features/audit/server/record.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { loadFirm } from '#features/brand/server/load-firm.ts'

/**
 * Completes the setup of a new deployment. Idempotent.
 *
 * @throws DomainError conflict (409) `setup-incomplete` with the missing fields
 */
export async function completeSetup(act: CommandContext): Promise<void> {
  await loadFirm(act.context)
  const { firm } = act.context.settings
  const missing = missingFields(firm.values)
  if (missing.length > 0) {
    throw new DomainError(
      'conflict',
      `Please complete these first: ${missing.map(({ label }) => label).join(', ')}.`,
      {
        code: 'setup-incomplete',
        errors: missing.map(({ section, field, label }) => ({
          path: `${section}.${field}`,
          message: `${label} is not set`,
        })),
      },
    )
  }
  await inTransaction(act, async (work) => {
    const set = { revision: randomUUID(), setupCompletedAt: work.now }
    const done = await work.tx
      .insert(firmState)
      .values(set)
      .onConflictDoUpdate({ target: firmState.isAll, set, setWhere: isNull(firmState.setupCompletedAt) })
      .returning({ revision: firmState.revision })
    if (done.length > 0) await record(work, 'firm.setup-completed', null, {})
  })
  await loadFirm(act.context)
}

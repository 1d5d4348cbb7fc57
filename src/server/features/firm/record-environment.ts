import { randomUUID } from 'node:crypto'
import { firmSectionNames, type SomeFirmValues } from '#domain/firm/sections.ts'
import { firmState } from '#server/platform/db/firm-schema.ts'
import { record } from '#server/shared/audit/record.ts'
import { inTransaction, systemContext } from '#server/shared/command-context.ts'
import type { Context } from '#server/shared/context.ts'

/**
 * Records at start which of the firm's settings have other environment values than at the last start. The first start
 * only remembers them.
 */
export async function recordEnvironment(
  context: Pick<Context, 'settings' | 'database' | 'now'>,
): Promise<void> {
  const environment = context.settings.firm.pinned
  const [known] = await context.database.db.select().from(firmState)
  if (known?.environment && differing(known.environment, environment).length === 0) return
  await inTransaction(systemContext(context), async (work) => {
    // Of several workers that start at once, one records the change.
    const [state] = await work.tx.select().from(firmState).for('update')
    const before = state?.environment ?? null
    const fields = before === null ? [] : differing(before, environment)
    if (before !== null && fields.length === 0) return
    await work.tx
      .insert(firmState)
      .values({ revision: randomUUID(), environment })
      .onConflictDoUpdate({ target: firmState.isAll, set: { environment } })
    if (fields.length > 0) await record(work, 'firm.environment-changed', null, { fields })
  })
}

function differing(before: SomeFirmValues, now: SomeFirmValues): string[] {
  return firmSectionNames.flatMap((section) => {
    const [old, set] = [before[section] ?? {}, now[section] ?? {}]
    const names = [...new Set([...Object.keys(old), ...Object.keys(set)])]
    return names.filter((name) => old[name] !== set[name]).map((name) => `${section}.${name}`)
  })
}

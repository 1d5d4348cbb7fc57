import { randomUUID } from 'node:crypto'
import { sectionSchema } from '#features/brand/rules/field-schemas.ts'
import type { FirmSection, SomeFirmValues } from '#features/brand/rules/sections.ts'
import { readInput } from '#base/rules/input/read-input.ts'
import { firmState } from '#features/brand/schema.ts'
import { record } from '#features/audit/server/record.ts'
import { inTransaction, systemContext } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { lockSection, storeVersion, withoutDefaults } from './store-version.ts'

/**
 * Stores the firm's values in variables of earlier releases (`retired-settings.ts`), once per database: from then on
 * they are set on screen. What does not pass today's rules is left out, and setup asks for it.
 *
 * @param values of the variables
 */
export async function adoptEnvironment(
  context: Pick<Context, 'settings' | 'database' | 'now'>,
  values: SomeFirmValues,
): Promise<void> {
  const [known] = await context.database.db.select().from(firmState)
  if (isAdopted(known)) return
  await inTransaction(systemContext(context), async (work) => {
    await work.tx.insert(firmState).values({ revision: randomUUID() }).onConflictDoNothing()
    // Of several workers that start at once, one adopts.
    const [state] = await work.tx.select().from(firmState).for('update')
    if (isAdopted(state)) return
    const fields: string[] = []
    for (const [section, given] of Object.entries(values) as [FirmSection, Record<string, string>][]) {
      const valid = validValues(section, given)
      const current = await lockSection(work.tx, section)
      const next = withoutDefaults(context.settings.firm, section, { ...current.values, ...valid })
      if (await storeVersion(work, { section, current, next, from: null }))
        fields.push(...Object.keys(valid).map((name) => `${section}.${name}`))
    }
    await work.tx.update(firmState).set({ environment: {} })
    if (fields.length > 0) await record(work, 'firm.environment-changed', null, { fields })
  })
}

/** Release 1.0.0 stored the values of its last start here. */
function isAdopted(state: { environment: SomeFirmValues | null } | undefined): boolean {
  const last = state?.environment ?? null
  return last !== null && Object.keys(last).length === 0
}

function validValues(section: FirmSection, given: Readonly<Record<string, string>>): Record<string, string> {
  const valid: Record<string, string> = {}
  for (const [name, text] of Object.entries(given)) {
    const input = readInput(sectionSchema(section), { [name]: text })
    if (input.ok) Object.assign(valid, input.data)
  }
  return valid
}

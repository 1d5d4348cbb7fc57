import { asc, isNull, sql } from 'drizzle-orm'
import { soundPairs } from '#features/screening/rules/sounds.ts'
import { listNames } from '#features/screening/schema.ts'
import type { Context } from '#base/server/context.ts'

const NAMES_AT_ONCE = 5000

/** Fills the sounds of names that an earlier release has stored: comparisons find entries by them. */
export async function fillSounds({ database: { db } }: Pick<Context, 'database'>): Promise<void> {
  for (let left = true; left;) {
    const names = await db
      .select({ id: listNames.id, folded: listNames.folded })
      .from(listNames)
      .where(isNull(listNames.sounds))
      .orderBy(asc(listNames.id))
      .limit(NAMES_AT_ONCE)
    if (names.length > 0) {
      const rows = names.map(({ id, folded }) => ({ id, sounds: soundPairs(folded) }))
      await db.execute(sql`update ${listNames} set sounds = filled.sounds
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as filled (id uuid, sounds text[])
        where ${listNames.id} = filled.id`)
    }
    left = names.length === NAMES_AT_ONCE
  }
}

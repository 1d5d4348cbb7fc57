import { createHash } from 'node:crypto'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { dayOf } from '#base/rules/time/dates.ts'
import { newId } from '#base/server/db/id.ts'
import { foldName } from '#features/screening/rules/fold-name.ts'
import { listEditions, listEntries, listNames } from '#features/screening/schema.ts'
import type { Context } from '#base/server/context.ts'

/** No one is called this. */
const people = [
  { uid: 'DEMO-1', name: 'Baobab Testperson', day: '1970-03-12' },
  { uid: 'DEMO-2', name: 'Korhaan Mostert-Fictie', day: '1962-08-01' },
  { uid: 'DEMO-3', name: 'Protea Example', day: '1981-11-30' },
]

const sha256 = createHash('sha256').update('made-up list').digest('hex')

/**
 * A made-up United Nations list of today, where due diligence is switched on: without a list no client is approved. A
 * list that someone loaded is left alone; the made-up one gets today's date at every start.
 */
export async function makeDemoList({
  settings,
  database,
  now,
}: Pick<Context, 'settings' | 'database' | 'now'>): Promise<void> {
  if (!settings.dueDiligence.on) return
  const at = now()
  const generatedOn = dayOf(at)
  await database.db.transaction(async (tx) => {
    const [inUse] = await tx
      .select({ id: listEditions.id, sha256: listEditions.sha256 })
      .from(listEditions)
      .where(
        and(
          eq(listEditions.source, 'UN'),
          isNotNull(listEditions.inForceAt),
          isNull(listEditions.supersededAt),
        ),
      )
    if (inUse !== undefined) {
      if (inUse.sha256 === sha256)
        await tx.update(listEditions).set({ generatedOn }).where(eq(listEditions.id, inUse.id))
      return
    }
    const id = newId()
    await tx.insert(listEditions).values({
      id,
      source: 'UN',
      generatedOn,
      sha256,
      bytes: 0,
      entries: people.length,
      names: people.length,
      added: people.length,
      changed: 0,
      changedOtherwise: 0,
      removedUids: [],
      loadedAt: at,
      inForceAt: at,
      screenedAt: at,
    })
    for (const { uid, name, day } of people) {
      const entryId = newId()
      await tx.insert(listEntries).values({
        id: entryId,
        source: 'UN',
        uid,
        fingerprint: uid,
        contentHash: uid,
        person: true,
        programme: 'Made up for the demonstration',
        remarks: '',
        births: [{ from: Number(day.slice(0, 4)), to: Number(day.slice(0, 4)), day }],
        countries: [],
        documents: [],
        fromEdition: id,
      })
      await tx
        .insert(listNames)
        .values({ id: newId(), entryId, quality: 'primary', name, folded: foldName(name) })
    }
  })
}

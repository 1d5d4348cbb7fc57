import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import { UNDO_MS } from '#features/imports/rules/states.ts'
import type { Context } from '#base/server/context.ts'
import { importRows, imports } from '#features/imports/schema.ts'
import { decryptContent, encryptContent } from './content.ts'

/**
 * Erases what files contained: of imports that ended 30 days ago, and of those that were not started within 30 days.
 * Which clients came from which file stays.
 */
export async function eraseImportedRows({ database: { db }, keyring, now }: Context): Promise<void> {
  const time = now()
  const before = new Date(time.getTime() - UNDO_MS)
  const abandoned = and(inArray(imports.state, ['read', 'checked']), lt(imports.createdAt, before))
  await db.delete(imports).where(abandoned)
  const ended = await db
    .select()
    .from(imports)
    .where(and(isNull(imports.erasedAt), or(lt(imports.endedAt, before), lt(imports.undoneAt, before))))
  for (const found of ended) {
    const { fileName, reading, groups } = decryptContent(keyring, found)
    const content = encryptContent(keyring, found.id, {
      fileName,
      reading,
      groups,
      columns: [],
      mapping: null,
    })
    await db.transaction(async (tx) => {
      await tx.update(importRows).set({ cells: null, reason: null }).where(eq(importRows.importId, found.id))
      await tx.update(imports).set({ content, erasedAt: time }).where(eq(imports.id, found.id))
    })
  }
}

import { createHash } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import {
  readViewAddress,
  type StaffListName,
  type OwnView,
  type OwnViews,
} from '#features/review/api/own-views.ts'
import type { Actor } from '#features/access/server/actor.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries } from '#base/server/db/database.ts'
import { ownViews } from '#features/review/schema/view-schema.ts'
import { countEach, ownList, allClients } from '../list.ts'

const viewFields = {
  id: ownViews.id,
  name: ownViews.name,
  address: ownViews.address,
}

/** A stored view. */
export type StoredView = Pick<typeof ownViews.$inferSelect, keyof typeof viewFields>

/** A user's views in order. The counts are in their scope, from one query. */
export async function viewsOf(asker: {
  context: Pick<Context, 'database' | 'settings'>
  actor: Actor
  now: Date
}): Promise<OwnViews> {
  const { actor, context } = asker
  const { db } = context.database
  const list = listOf(actor)
  const stored = await storedViewsOf(db, actor.userId)
  const known = stored.flatMap((row) => {
    const read = readViewAddress(list, row.address)
    return read === null ? [] : [{ row, query: read.query }]
  })
  const asking = list === 'admin' ? allClients(asker) : ownList(asker)
  const counts = await countEach(
    db,
    known.map(({ query }) => query),
    asking,
  )
  return {
    own: known.map(({ row }, index): OwnView => ({ ...row, count: counts[index] ?? null })),
    shared: [],
    version: versionOf(stored),
  }
}

/** A user's views, in order. */
export function storedViewsOf(db: Queries, ownerId: string): Promise<StoredView[]> {
  return db
    .select(viewFields)
    .from(ownViews)
    .where(eq(ownViews.ownerId, ownerId))
    .orderBy(asc(ownViews.position), asc(ownViews.id))
}

/** The version of a user's views: it changes with any of them. */
export function versionOf(views: readonly StoredView[]): string {
  const facts = views.map(({ id, name, address }) => [id, name, address])
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
}

/** Which list of applications a user has; the contract admits no other roles. */
export function listOf({ role }: Pick<Actor, 'role'>): StaffListName {
  return role === 'admin' ? 'admin' : 'wealth_manager'
}

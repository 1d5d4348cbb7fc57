import { createHash } from 'node:crypto'
import { and, asc, eq, ne } from 'drizzle-orm'
import { readViewAddress, type StaffListName, type OwnView, type OwnViews } from '#domain/api/own-views.ts'
import type { Actor } from '#server/shared/actor.ts'
import type { DatabaseConnection, Queries } from '#server/platform/db/database.ts'
import { users } from '#server/platform/db/schema.ts'
import { ownViews } from '#server/platform/db/view-schema.ts'
import { countEach, ownList } from '../list.ts'

const viewFields = {
  id: ownViews.id,
  name: ownViews.name,
  address: ownViews.address,
  shared: ownViews.shared,
}

/** A stored view. */
export type StoredView = Pick<typeof ownViews.$inferSelect, keyof typeof viewFields>

/**
 * A user's own views in order, and those shared by others that their list supports. The counts are in their scope, from
 * one query.
 */
export async function viewsOf(
  { db }: Pick<DatabaseConnection, 'db'>,
  actor: Actor,
  now: Date,
): Promise<OwnViews> {
  const list = listOf(actor)
  const stored = await storedViewsOf(db, actor.userId)
  const shared = await sharedByOthers(db, actor.userId)
  const rows = [...stored.map((view) => ({ ...view, ownerName: null })), ...shared]
  const known = rows.flatMap((row) => {
    const read = readViewAddress(list, row.address)
    return read === null ? [] : [{ row, query: read.query }]
  })
  const asking = list === 'admin' ? { managerId: null, now } : ownList(actor, now)
  const counts = await countEach(
    db,
    known.map(({ query }) => query),
    asking,
  )
  const shown = known.map(({ row }, index): OwnView => ({ ...row, count: counts[index] ?? null }))
  return {
    own: shown.filter(({ ownerName }) => ownerName === null),
    shared: shown.filter(({ ownerName }) => ownerName !== null),
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

/** Views shared by others, while their owner is an active admin. */
export async function sharedByOthers(
  db: Queries,
  userId: string,
): Promise<(StoredView & { ownerName: string })[]> {
  const rows = await db
    .select({ ...viewFields, fullName: users.fullName, username: users.username })
    .from(ownViews)
    .innerJoin(users, eq(users.id, ownViews.ownerId))
    .where(
      and(
        eq(ownViews.shared, true),
        ne(ownViews.ownerId, userId),
        eq(users.role, 'admin'),
        eq(users.status, 'active'),
      ),
    )
    .orderBy(asc(users.fullName), asc(ownViews.ownerId), asc(ownViews.position), asc(ownViews.id))
  return rows.map(({ fullName, username, ...view }) => ({ ...view, ownerName: fullName || username }))
}

/** The version of a user's views: it changes when one is added, renamed, moved, shared or removed. */
export function versionOf(views: readonly StoredView[]): string {
  const facts = views.map(({ id, name, address, shared }) => [id, name, address, shared])
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
}

/** Which list of applications a user has; the contract admits no other roles. */
export function listOf({ role }: Pick<Actor, 'role'>): StaffListName {
  return role === 'admin' ? 'admin' : 'wealth_manager'
}

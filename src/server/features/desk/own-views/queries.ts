import { createHash } from 'node:crypto'
import { and, asc, eq, ne } from 'drizzle-orm'
import { readViewAddress, type StaffListName, type OwnView, type OwnViews } from '#domain/api/own-views.ts'
import type { Actor } from '#server/shared/actor.ts'
import type { DatabaseConnection, Queries } from '#server/platform/db/database.ts'
import { users } from '#server/platform/db/schema.ts'
import { ownViews } from '#server/platform/db/view-schema.ts'
import { countEach } from '../list.ts'

const viewFields = {
  id: ownViews.id,
  name: ownViews.name,
  address: ownViews.address,
  shared: ownViews.shared,
}

/** A view as it is kept. */
export type Kept = Pick<typeof ownViews.$inferSelect, keyof typeof viewFields>

/**
 * The views that somebody keeps, in their order, and those that others share: of these only what their own list knows, and within their
 * own reach. How many each shows is counted in one statement.
 */
export async function viewsOf(
  { db }: Pick<DatabaseConnection, 'db'>,
  actor: Actor,
  now: Date,
): Promise<OwnViews> {
  const desk = deskOf(actor)
  const kept = await keptBy(db, actor.userId)
  const shared = await sharedByOthers(db, actor.userId)
  const rows = [...kept.map((view) => ({ ...view, ownerName: null })), ...shared]
  const known = rows.flatMap((row) => {
    const read = readViewAddress(desk, row.address)
    return read === null ? [] : [{ row, query: read.query }]
  })
  const asking = { managerId: desk === 'admin' ? null : actor.userId, now }
  const counts = await countEach(
    db,
    known.map(({ query }) => query),
    asking,
  )
  const shown = known.map(({ row }, place): OwnView => ({ ...row, count: counts[place] ?? null }))
  return {
    own: shown.filter(({ ownerName }) => ownerName === null),
    shared: shown.filter(({ ownerName }) => ownerName !== null),
    version: versionOf(kept),
  }
}

/** What somebody keeps, in their order. */
export function keptBy(db: Queries, ownerId: string): Promise<Kept[]> {
  return db
    .select(viewFields)
    .from(ownViews)
    .where(eq(ownViews.ownerId, ownerId))
    .orderBy(asc(ownViews.place), asc(ownViews.id))
}

/** What the firm shares, but for what somebody shares themselves: a view is shared for as long as its owner is an admin who works here. */
export async function sharedByOthers(db: Queries, userId: string): Promise<(Kept & { ownerName: string })[]> {
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
    .orderBy(asc(users.fullName), asc(ownViews.ownerId), asc(ownViews.place), asc(ownViews.id))
  return rows.map(({ fullName, username, ...view }) => ({ ...view, ownerName: fullName || username }))
}

/** Stands for what somebody keeps: another once a view is added, renamed, moved, shared or left out. */
export function versionOf(views: readonly Kept[]): string {
  const facts = views.map(({ id, name, address, shared }) => [id, name, address, shared])
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
}

/** Whose list somebody looks at: the contract lets nobody else in. */
export function deskOf({ role }: Pick<Actor, 'role'>): StaffListName {
  return role === 'admin' ? 'admin' : 'wealth_manager'
}

import { eq, sql } from 'drizzle-orm'
import type { ParsedInput } from '#domain/api/contract.ts'
import { readViewAddress } from '#domain/api/own-views.ts'
import { MAX_OWN_VIEWS } from '#domain/applications/review/views.ts'
import { record } from '#server/shared/audit/record.ts'
import { newId } from '#server/platform/db/id.ts'
import { users } from '#server/platform/db/schema.ts'
import { ownViews } from '#server/platform/db/view-schema.ts'
import { DomainError } from '#server/platform/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#server/shared/command-context.ts'
import { deskOf, keptBy, sharedByOthers, versionOf, type Kept } from './queries.ts'

type Wanted = ParsedInput<'PUT /api/application-views'>['body']

/** Any number of its own: two admins who share at once do so one after the other. */
const SHARING_LOCK = 7_234_119_088

/**
 * Puts what somebody keeps in the place of what they kept. The same once more changes nothing.
 *
 * @throws DomainError invalid for an address that their list does not know; not-found for an id that is none of theirs; forbidden where a
 *   wealth manager shares; conflict where their views are others by now, or the firm shares as many as it can
 */
export async function keepViews(act: CommandContext, { seen, views }: Wanted): Promise<void> {
  const { actor } = act
  const wanted = withKnownAddresses(act, views)
  await inTransaction(act, async (work) => {
    const { tx } = work
    // Of two windows at once the second sees what the first has done.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.userId)).for('no key update')
    const present = await keptBy(tx, actor.userId)
    if (isSame(present, wanted)) return
    if (versionOf(present) !== seen) throw changedMeanwhile()
    if (!areAmong(present, wanted)) throw unknownView()
    await refuseTooManyShared(work, wanted)
    await tx.delete(ownViews).where(eq(ownViews.ownerId, actor.userId))
    if (wanted.length > 0) {
      await tx
        .insert(ownViews)
        .values(
          wanted.map(({ id = newId(), ...view }, place) => ({ id, ownerId: actor.userId, ...view, place })),
        )
    }
    const shared = wanted.filter((view) => view.shared).length
    await record(work, 'views.kept', actor.userId, { views: wanted.length, shared })
  })
}

function withKnownAddresses({ actor }: CommandContext, views: Wanted['views']): Wanted['views'] {
  if (actor.role !== 'admin' && views.some(({ shared }) => shared)) {
    throw new DomainError('forbidden', 'Only admins share views with the firm.')
  }
  const desk = deskOf(actor)
  return views.map((view, place) => {
    const read = readViewAddress(desk, view.address)
    if (read === null) throw unknownAddress(place)
    return { ...view, address: read.address }
  })
}

/** Whether it is what is there already, one that was new when it was first sent among it. */
function isSame(present: readonly Kept[], wanted: Wanted['views']): boolean {
  return (
    present.length === wanted.length &&
    wanted.every(({ id, name, address, shared }, place) => {
      const kept = present[place]
      const isIt = id === undefined || id === kept?.id
      return isIt && name === kept?.name && address === kept.address && shared === kept.shared
    })
  )
}

/** Whether each is new, or one of these, and none of them twice. */
function areAmong(present: readonly Kept[], wanted: Wanted['views']): boolean {
  const ids = wanted.flatMap(({ id }) => id ?? [])
  const known = new Set(present.map(({ id }) => id))
  return new Set(ids).size === ids.length && ids.every((id) => known.has(id))
}

async function refuseTooManyShared({ tx, actor }: TransactionContext, views: Wanted['views']): Promise<void> {
  const mine = views.filter(({ shared }) => shared).length
  if (mine === 0) return
  await tx.execute(sql`select pg_advisory_xact_lock(${SHARING_LOCK})`)
  const others = await sharedByOthers(tx, actor.userId)
  if (others.length + mine > MAX_OWN_VIEWS) {
    throw new DomainError('conflict', `The firm shares at most ${MAX_OWN_VIEWS} views. Please share fewer.`)
  }
}

function changedMeanwhile(): DomainError {
  return new DomainError('conflict', 'Your views were changed in another window. Please look at them again.')
}

/** One that is gone, and one of somebody else, look alike. */
function unknownView(): DomainError {
  return new DomainError('not-found', 'There is no such view.')
}

function unknownAddress(place: number): DomainError {
  const message = 'This is no address of your list.'
  return new DomainError('invalid', message, { errors: [{ path: `views.${place}.address`, message }] })
}

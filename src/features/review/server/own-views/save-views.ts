import { eq } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import { readViewAddress } from '#features/review/api/own-views.ts'
import { record } from '#features/audit/server/record.ts'
import { newId } from '#base/server/db/id.ts'
import { users } from '#features/access/schema/tables.ts'
import { ownViews } from '#features/review/schema/view-schema.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { listOf, storedViewsOf, versionOf, type StoredView } from './queries.ts'

type Wanted = ParsedInput<'PUT /api/application-views'>['body']

/**
 * Replaces a user's saved views. Idempotent.
 *
 * @throws DomainError invalid for an address that their list does not support; not-found for an id of another user;
 * conflict where their views have changed meanwhile
 */
export async function saveViews(act: CommandContext, { seen, views }: Wanted): Promise<void> {
  const { actor } = act
  const wanted = withKnownAddresses(act, views)
  await inTransaction(act, async (work) => {
    const { tx } = work
    // Simultaneous changes of one user run one after another.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.userId)).for('no key update')
    const present = await storedViewsOf(tx, actor.userId)
    if (isSame(present, wanted)) return
    if (versionOf(present) !== seen) throw changedMeanwhile()
    if (!areAmong(present, wanted)) throw unknownView()
    await tx.delete(ownViews).where(eq(ownViews.ownerId, actor.userId))
    if (wanted.length > 0) {
      await tx.insert(ownViews).values(
        wanted.map(({ id = newId(), name, address }, position) => ({
          id,
          ownerId: actor.userId,
          name,
          address,
          shared: false,
          position,
        })),
      )
    }
    await record(work, 'views.kept', actor.userId, { views: wanted.length })
  })
}

function withKnownAddresses({ actor }: CommandContext, views: Wanted['views']): Wanted['views'] {
  const list = listOf(actor)
  return views.map((view, position) => {
    const read = readViewAddress(list, view.address)
    if (read === null) throw unknownAddress(position)
    return { ...view, address: read.address }
  })
}

/** Whether the views are already stored, including new ones of a repeated request. */
function isSame(present: readonly StoredView[], wanted: Wanted['views']): boolean {
  return (
    present.length === wanted.length &&
    wanted.every(({ id, name, address }, position) => {
      const stored = present[position]
      const isIt = id === undefined || id === stored?.id
      return isIt && name === stored?.name && address === stored.address
    })
  )
}

/** Whether each is new or an existing one, without duplicates. */
function areAmong(present: readonly StoredView[], wanted: Wanted['views']): boolean {
  const ids = wanted.flatMap(({ id }) => id ?? [])
  const known = new Set(present.map(({ id }) => id))
  return new Set(ids).size === ids.length && ids.every((id) => known.has(id))
}

function changedMeanwhile(): DomainError {
  return new DomainError('conflict', 'Your views were changed in another window. Please check them again.')
}

/** A deleted view and another user's get the same error. */
function unknownView(): DomainError {
  return new DomainError('not-found', 'This view no longer exists. Please reload the page.')
}

function unknownAddress(position: number): DomainError {
  const message = 'This view doesn’t belong to your list. Please save the view again from the list.'
  return new DomainError('invalid', message, { errors: [{ path: `views.${position}.address`, message }] })
}

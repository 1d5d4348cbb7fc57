import type { Acting } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { letterFrom, withSentLetter } from '#server/documents/staff-letter.ts'
import { Refusal } from '#server/refusal.ts'
import { lockAdministered } from './rails.ts'

/**
 * Makes a file that was sent the FAIS document of a manager; the versions before it stay. Asked twice it answers the same.
 *
 * @returns the document's id
 * @throws Refusal not-found, conflict for who is no manager; as `withSentLetter` for the file
 */
export async function replaceLetter(
  context: Context,
  { managerId, address }: { managerId: string; address: string },
  acting: Acting,
): Promise<string> {
  const { db } = context.database
  const known = await letterFrom(db, { address, managerId, userId: acting.actor.userId })
  if (known !== null) return known
  return withSentLetter(context, { address, field: 'documentURL' }, acting, (giveLetter) =>
    db.transaction(async (tx) => {
      const user = await lockAdministered(tx, acting.actor, managerId)
      if (user.role !== 'wealth_manager') {
        throw new Refusal('conflict', 'Only a wealth manager has a FAIS document.')
      }
      return giveLetter(tx, managerId)
    }),
  )
}

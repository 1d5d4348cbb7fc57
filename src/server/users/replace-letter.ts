import { letterFrom, withSentLetter } from '#server/documents/staff-letter.ts'
import { Refusal } from '#server/refusal.ts'
import { inTransaction, type Act } from '#server/work.ts'
import { lockAdministered } from './rails.ts'

/**
 * Makes a file that was sent the FAIS document of a manager; the versions before it stay. Asked twice it answers the same.
 *
 * @returns the document's id
 * @throws Refusal not-found, conflict for who is no manager; as `withSentLetter` for the file
 */
export async function replaceLetter(
  act: Act,
  { managerId, address }: { managerId: string; address: string },
): Promise<string> {
  const known = await letterFrom(act.context.database.db, {
    address,
    managerId,
    userId: act.actor.userId,
  })
  if (known !== null) return known
  return withSentLetter(act, { address, field: 'documentURL' }, (giveLetter) =>
    inTransaction(act, async (work) => {
      const user = await lockAdministered(work, managerId)
      if (user.role !== 'wealth_manager') {
        throw new Refusal('conflict', 'Only a wealth manager has a FAIS document.')
      }
      return giveLetter(work, managerId)
    }),
  )
}

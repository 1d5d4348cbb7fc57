import { MAX_AT_ONCE } from '#features/review/rules/bulk-acts.ts'
import { ownList, allClients, readApplications, type Filter } from '#features/review/server/list.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'

/** Selected ids, or a filter of a list with the number of matches that the caller saw. */
export interface Selection {
  ids?: readonly string[] | undefined
  filter?: (Filter & { search?: string | undefined }) | undefined
  count?: number | undefined
}

/**
 * The ids of selected applications, without duplicates.
 *
 * @throws DomainError as {@link matchingIds}
 */
export async function selectedIds(act: CommandContext, selection: Selection): Promise<string[]> {
  return [...new Set(selection.ids ?? (await matchingIds(act, selection)))]
}

/**
 * The ids that match a filter of the actor's list.
 *
 * @throws DomainError conflict (409, `list-changed`) where the number differs from what they saw; invalid (400) for too
 * many
 */
async function matchingIds(act: CommandContext, { filter = {}, count = 0 }: Selection): Promise<string[]> {
  const { search, ...narrowed } = filter
  const page = await readApplications(
    act.context,
    ({ applicationId }) => applicationId,
    act.actor.role === 'wealth_manager' ? ownList(act) : allClients(act),
    { ...narrowed, ...(search && { search }), sort: 'createdAt', direction: 'desc', limit: MAX_AT_ONCE },
  )
  const ids = page.rows
  const isMore = page.nextCursor !== null
  if (isMore || ids.length !== count) {
    const current = isMore ? `more than ${MAX_AT_ONCE}` : String(ids.length)
    throw new DomainError(
      'conflict',
      `The list has changed: ${count} applications matched when you looked, and ${current} do now. Please look again.`,
      { code: 'list-changed' },
    )
  }
  return ids
}

import { views, type ViewName } from '#features/review/rules/views.ts'
import type { Queries } from '#base/server/db/database.ts'
import { countEach, type Asking } from './list.ts'

/** How many applications each view has. */
export async function countViews<Name extends ViewName>(
  db: Queries,
  names: readonly Name[],
  asking: Asking,
): Promise<{ counts: Partial<Record<Name, number>> }> {
  const counted = await countEach(
    db,
    names.map((name) => views[name].filter),
    asking,
  )
  const counts = names.map((name, index) => [name, counted[index] ?? 0] as const)
  return { counts: Object.fromEntries(counts) as Partial<Record<Name, number>> }
}

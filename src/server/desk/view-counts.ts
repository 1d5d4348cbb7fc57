import type pg from 'pg'
import { views, type ViewFilter, type ViewName } from '#domain/applications/review/views.ts'
import { named, Parameters } from '#server/lists/statement.ts'
import { countOf, type Asking } from './list.ts'

/**
 * How many applications each view has, in one statement: sums of what is counted as it changes, and counts of the few
 * that have an index of their own.
 */
export async function countViews<Name extends ViewName>(
  pool: pg.Pool,
  names: readonly Name[],
  asking: Asking,
): Promise<{ counts: Record<Name, number> }> {
  const parameters = new Parameters()
  const counts = names.map((name) => {
    const filter: ViewFilter = views[name].filter
    const count = countOf(filter, asking)
    if (count === undefined) throw new Error(`Nobody can tell how many “${views[name].label}” has.`)
    return `${count(parameters)} as "${name}"`
  })
  const statement = named({ text: `select ${counts.join(', ')}`, values: parameters.values })
  const { rows } = await pool.query<Record<Name, number>>(statement)
  const [row] = rows
  if (row === undefined) throw new Error('The statement of the counts answered nothing.')
  return { counts: row }
}

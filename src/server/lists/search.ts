import { beyond, orderBy, readInOrder, scopeOf, type Walk } from './keyset.ts'
import { onlyOne, pageOf, type AnsweredPage, type FoundPage, type PageSource } from './page-statement.ts'
import { named, whereAll, type Parameters } from './statement.ts'

/** Found at a glance, this many matches mean that going on looking is quicker than the index of trigrams. */
const FREQUENT = 5
/** How many matches the index of trigrams may have for them to be sorted. */
const MOST_MATCHES = 3_000

/**
 * Reads a page of the rows that match what somebody searches for. Where matches are frequent, the list is looked through
 * in its order until there are enough; where they are rare, the index of trigrams has all of them (docs/decisions/0014).
 * It may take a while, so it has a connection for itself.
 *
 * @param terms what `searchTerms` makes of what was typed
 */
export async function readMatches(source: PageSource, terms: readonly string[]): Promise<FoundPage> {
  const glance = glanceFor(source, terms)
  const seen = await lookThrough(source, terms, glance)
  if (seen.found > source.limit || (seen.total ?? Infinity) <= glance) return seen
  if (seen.found < FREQUENT) {
    const matches = await readFromIndex(source, terms)
    if (matches !== null) return matches
  }
  return lookThrough(source, terms)
}

/** Of rows that bear several words at once there are so few that a long glance finds none of them: the index is asked sooner. */
function glanceFor({ glance }: PageSource, { length }: readonly string[]): number {
  return Math.ceil(glance / length ** 2)
}

/**
 * Looks through a list in its order, without a thought of the index of trigrams.
 *
 * @param atMost how many rows of it
 */
async function lookThrough(
  source: PageSource,
  terms: readonly string[],
  atMost?: number,
): Promise<FoundPage> {
  const { walk, readSize } = source
  const statement = source.statementOf((parameters) => {
    const contained = terms.map(
      (term) => `strpos(search_text, (select fold_text(${parameters.add(term)}))) > 0`,
    )
    const found =
      atMost === undefined
        ? readInOrder(walk, { select: ids(walk), conditions: contained, limit: readSize }, parameters)
        : `select * from (${firstRows(walk, atMost, parameters)}) first_rows${whereAll(contained)}
           order by ${orderBy(walk)} limit ${readSize}`
    return { rows: wholeRows(walk, found) }
  })
  const { rows } = await source.database.pool.query<AnsweredPage>(named(statement))
  return pageOf(source, rows)
}

function firstRows(walk: Walk, limit: number, parameters: Parameters): string {
  return readInOrder(walk, { select: `${ids(walk)}, search_text`, limit }, parameters)
}

/**
 * All that match, by the index of trigrams, and of these the first rows of the list. Planned anew each time: how it is
 * best done depends on the words.
 *
 * @returns null where there are too many to sort
 */
async function readFromIndex(source: PageSource, terms: readonly string[]): Promise<FoundPage | null> {
  const { walk, readSize } = source
  const statement = source.statementOf((parameters) => {
    const like = terms.map((term) => `search_text like fold_text(${parameters.add(likePattern(term))})`)
    const within = [...scopeOf(walk, parameters), ...beyond(walk, parameters)]
    return {
      before: `matches as materialized (
        select * from ${walk.table} where ${like.join(' and ')} limit ${MOST_MATCHES + 1})`,
      rows: `select * from matches${whereAll(within)} order by ${orderBy(walk)} limit ${readSize}`,
      also: '(select count(*)::int from matches) as matches',
    }
  })
  const { rows } = await source.database.pool.query<AnsweredPage & { matches: number }>(statement)
  return onlyOne(rows).matches > MOST_MATCHES ? null : pageOf(source, rows)
}

function likePattern(term: string): string {
  return `%${term.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`
}

/** The id and what sorts it: for the newest first, all of it is in the index. */
function ids({ order, unique }: Walk): string {
  return [unique, ...order].map(({ name }) => name).join(', ')
}

/** Whole rows, for those that were found by what the index holds. */
function wholeRows(walk: Walk, found: string): string {
  const { table, unique } = walk
  return `select ${table}.* from (select ${unique.name} as found_id from (${found}) found_rows) found
    join ${table} on ${unique.name} = found_id order by ${orderBy(walk)}`
}

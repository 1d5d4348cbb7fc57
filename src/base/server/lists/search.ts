import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { searchTerms } from './search-terms.ts'

/** Conditions that a search text contains every word of a search. */
export function matchesSearch(searchText: SQLWrapper, search: string): SQL[] {
  return searchTerms(search).map((term) => sql`${searchText} like fold_text(${likePattern(term)})`)
}

function likePattern(term: string): string {
  return `%${term.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`
}

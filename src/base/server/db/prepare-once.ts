import type { Queries } from './database.ts'

/** Prepares a named statement on first use, and reuses it. */
export function prepareOnce<Statement>(prepare: (db: Queries) => Statement): (db: Queries) => Statement {
  const prepared = new WeakMap<Queries, Statement>()
  return (db) => {
    const known = prepared.get(db)
    if (known !== undefined) return known
    const statement = prepare(db)
    prepared.set(db, statement)
    return statement
  }
}

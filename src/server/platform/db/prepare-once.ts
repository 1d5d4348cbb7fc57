import type { Queries } from './database.ts'

/** Makes a statement that is prepared by name the first time it is needed, and is the same one from then on. */
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

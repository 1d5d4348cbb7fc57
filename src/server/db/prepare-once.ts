import type { Database } from './database.ts'

/** Makes a statement that is prepared by name the first time it is needed, and is the same one from then on. */
export function prepareOnce<Statement>(prepare: (db: Database) => Statement): (db: Database) => Statement {
  const prepared = new WeakMap<Database, Statement>()
  return (db) => {
    const known = prepared.get(db)
    if (known !== undefined) return known
    const statement = prepare(db)
    prepared.set(db, statement)
    return statement
  }
}

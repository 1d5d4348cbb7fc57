import type { Queries } from './database.ts'

/**
 * Prepares a named statement on first use, and reuses it: once for the pool, and once for each of its connections, in
 * one transaction after another. Building it would take longer than running it.
 */
export function prepareOnce<Statement>(prepare: (db: Queries) => Statement): (db: Queries) => Statement {
  const prepared = new WeakMap<object, Statement>()
  return (db) => {
    // The pool, or the connection of a transaction.
    const client = Reflect.get(db._.session, 'client') as object
    const known = prepared.get(client)
    if (known !== undefined) return known
    const statement = prepare(db)
    prepared.set(client, statement)
    return statement
  }
}

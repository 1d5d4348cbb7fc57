import type { Context } from '#base/server/context.ts'

type Database = Context['database']

/** The database, whose nth statement in a transaction fails. */
export function failAt(database: Database, statement: number) {
  let count = 0
  let failed = false
  const db = new Proxy(database.db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'transaction' || typeof value !== 'function') {
        return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value
      }
      return (run: (tx: object) => Promise<unknown>) =>
        target.transaction(async (tx) =>
          run(
            new Proxy(tx, {
              get(inner, verb) {
                const method: unknown = Reflect.get(inner, verb)
                if (typeof method !== 'function') return method
                if (['select', 'insert', 'update', 'delete', 'execute'].includes(String(verb))) {
                  count += 1
                  if (count === statement) {
                    failed = true
                    throw new Error('The database is gone.')
                  }
                }
                return (method as (...args: unknown[]) => unknown).bind(inner)
              },
            }),
          ),
        )
    },
  })
  return { database: { ...database, db }, hasFailed: () => failed }
}

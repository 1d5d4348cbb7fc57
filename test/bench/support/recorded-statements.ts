import { createHash } from 'node:crypto'
import pg from 'pg'

/** A statement that the product sends, with its values. One without a name gets one, so that it can be prepared. */
export interface RecordedStatement {
  name: string
  text: string
  values: unknown[]
}

/** Runs a part of the product; returns the statements that it sent, in order. */
export async function recordStatements(work: () => Promise<unknown>): Promise<RecordedStatement[]> {
  const statements: RecordedStatement[] = []
  const query: object = Reflect.get(pg.Client.prototype, 'query')
  const recording = new Proxy(query, {
    apply(send: () => unknown, client, sent: [string | Partial<RecordedStatement>, unknown]) {
      const [first, apart] = sent
      const { text = '', name = nameOf(text), values } = typeof first === 'string' ? { text: first } : first
      statements.push({ name, text, values: values ?? (Array.isArray(apart) ? apart : []) })
      return Reflect.apply(send, client, sent)
    },
  })
  Object.assign(pg.Client.prototype, { query: recording })
  try {
    await work()
  } finally {
    Object.assign(pg.Client.prototype, { query })
  }
  return statements
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Runs sequentially, since statements recorded at the same time cannot be distinguished. */
export async function oneByOne<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}

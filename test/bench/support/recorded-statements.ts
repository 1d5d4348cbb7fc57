import pg from 'pg'

/** A statement as the product sends it: prepared by name, with its values. */
export interface RecordedStatement {
  name: string
  text: string
  values: unknown[]
}

/** Runs a part of the product, and answers the statements that it sent, in order. */
export async function recordStatements(work: () => Promise<unknown>): Promise<RecordedStatement[]> {
  const statements: RecordedStatement[] = []
  const query: object = Reflect.get(pg.Client.prototype, 'query')
  const recording = new Proxy(query, {
    apply(send: () => unknown, client, sent: [Partial<RecordedStatement>, unknown]) {
      const [{ name, text = '', values }, apart] = sent
      if (name === undefined) throw new Error(`Not prepared by name: ${text}`)
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

/** Does something for each in turn: what is recorded at the same moment cannot be told apart. */
export async function oneByOne<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}

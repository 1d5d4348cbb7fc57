import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Statement } from './list-statement.ts'

const names = new Map<string, string>()

/** By its text: there are as many as there are orders and filters of lists. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `list_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  names.set(text, name)
  return name
}

/** Runs a statement that each connection plans once and knows by its name from then on. */
export async function runNamed<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  { text, values }: Statement,
): Promise<Row[]> {
  return (await pool.query<Row>({ name: nameOf(text), text, values })).rows
}

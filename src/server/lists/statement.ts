import { createHash } from 'node:crypto'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type pg from 'pg'

/** A statement as `pg` takes it. */
export interface Statement {
  text: string
  values: unknown[]
}

/** Writes values as parameters of one statement. */
export class Parameters {
  readonly values: unknown[] = []

  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** SQL, and the values in it. */
export type Written = (parameters: Parameters) => string

/** What has to be so of a row: SQL over the columns of its table. */
export type Condition = Written

/** That a column holds a value. */
export function equals(column: PgColumn, value: unknown): Condition {
  return (parameters) => `${column.name} = ${parameters.add(value)}`
}

export function whereAll(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
}

const names = new Map<string, string>()

/** What a statement is called, by its text: there are as many as there are orders and filters of lists. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `list_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  names.set(text, name)
  return name
}

/** A statement that each connection plans once and knows by its name from then on. */
export function named({ text, values }: Statement): pg.QueryConfig {
  return { name: nameOf(text), text, values }
}

import { createHash } from 'node:crypto'
import { Column, fillPlaceholders, is, SQL, type Query } from 'drizzle-orm'
import { PgTimestamp } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** A row of a list: times are the texts of responses (ISO 8601), so that none is parsed and written again. */
export type Listed<Row> = {
  [Name in keyof Row]: Row[Name] extends Date | null ? string | Extract<Row[Name], null> : Row[Name]
}

/** A select whose fields are columns and expressions, not tables. */
interface Select<Row> extends PromiseLike<Row[]> {
  toSQL: () => Query
  readonly _: { readonly selectedFields: unknown }
}

type Decode = (value: unknown) => unknown

interface Statement extends Query {
  /** For the connection to prepare it once; undefined for one that hardly repeats. */
  name: string | undefined
  fields: readonly (readonly [name: string, decode: Decode | undefined])[]
}

/** Shapes that people use at a time. Others are built again. */
const MAX_STATEMENTS = 500
const statements = new Map<string, Statement>()

const texts: ReadonlySet<number> = new Set([pg.types.builtins.TIMESTAMPTZ, pg.types.builtins.DATE])
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format): ((text: string) => unknown) =>
    texts.has(oid) ? (text) => text : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
}

/**
 * Reads the rows of a list. The statement is built once for each shape and prepared once a connection: building and
 * planning it would take longer than running it.
 *
 * @param shape everything that the statement depends on beside `values`; undefined for what hardly repeats, such as a
 *   search
 * @param values of the placeholders in it
 */
export async function readRows<Row extends object>(
  { pool }: { pool: pg.Pool },
  shape: string | undefined,
  build: () => Select<Row>,
  values: Readonly<Record<string, unknown>> = {},
): Promise<Listed<Row>[]> {
  const {
    name,
    sql: text,
    params,
    fields,
  } = shape === undefined ? compile(build()) : statementOf(shape, build)
  const { rows } = await pool.query<unknown[]>({
    ...(name !== undefined && { name }),
    text,
    values: fillPlaceholders(params, values),
    rowMode: 'array',
    types,
  })
  // The fields of the select are those of `Row`.
  return rows.map((found) => rowOf(fields, found)) as Listed<Row>[]
}

function rowOf(fields: Statement['fields'], found: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [index, [name, decode]] of fields.entries()) {
    const value = found[index]
    row[name] = decode === undefined || value === null ? value : decode(value)
  }
  return row
}

function statementOf(shape: string, build: () => Select<object>): Statement {
  const known = statements.get(shape)
  if (known !== undefined) return known
  const built = compile(build())
  const hash = createHash('sha256').update(built.sql).digest('hex')
  const statement = { ...built, name: `list_${hash.slice(0, 24)}` }
  if (statements.size >= MAX_STATEMENTS) statements.clear()
  statements.set(shape, statement)
  return statement
}

function compile(select: Select<object>): Statement {
  const fields = Object.entries(select._.selectedFields as Record<string, unknown>)
  return {
    ...withoutNumbers(select.toSQL()),
    name: undefined,
    fields: fields.map(([name, field]) => [name, decoderOf(name, field)]),
  }
}

/**
 * The query with its numbers in the text: a limit that is a parameter is planned as a tenth of the table, so a prepared
 * statement would be planned again at each call.
 */
function withoutNumbers({ sql: text, params }: Query): Query {
  const others = params.filter((value) => typeof value !== 'number')
  let next = 0
  return {
    sql: text.replaceAll(/\$(\d+)/gu, (_, position: string) => {
      const value = params[Number(position) - 1]
      return typeof value === 'number' ? String(value) : `$${(next += 1)}`
    }),
    params: others,
  }
}

/** How the builder converts the values of a field; undefined where it does not. */
function decoderOf(name: string, field: unknown): Decode | undefined {
  const expression: unknown = is(field, SQL.Aliased) ? field.sql : field
  const decoder: unknown = is(expression, SQL) ? Reflect.get(expression, 'decoder') : expression
  if (is(decoder, PgTimestamp)) return (text) => isoTimestamp(String(text))
  if (!is(expression, SQL) && !is(expression, Column))
    throw new Error(`${name} is no column and no expression.`)
  const { mapFromDriverValue } = decoder as { mapFromDriverValue: Decode }
  return mapFromDriverValue === Column.prototype.mapFromDriverValue
    ? undefined
    : mapFromDriverValue.bind(decoder)
}

/** PostgreSQL's `2026-11-30 08:00:00.5+00` as `2026-11-30T08:00:00.500Z`. */
export function isoTimestamp(text: string): string {
  // Other time zones are those of the database's host.
  if (!text.endsWith('+00')) return new Date(text).toISOString()
  const [time = '', milliseconds = ''] = text.slice(0, -3).split('.')
  return `${time.replace(' ', 'T')}.${milliseconds.padEnd(3, '0').slice(0, 3)}Z`
}

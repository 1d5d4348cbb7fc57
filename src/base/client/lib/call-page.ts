import type { AnswerOf, ContractKey, ParamsOf, QueryOf } from '#base/rules/api/contract.ts'
import { addressOf } from './api.ts'
import { readJson, request } from './request.ts'

/** The calls that return a paginated list. */
export type ListKey = {
  [Key in Extract<ContractKey, `GET ${string}`>]: AnswerOf<Key> extends readonly unknown[]
    ? 'cursor' extends keyof QueryOf<Key>
      ? Key
      : never
    : never
}[Extract<ContractKey, `GET ${string}`>]

type RowOf<Key extends ListKey> = AnswerOf<Key> extends readonly (infer Row)[] ? Row : never

/** A page of a list. */
export interface Page<Row> {
  rows: readonly Row[]
  /** The cursor of the next page; null on the last one. */
  next: string | null
  /** The number of rows in all; null if not counted. */
  total: number | null
}

const NEXT_LINK = /<([^>]+)>;\s*rel="next"/u

/** The cursor of the next page in a `Link` header (RFC 8288). */
export function nextCursor(link: string | null): string | null {
  const address = NEXT_LINK.exec(link ?? '')?.[1]
  return address === undefined ? null : new URL(address, 'http://site.invalid').searchParams.get('cursor')
}

/**
 * Reads a page of a list: `callPage('GET /api/admin/users', { role: 'wealth_manager' })`.
 *
 * @param params path parameters
 * @throws as `call`
 */
export async function callPage<Key extends ListKey>(
  key: Key,
  query: QueryOf<Key>,
  signal?: AbortSignal,
  params?: ParamsOf<Key>,
): Promise<Page<RowOf<Key>>> {
  const path = addressOf(key.slice('GET '.length), params, query)
  const response = await request(path, { method: 'GET', signal })
  const total = response.headers.get('x-total-count')
  return {
    // The server checks each response against the contract.
    rows: (await readJson(response)) as RowOf<Key>[],
    next: nextCursor(response.headers.get('link')),
    total: total === null ? null : Number(total),
  }
}

import type { AnswerOf, ContractKey, ParamsOf, QueryOf } from '#domain/api/contract.ts'
import { addressOf } from './api.ts'
import { readJson, request } from './request.ts'

/** The calls that answer with a list, a page at a time. */
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
  /** The cursor of the next page; null where this is the last. */
  next: string | null
  /** How many rows there are in all; null where nobody counted. */
  total: number | null
}

const NEXT_LINK = /<([^>]+)>;\s*rel="next"/u

/** The cursor that a `Link` header (RFC 8288) names for the next page. */
export function nextCursor(link: string | null): string | null {
  const address = NEXT_LINK.exec(link ?? '')?.[1]
  return address === undefined ? null : new URL(address, 'http://site.invalid').searchParams.get('cursor')
}

/**
 * Reads a page of a list: `callPage('GET /api/admin/users', { role: 'wealth_manager' })`.
 *
 * @param params what the list is of, where its path says so
 * @throws ApiError, NetworkError and AbortError as `call` does
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
    // The server presents each answer by the contract that this type is read from.
    rows: (await readJson(response)) as RowOf<Key>[],
    next: nextCursor(response.headers.get('link')),
    total: total === null ? null : Number(total),
  }
}

import type { AnswerOf, BodyOf, ContractKey, KeyedKey, ParamsOf, QueryOf } from '#base/rules/api/contract.ts'
import { readBlob, readJson, request } from './request.ts'

export { ApiError, detailOf, detailOr, NetworkError, UnreadableFileError } from './api-error.ts'
export { isAbort } from './request.ts'

/** Present if the endpoint takes it; required if any of its fields is. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [name in Name]?: undefined }
  : object extends Value
    ? { [name in Name]?: Value }
    : { [name in Name]: Value }

/** The input of an endpoint's call. */
export type CallInput<Key extends ContractKey> = Part<'body', BodyOf<Key>> &
  Part<'params', ParamsOf<Key>> &
  Part<'query', QueryOf<Key>> & {
    signal?: AbortSignal
    /** The ETag of the version that the caller has seen; the server answers 412 if it is outdated. */
    ifMatch?: string
  }

/** The address of a call: `/api/documents/{id}` with its parameters and query. */
export function addressOf(path: string, params?: unknown, query?: unknown): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}))
  const filled = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  )
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? filled : `${filled}?${search}`
}

function headersOf(body: unknown, ifMatch: string | undefined): Record<string, string> {
  return {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
  }
}

async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  return response.headers.has('content-disposition') ? readBlob(response) : readJson(response)
}

/**
 * Makes a call of the contract: `call('PUT /api/application', { body, ifMatch })`. For idempotent calls use
 * `callIdempotent`.
 *
 * @throws ApiError for an unsuccessful response, NetworkError without a response, AbortError (`isAbort`) if aborted
 */
export async function call<Key extends Exclude<ContractKey, KeyedKey>>(
  key: Key,
  ...[input]: object extends CallInput<Key> ? [input?: CallInput<Key>] : [input: CallInput<Key>]
): Promise<AnswerOf<Key>> {
  const [method = '', path = ''] = key.split(' ')
  const { body, params, query, signal, ifMatch } = input ?? {}
  const response = await request(addressOf(path, params, query), {
    method,
    headers: headersOf(body, ifMatch),
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  })
  // The server checks each response against the contract.
  return (await readAnswer(response)) as AnswerOf<Key>
}

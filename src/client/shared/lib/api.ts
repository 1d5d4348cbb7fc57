import type { AnswerOf, BodyOf, ContractKey, KeyedKey, ParamsOf, QueryOf } from '#domain/api/contract.ts'
import { readBlob, readJson, request } from './request.ts'

export { ApiError, detailOf, detailOr, NetworkError, UnreadableFileError } from './api-error.ts'
export { isAbort } from './request.ts'

/** Present where the endpoint takes it; required where something in it is. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [name in Name]?: undefined }
  : object extends Value
    ? { [name in Name]?: Value }
    : { [name in Name]: Value }

/** What a call of one endpoint takes. */
export type CallInput<Key extends ContractKey> = Part<'body', BodyOf<Key>> &
  Part<'params', ParamsOf<Key>> &
  Part<'query', QueryOf<Key>> & {
    signal?: AbortSignal
    /** The ETag of what the caller has seen; the server refuses (412) where it is no longer the present version. */
    ifMatch?: string
  }

/** The address of a call: `/api/documents/{id}` with its parameters in place, and what is asked behind it. */
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
 * Makes a call of the contract: `call('PUT /api/application', { body, ifMatch })`. What is done once is done by `act`.
 *
 * @throws ApiError for whatever is no success, NetworkError where no answer came, and an AbortError (`isAbort`) where
 *   the signal said so
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
  // The server presents each answer by the contract that this type is read from.
  return (await readAnswer(response)) as AnswerOf<Key>
}

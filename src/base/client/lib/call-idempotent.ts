import type { AnswerOf, KeyedKey } from '#base/rules/api/contract.ts'
import { addressOf, ApiError, NetworkError, type CallInput } from './api.ts'
import { randomId } from './random-id.ts'
import { readJson, request } from './request.ts'

/** The delays before each retry. */
const PAUSES_MS = [400, 1500]

/** Responses of a proxy that did not reach the server or lost its response. */
const NO_ANSWER: ReadonlySet<number> = new Set([502, 503, 504])

/** The keys of calls with unknown outcome: repeating the same call reuses its key. */
const openKeys = new Map<string, string>()

/**
 * Makes an idempotent call (`keyed` in the contract) with an idempotency key and retries it if no response arrives.
 *
 * @throws as `call`; NetworkError only after the retries
 */
export async function callIdempotent<Key extends KeyedKey>(
  key: Key,
  ...[input]: object extends CallInput<Key> ? [input?: CallInput<Key>] : [input: CallInput<Key>]
): Promise<AnswerOf<Key>> {
  const { body, params } = input ?? {}
  const [method = '', path = ''] = key.split(' ')
  const json = body === undefined ? undefined : JSON.stringify(body)
  const address = addressOf(path, params)
  const identity = `${method} ${address} ${json}`
  const idempotencyKey = openKeys.get(identity) ?? randomId()
  openKeys.set(identity, idempotencyKey)
  const headers = {
    'idempotency-key': `"${idempotencyKey}"`,
    ...(json !== undefined && { 'content-type': 'application/json' }),
  }
  try {
    const answer = await withRetries(async () =>
      readJson(await request(address, { method, headers, body: json })),
    )
    openKeys.delete(identity)
    // The server checks each response against the contract.
    return answer as AnswerOf<Key>
  } catch (error) {
    if (isAnswer(error)) openKeys.delete(identity)
    throw error
  }
}

/**
 * Waits for a call; if its response was lost, checks whether it took effect before reporting an error.
 *
 * @param findResult returns the response if the call took effect, else null
 */
export async function reconcileLostResponse<Answer>(
  pending: Promise<Answer>,
  findResult: () => Promise<Answer | null>,
): Promise<Answer> {
  try {
    return await pending
  } catch (error) {
    if (isAnswer(error)) throw error
    const seen = await findResult().catch(() => null)
    if (seen === null) throw error
    return seen
  }
}

/** Whether the server reported the outcome; a server error leaves it unknown. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 0 && error.status < 500
}

async function withRetries<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  for (const pause of PAUSES_MS) {
    try {
      return await attempt()
    } catch (error) {
      const isLost =
        error instanceof NetworkError || (error instanceof ApiError && NO_ANSWER.has(error.status))
      if (!isLost) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return attempt()
}

import type { AnswerOf, KeyedKey } from '#domain/api/contract.ts'
import { addressOf, ApiError, NetworkError, type CallInput } from './api.ts'
import { randomId } from './random-id.ts'
import { readJson, request } from './request.ts'

/** How long is waited before each further try. */
const PAUSES_MS = [400, 1500]

/** What a proxy says that did not reach the server, or did not hear from it. */
const NO_ANSWER: ReadonlySet<number> = new Set([502, 503, 504])

/** The keys of acts that nobody knows the end of: whoever tries the very same again tries that act again. */
const openKeys = new Map<string, string>()

/**
 * Does something that is done once (`keyed` in the contract). Where no answer comes it tries again by itself, under the
 * same key: what was done already is answered as it was the first time.
 *
 * @throws as `call`; NetworkError only after further tries
 */
export async function act<Key extends KeyedKey>(
  key: Key,
  ...[input]: object extends CallInput<Key> ? [input?: CallInput<Key>] : [input: CallInput<Key>]
): Promise<AnswerOf<Key>> {
  const { body, params } = input ?? {}
  const [method = '', path = ''] = key.split(' ')
  const json = body === undefined ? undefined : JSON.stringify(body)
  const address = addressOf(path, params)
  const what = `${method} ${address} ${json}`
  const idempotencyKey = openKeys.get(what) ?? randomId()
  openKeys.set(what, idempotencyKey)
  const headers = {
    'idempotency-key': `"${idempotencyKey}"`,
    ...(json !== undefined && { 'content-type': 'application/json' }),
  }
  try {
    const answer = await withFurtherTries(async () =>
      readJson(await request(address, { method, headers, body: json })),
    )
    openKeys.delete(what)
    // The server presents each answer by the contract that this type is read from.
    return answer as AnswerOf<Key>
  } catch (error) {
    if (isAnswer(error)) openKeys.delete(what)
    throw error
  }
}

/**
 * Waits for an act; where no answer came to it after all, looks whether it happened before anything is said of it.
 *
 * @param look what the act would have answered where it happened; null where it did not
 */
export async function reconcileLostResponse<Answer>(
  acting: Promise<Answer>,
  look: () => Promise<Answer | null>,
): Promise<Answer> {
  try {
    return await acting
  } catch (error) {
    if (isAnswer(error)) throw error
    const seen = await look().catch(() => null)
    if (seen === null) throw error
    return seen
  }
}

/** Whether the server has said what became of it: a fault of its own says nothing. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 0 && error.status < 500
}

async function withFurtherTries<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
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

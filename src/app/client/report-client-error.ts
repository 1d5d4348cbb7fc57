import { call } from '#base/client/lib/api.ts'

const MAX_POSITIONS = 20
const STACK_POSITION = /\/(?<place>[\w.-]{1,80}\.js:\d{1,7}:\d{1,7})/gu

/**
 * Reports a client error to the server by its kind and stack positions. The message is left out, since it may contain
 * user input.
 *
 * @returns the number of the entry in the server's log
 */
export async function reportClientError(error: unknown): Promise<string> {
  const { name, stack = '' } = error instanceof Error ? error : new Error()
  const positions = [...stack.matchAll(STACK_POSITION)].flatMap(({ groups }) => groups?.['place'] ?? [])
  const kind = /^[A-Za-z]{1,60}$/u.test(name) ? name : 'Error'
  const { number } = await call('POST /api/broken-pages', {
    body: { kind, places: positions.slice(0, MAX_POSITIONS) },
  })
  return number
}

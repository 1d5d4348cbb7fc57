import { call } from '#client/shared/lib/api.ts'

const MOST_PLACES = 20
const PLACE_IN_STACK = /\/(?<place>[\w.-]{1,80}\.js:\d{1,7}:\d{1,7})/gu

/**
 * Tells the server that a page broke, and where in our script: not what the error says, which may hold what somebody typed.
 *
 * @returns the number that leads to it in the server's log
 */
export async function reportClientError(error: unknown): Promise<string> {
  const { name, stack = '' } = error instanceof Error ? error : new Error()
  const places = [...stack.matchAll(PLACE_IN_STACK)].flatMap(({ groups }) => groups?.['place'] ?? [])
  const kind = /^[A-Za-z]{1,60}$/u.test(name) ? name : 'Error'
  const { number } = await call('POST /api/broken-pages', {
    body: { kind, places: places.slice(0, MOST_PLACES) },
  })
  return number
}

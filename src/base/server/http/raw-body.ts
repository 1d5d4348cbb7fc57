import type { IncomingMessage } from 'node:http'
import { WIDEST_LIMIT_BYTES } from '#features/applications/rules/documents/kinds.ts'
import { DomainError } from '#base/server/domain-error.ts'

/** A request's body in chunks; stopping early keeps the connection open for the response. */
export async function* bodyOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false })
  } catch (error) {
    if (request.complete) throw error
    throw new DomainError('invalid', 'The upload was interrupted. Please start it again.', { cause: error })
  }
}

/** Reads and discards the rest of a body so that the client gets the response, up to a limit. */
export function discardRest(request: IncomingMessage): void {
  let left = 2 * WIDEST_LIMIT_BYTES
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.resume()
}

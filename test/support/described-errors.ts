import type { FastifyInstance } from 'fastify'
import { contract } from '#app/contract.ts'
import { errorsOf } from '#app/server/site/openapi.ts'
import type { ContractKey } from '#base/rules/api/contract.ts'
import type { ErrorStatus } from '#base/server/openapi/describe-errors.ts'

/**
 * Watches the errors of a server’s calls.
 *
 * @returns a function that throws where a call answered an error that its description does not list
 */
export function watchErrors(app: FastifyInstance): () => void {
  const unlisted = new Set<string>()
  app.addHook('onSend', async ({ method, routeOptions }, { statusCode }, payload) => {
    const path = (routeOptions.url ?? '').replaceAll(/:(\w+)/gu, '{$1}')
    const key = `${method === 'HEAD' ? 'GET' : method} ${path}`
    // A fault is described by `default`.
    if (statusCode < 400 || statusCode === 500 || !(key in contract)) return
    const { code } = JSON.parse(String(payload)) as { code?: string }
    const codes: readonly string[] | undefined = errorsOf(key as ContractKey)[statusCode as ErrorStatus]
    if (codes === undefined || (code !== undefined && !codes.includes(code)))
      unlisted.add(`${key}: ${statusCode} ${code ?? ''}`)
  })
  return () => {
    if (unlisted.size > 0)
      throw new Error(`Errors that the description does not list: ${[...unlisted].join('; ')}`)
  }
}

import { savesOf } from './saving.ts'
import type { BenchServer } from './server.ts'

/** A client of this server; each call saves once, and returns its duration in ms. */
export async function savingClient(server: BenchServer): Promise<() => Promise<number>> {
  const [client] = await server.makeClients(1, { status: 'draft' })
  if (client === undefined) throw new Error('There is no client.')
  const saves = savesOf(client)
  let turn = 0
  return async () => {
    const { path = '', ...request } = saves[(turn += 1) % saves.length] ?? {}
    const begun = performance.now()
    const answer = await fetch(`${server.url}${path}`, request)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`A save was answered with ${answer.status}.`)
    return performance.now() - begun
  }
}

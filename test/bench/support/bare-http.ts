import { fork } from 'node:child_process'
import { once } from 'node:events'

/** What a bare server answers every request with. */
export interface BareAnswer {
  headers: Record<string, string>
  body: string
}

/** A server that does nothing but answer. */
export interface BareHttp {
  url: string
  stop: () => void
}

/** Starts a `node:http` server, in a process of its own, that answers every request with the same bytes. */
export async function startBareHttp(answer: BareAnswer): Promise<BareHttp> {
  const child = fork(new URL('bare-http-process.ts', import.meta.url))
  child.send(answer)
  const [port] = (await once(child, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() }
}

/** The answer of a server to a request, for a bare server to repeat. */
export async function answerOf(url: string, headers: Record<string, string>): Promise<BareAnswer> {
  const answer = await fetch(url, { headers })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`)
  const ownBusiness = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])
  return {
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !ownBusiness.has(name))),
    body: await answer.text(),
  }
}

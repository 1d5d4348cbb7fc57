import { fork } from 'node:child_process'
import { once } from 'node:events'

/** The response to every request. */
export interface BareAnswer {
  headers: Record<string, string>
  body: string
}

export interface BareHttp {
  url: string
  stop: () => void
}

/** Starts a `node:http` server in its own process that sends the same bytes to every request. */
export async function startBareHttp(answer: BareAnswer): Promise<BareHttp> {
  const child = fork(new URL('bare-http-process.ts', import.meta.url))
  child.send(answer)
  const [port] = (await once(child, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() }
}

/** A server's response, for a bare server to repeat. */
export async function answerOf(url: string, headers: Record<string, string>): Promise<BareAnswer> {
  const answer = await fetch(url, { headers })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`)
  const ownBusiness = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])
  return {
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !ownBusiness.has(name))),
    body: await answer.text(),
  }
}

import { once } from 'node:events'
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** What came back to people, by what it means to them. */
export interface Counter {
  /** Changes that were said to be done. */
  acknowledged: number
  /** Refused with 503, in words, and told when to try again. */
  refused: number
  /** No answer, or one that says that something is wrong with the server. */
  errors: number
  /** The longest time without a change that was said to be done, in milliseconds. */
  longestGapMs: number
  /** The longest that anyone waited for an answer, in milliseconds. */
  longestWaitMs: number
  /** Who that was. */
  longestWaitOf: string
  /** The errors, to help find their cause. */
  causes: string[]
}

/** Where people's requests arrive: it passes each on to a server that says it is ready. */
export interface Balancer {
  url: string
  /** The servers from now on. */
  serve: (urls: readonly string[]) => void
  /** Those that get requests just now. */
  inService: () => string[]
  /** Counts again. */
  begin: () => void
  counter: () => Counter
  close: () => Promise<void>
}

const ASKS_EVERY_MS = 250
const ANSWERS_WITHIN_MS = 1000
/** So many answers that are none, one after another, take a server out. */
const OUT_AFTER = 2
/** No one has heard a word for so long: a browser would say that it loads. */
const TIMEOUT_MS = 60_000
/** As many as wait to be taken by a server of ours. */
const BACKLOG = 4096
/** A server says by these how long its own connection is, which is not the client's connection. */
const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive'])

/**
 * A load balancer as docs/install.md wants one: it asks `/readyz`, sends a request whose server takes no connection to
 * another, and sends to all of them where none says that it is ready.
 */
export async function openBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  let failures = new Map<string, number>()
  let next = 0
  let counted = begun()
  const inService = () => {
    const ready = [...failures].flatMap(([url, failed]) => (failed < OUT_AFTER ? [url] : []))
    return ready.length > 0 ? ready : [...failures.keys()]
  }
  const askAll = async () => {
    await Promise.all(
      [...failures.keys()].map(async (url) => {
        const isReady = await reportsReady(url)
        const before = failures.get(url)
        if (before !== undefined) failures.set(url, isReady ? 0 : before + 1)
      }),
    )
  }
  const stopping = new AbortController()
  const asking = (async () => {
    while (!stopping.signal.aborted) {
      await askAll()
      await wait(ASKS_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()

  const server = createServer((request, response) => {
    const from = performance.now()
    const urls = inService()
    const first = (next += 1)
    const inTurn = urls.map((_, index) => urls[(first + index) % urls.length] ?? '')
    response.once('close', () => counted.note(request, response, from))
    pass({ request, response, agent }, inTurn)
  })
  // Longer than any client here is silent: one that is closed just as a client sends is no fault of the site.
  server.keepAliveTimeout = TIMEOUT_MS
  server.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The balancer has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    serve(urls) {
      failures = new Map(urls.map((url) => [url, failures.get(url) ?? OUT_AFTER]))
    },
    inService,
    begin() {
      counted = begun()
    },
    counter: () => counted.counter(),
    async close() {
      stopping.abort()
      await asking
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}

async function reportsReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
    await answer.body?.cancel()
    return answer.status === 200
  } catch {
    return false
  }
}

/** A request on its way, and what is to be answered. */
interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  agent: Agent
}

/** Passes a request on to the first that takes a connection. What broke off after that is no one's to repeat. */
function pass(exchange: Exchange, [url, ...others]: readonly string[]): void {
  const { request, response, agent } = exchange
  if (url === undefined) {
    response.destroy()
    return
  }
  const { method, headers } = request
  const upstream = httpRequest(new URL(request.url ?? '/', url), { method, headers, agent })
  upstream.setTimeout(TIMEOUT_MS, () => upstream.destroy(new Error('no answer')))
  upstream.once('response', (answer) => {
    response.statusCode = answer.statusCode ?? 502
    for (const [name, value] of Object.entries(answer.headers)) {
      if (!OF_ONE_CONNECTION.has(name)) response.setHeader(name, value ?? '')
    }
    answer.pipe(response)
    answer.once('error', () => response.destroy())
  })
  upstream.once('error', (error) => {
    const isRefused = 'code' in error && error.code === 'ECONNREFUSED'
    if (isRefused && !response.headersSent) pass(exchange, others)
    else response.destroy(error)
  })
  response.once('close', () => upstream.destroy())
  // Only once a user took the connection is anything of the body sent: another server can still get all of it.
  upstream.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => request.pipe(upstream))
    else request.pipe(upstream)
  })
}

/** Counts what comes back from now on. */
function begun(): {
  note: (request: IncomingMessage, response: ServerResponse, from: number) => void
  counter: () => Counter
} {
  const counter: Counter = {
    acknowledged: 0,
    refused: 0,
    errors: 0,
    longestGapMs: 0,
    longestWaitMs: 0,
    longestWaitOf: '',
    causes: [],
  }
  let lastAt = performance.now()
  const seen = (at: number) => {
    counter.longestGapMs = Math.max(counter.longestGapMs, at - lastAt)
    lastAt = at
  }
  return {
    note({ method = '', url = '' }, response, from) {
      const now = performance.now()
      const call = `${method} ${url.replace(/\?.*/u, '').replaceAll(/[\da-f]{8}-[\da-f-]+/gu, '…')}`
      if (now - from > counter.longestWaitMs) {
        counter.longestWaitMs = now - from
        counter.longestWaitOf = call
      }
      const { statusCode: status, writableFinished: isWhole } = response
      if (isWhole && status < 300 && method !== 'GET') {
        counter.acknowledged += 1
        seen(now)
      }
      if (isWhole && status === 503 && isExplained(response)) counter.refused += 1
      else if (!isWhole || status >= 500) {
        counter.errors += 1
        counter.causes.push(`${call}: ${isWhole ? status : 'no answer'}`)
      }
    },
    counter() {
      seen(performance.now())
      return counter
    },
  }
}

function isExplained(response: ServerResponse): boolean {
  const type = String(response.getHeader('content-type'))
  return type.includes('application/problem+json') && response.hasHeader('retry-after')
}

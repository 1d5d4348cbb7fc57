import { once } from 'node:events'
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** Responses by their meaning to users. */
export interface Counter {
  /** Acknowledged changes. */
  acknowledged: number
  /** 503 responses with a message and Retry-After. */
  refused: number
  /** No response, or a server error. */
  errors: number
  /** Longest time without an acknowledged change, in milliseconds. */
  longestGapMs: number
  /** Longest wait for a response, in milliseconds. */
  longestWaitMs: number
  /** Its request. */
  longestWaitOf: string
  /** The errors, for diagnosis. */
  causes: string[]
}

/** A load balancer that forwards each request to a ready server. */
export interface Balancer {
  url: string
  /** Replaces the list of servers. */
  serve: (urls: readonly string[]) => void
  /** Servers that currently get requests. */
  inService: () => string[]
  /** Resets the counts. */
  begin: () => void
  counter: () => Counter
  close: () => Promise<void>
}

const ASKS_EVERY_MS = 250
const ANSWERS_WITHIN_MS = 1000
/** Consecutive failed probes that take a server out. */
const OUT_AFTER = 2
/** Longest time without any data that passes for loading. */
const TIMEOUT_MS = 60_000
/** The accept backlog of our servers. */
const BACKLOG = 4096
/** Keep-alive headers describe the server's connection, not the client's. */
const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive'])

/**
 * A load balancer as docs/install.md asks for: it probes `/readyz`, sends a request to the next server if one accepts
 * no connection, and uses all servers if none is ready.
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
  // Longer than any client here is idle. Closing a connection while a client sends would not be the site's fault.
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

/** A request in progress, and its response. */
interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  agent: Agent
}

/** Forwards a request to the first server that accepts a connection. Later failures are not retried. */
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
  // The body is sent only after a connection is accepted, so that another server can still get all of it.
  upstream.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => request.pipe(upstream))
    else request.pipe(upstream)
  })
}

/** Counts responses from now on. */
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

import { setTimeout as wait } from 'node:timers/promises'
import { toOtlp, type Sender } from './otlp.ts'
import type { Span } from './span.ts'
import type { Outlet } from './tracer.ts'

/** What is kept for a collector that is away: some megabytes. */
const MOST_WAITING = 4096
const AT_ONCE = 512
/** So long spans are gathered before they leave. */
const PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
const PATIENCE_MS = 5000
/** A server that stops does not wait for its collector. */
const LAST_PATIENCE_MS = 2000

/** The way of spans to the collector that `OTLP_ENDPOINT` names. */
export interface OtlpOutlet extends Outlet {
  /** Sends what there is, once, and no longer than that. */
  stop: () => Promise<void>
}

interface Log {
  warn: (facts: object, message: string) => void
  info: (message: string) => void
}

/**
 * Sends spans as OTLP/HTTP in JSON, beside the requests: nobody waits for it. What a collector that is away does not take waits, up to a
 * bound; what comes after that is dropped, and counted.
 *
 * @param pauseMs between two sendings; a test's
 */
export function openOutlet(
  endpoint: URL,
  { sender, log, pauseMs = PAUSE_MS }: { sender: Sender; log: Log; pauseMs?: number },
): OtlpOutlet {
  const address = new URL(`${endpoint.href.replace(/\/$/u, '')}/v1/traces`)
  const figures = { sent: 0, dropped: 0 }
  const stopping = new AbortController()
  const givingUp = new AbortController()
  let waiting: Span[] = []
  let isAway = false

  const noteAway = (error: unknown) => {
    if (!isAway) log.warn({ err: error }, 'traces cannot be sent; up to a bound they wait')
    isAway = true
  }
  const noteThere = () => {
    if (isAway) log.info('traces can be sent again')
    isAway = false
  }
  /** @returns whether the next ones may follow */
  const sendSome = async (): Promise<boolean> => {
    const some = waiting.slice(0, AT_ONCE)
    try {
      const { status } = await post(address, toOtlp(some, sender), givingUp.signal)
      if (isLater(status)) throw new Error(`The collector answers ${status}.`)
      const isTaken = status < 300
      figures[isTaken ? 'sent' : 'dropped'] += some.length
      waiting = waiting.slice(some.length)
      if (isTaken) noteThere()
      else noteAway(new Error(`The collector refuses what it is sent: ${status}.`))
      return true
    } catch (error) {
      noteAway(error)
      return false
    }
  }
  const run = async () => {
    let pause = pauseMs
    while (!stopping.signal.aborted) {
      await wait(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      let goesOn = true
      while (goesOn && waiting.length > 0 && !stopping.signal.aborted) goesOn = await sendSome()
      pause = goesOn ? pauseMs : Math.min(2 * pause, LONGEST_PAUSE_MS)
    }
  }
  const running = run()
  return {
    figures,
    take(spans) {
      const fits = waiting.length + spans.length <= MOST_WAITING
      if (fits) waiting.push(...spans)
      else figures.dropped += spans.length
    },
    miss(count) {
      figures.dropped += count
    },
    async stop() {
      stopping.abort()
      const late = setTimeout(() => givingUp.abort(), LAST_PATIENCE_MS)
      await running
      while (waiting.length > 0 && (await sendSome()));
      clearTimeout(late)
    },
  }
}

/** What the collector cannot take now and may take later. */
function isLater(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

async function post(address: URL, spans: object, givingUp: AbortSignal): Promise<{ status: number }> {
  const { status, body } = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(spans),
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), givingUp]),
  })
  await body?.cancel()
  return { status }
}

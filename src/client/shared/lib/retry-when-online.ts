import { NetworkError } from './api-error.ts'

/** Browsers learn a little later that the network is gone than the calls that broke with it. */
const LEARNT_AFTER_MS = 300

interface Patience {
  /** Ends the waiting, with an AbortError. */
  signal?: AbortSignal
  /** What a failure of `send` came from, where it wraps that. */
  causeOf?: (error: unknown) => unknown
}

/**
 * Sends something as soon as there is a network: now, and again each time that the browser is back online, if it failed for want
 * of one. For what may be sent twice.
 *
 * @throws what `send` throws, if there was a network or something else was wrong
 */
export async function onceOnline<Result>(
  send: () => Promise<Result>,
  { signal, causeOf = (error) => error }: Patience = {},
): Promise<Result> {
  for (;;) {
    const line = watchLine()
    try {
      return await send()
    } catch (error) {
      if (!(causeOf(error) instanceof NetworkError)) throw error
      if (navigator.onLine) await new Promise((resolve) => setTimeout(resolve, LEARNT_AFTER_MS))
      // A network that was gone meanwhile, and is back already, is another one.
      if (navigator.onLine && !line.wasGone()) throw error
      if (!navigator.onLine) await backOnline(signal)
    } finally {
      line.end()
    }
  }
}

/** Notes whether there was no network at some moment from now on. */
function watchLine(): { wasGone: () => boolean; end: () => void } {
  const watching = new AbortController()
  let isGone = !navigator.onLine
  const note = () => (isGone = true)
  for (const change of ['offline', 'online']) {
    window.addEventListener(change, note, { signal: watching.signal })
  }
  return { wasGone: () => isGone, end: () => watching.abort() }
}

function backOnline(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const heard = new AbortController()
    const once = { signal: heard.signal }
    const end = (settle: () => void) => () => {
      heard.abort()
      settle()
    }
    const cancelled = end(() => reject(new DOMException('The waiting was ended.', 'AbortError')))
    if (signal?.aborted) cancelled()
    signal?.addEventListener('abort', cancelled, once)
    window.addEventListener('online', end(resolve), once)
  })
}

import { NetworkError } from './api-error.ts'

/** Browsers notice that they are offline a little later than the failing calls. */
const LEARNT_AFTER_MS = 300

interface RetryOptions {
  /** Ends the wait with an AbortError. */
  signal?: AbortSignal
  /** The cause of a failure of `send`, if that wraps it. */
  causeOf?: (error: unknown) => unknown
}

/**
 * Sends now, and again whenever the browser is back online after a failure for want of a network. For idempotent sends
 * only.
 *
 * @throws what `send` throws, if the network was there or something else failed
 */
export async function retryWhenOnline<Result>(
  send: () => Promise<Result>,
  { signal, causeOf = (error) => error }: RetryOptions = {},
): Promise<Result> {
  for (;;) {
    const network = watchNetwork()
    try {
      return await send()
    } catch (error) {
      if (!(causeOf(error) instanceof NetworkError)) throw error
      if (navigator.onLine) await new Promise((resolve) => setTimeout(resolve, LEARNT_AFTER_MS))
      // The network was lost meanwhile and is back already.
      if (navigator.onLine && !network.wasGone()) throw error
      if (!navigator.onLine) await backOnline(signal)
    } finally {
      network.end()
    }
  }
}

/** Notes whether the browser was offline at any time from now on. */
function watchNetwork(): { wasGone: () => boolean; end: () => void } {
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
    const listener = new AbortController()
    const once = { signal: listener.signal }
    const end = (settle: () => void) => () => {
      listener.abort()
      settle()
    }
    const cancelled = end(() => reject(new DOMException('The waiting was ended.', 'AbortError')))
    if (signal?.aborted) cancelled()
    signal?.addEventListener('abort', cancelled, once)
    window.addEventListener('online', end(resolve), once)
  })
}

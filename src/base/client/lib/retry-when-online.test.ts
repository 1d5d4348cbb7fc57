import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from './api-error.ts'
import { retryWhenOnline } from './retry-when-online.ts'

const network = { onLine: true }
const page = new EventTarget()
const comesBack = () => {
  network.onLine = true
  page.dispatchEvent(new Event('online'))
}

beforeEach(() => {
  network.onLine = false
  vi.useFakeTimers()
  vi.stubGlobal('navigator', network)
  vi.stubGlobal('window', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Fails with a network error until online. */
const sending = () =>
  vi.fn<() => Promise<string>>(async () => {
    if (!network.onLine) throw new NetworkError(false)
    return 'sent'
  })

/** The message of the failure. */
const failureOf = (sent: Promise<unknown>) => sent.then(String, (error: Error) => error.message)

test('sends once online after a network failure, and not before', async () => {
  const send = sending()
  const sent = retryWhenOnline(send)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(send).toHaveBeenCalledTimes(1)
  comesBack()
  await expect(sent).resolves.toBe('sent')
  expect(send).toHaveBeenCalledTimes(2)
})

test('waits for a browser that notices late that it is offline', async () => {
  network.onLine = true
  const send = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new NetworkError(true))
    .mockResolvedValue('sent')
  const sent = retryWhenOnline(send)
  await vi.advanceTimersByTimeAsync(100)
  network.onLine = false
  await vi.advanceTimersByTimeAsync(1_000)
  comesBack()
  await expect(sent).resolves.toBe('sent')
})

test('retries at once if the network is back before the failure was noticed', async () => {
  const lost = Promise.withResolvers<string>()
  const send = vi.fn<() => Promise<string>>().mockReturnValueOnce(lost.promise).mockResolvedValue('sent')
  const sent = retryWhenOnline(send)
  comesBack()
  lost.reject(new NetworkError(true))
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(sent).resolves.toBe('sent')
  expect(send).toHaveBeenCalledTimes(2)
})

test('fails at once if online, or for another reason', async () => {
  const refused = new ApiError({ status: 412, statusText: '', body: '' })
  await expect(retryWhenOnline(() => Promise.reject(refused))).rejects.toBe(refused)
  network.onLine = true
  const failed = failureOf(retryWhenOnline(() => Promise.reject(new NetworkError(true))))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await failed).toContain('can’t be reached')
})

test('stops waiting when aborted, and sends nothing more', async () => {
  const send = sending()
  const ending = new AbortController()
  const failed = failureOf(retryWhenOnline(send, { signal: ending.signal }))
  await vi.advanceTimersByTimeAsync(0)
  ending.abort()
  expect(await failed).toBe('The waiting was ended.')
  comesBack()
  expect(send).toHaveBeenCalledTimes(1)
})

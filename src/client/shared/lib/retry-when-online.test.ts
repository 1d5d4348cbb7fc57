import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from './api-error.ts'
import { onceOnline } from './retry-when-online.ts'

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

/** Fails for want of a network until there is one. */
const sending = () =>
  vi.fn<() => Promise<string>>(async () => {
    if (!network.onLine) throw new NetworkError(false)
    return 'sent'
  })

/** What it says that something failed. */
const failureOf = (sent: Promise<unknown>) => sent.then(String, (error: Error) => error.message)

test('what fails for want of a network is sent once there is one, and not before', async () => {
  const send = sending()
  const sent = onceOnline(send)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(send).toHaveBeenCalledTimes(1)
  comesBack()
  await expect(sent).resolves.toBe('sent')
  expect(send).toHaveBeenCalledTimes(2)
})

test('a browser that learns only afterwards that its network is gone is waited for', async () => {
  network.onLine = true
  const send = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new NetworkError(true))
    .mockResolvedValue('sent')
  const sent = onceOnline(send)
  await vi.advanceTimersByTimeAsync(100)
  network.onLine = false
  await vi.advanceTimersByTimeAsync(1_000)
  comesBack()
  await expect(sent).resolves.toBe('sent')
})

test('a network that is back before its going was noticed is used at once', async () => {
  const lost = Promise.withResolvers<string>()
  const send = vi.fn<() => Promise<string>>().mockReturnValueOnce(lost.promise).mockResolvedValue('sent')
  const sent = onceOnline(send)
  comesBack()
  lost.reject(new NetworkError(true))
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(sent).resolves.toBe('sent')
  expect(send).toHaveBeenCalledTimes(2)
})

test('with a network, or for another reason, it fails at once', async () => {
  const refused = new ApiError({ status: 412, statusText: '', body: '' })
  await expect(onceOnline(() => Promise.reject(refused))).rejects.toBe(refused)
  network.onLine = true
  const failed = failureOf(onceOnline(() => Promise.reject(new NetworkError(true))))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await failed).toContain('can’t be reached')
})

test('the waiting can be ended, and then nothing is sent any more', async () => {
  const send = sending()
  const ending = new AbortController()
  const failed = failureOf(onceOnline(send, { signal: ending.signal }))
  await vi.advanceTimersByTimeAsync(0)
  ending.abort()
  expect(await failed).toBe('The waiting was ended.')
  comesBack()
  expect(send).toHaveBeenCalledTimes(1)
})

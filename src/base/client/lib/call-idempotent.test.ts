import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callIdempotent, reconcileLostResponse } from './call-idempotent.ts'
import { NetworkError } from './api.ts'

let server: Server
let answers: RequestListener[]
const keys: (string | undefined)[] = []

beforeEach(async () => {
  keys.length = 0
  answers = []
  server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined)
    answers.shift()?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    realFetch(`http://127.0.0.1:${port}${path}`, init),
  )
  vi.stubGlobal('navigator', { onLine: true })
})

afterEach(async () => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const cut: RequestListener = (request) => request.socket.destroy()
const done: RequestListener = (_request, response) => response.end('{"notified":1}')
const refused: RequestListener = (_request, response) => response.writeHead(409).end('{}')
const fault: RequestListener = (_request, response) => response.writeHead(500).end('{}')

const notify = (id: string) =>
  callIdempotent('POST /api/admin/annual-reviews/notify', { body: { applicationIds: [id] } })

test('retries a call whose response was lost, under the same key', async () => {
  answers = [cut, (_request, response) => response.writeHead(503).end(), done]
  expect(await notify('a')).toEqual({ notified: 1 })
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^"[0-9a-f-]{36}"$/u)
})

test('gives each call its own key, and keeps the key of a call with unknown outcome', async () => {
  answers = [done, done, refused, fault, done, done]
  await notify('b')
  await notify('b')
  await expect(notify('b')).rejects.toMatchObject({ status: 409 })
  await expect(notify('b')).rejects.toMatchObject({ status: 500 })
  await notify('b')
  await notify('b')
  expect(keys[3]).toBe(keys[4])
  expect(new Set(keys).size).toBe(5)
})

test('checks for the result without a response, and only then reports an error', async () => {
  const happened = { notified: 3 }
  answers = [cut, cut, cut]
  expect(await reconcileLostResponse(notify('c'), async () => happened)).toBe(happened)
  answers = [cut, cut, cut]
  await expect(reconcileLostResponse(notify('d'), async () => null)).rejects.toBeInstanceOf(NetworkError)
  answers = [refused]
  await expect(reconcileLostResponse(notify('e'), async () => happened)).rejects.toMatchObject({
    status: 409,
  })
})

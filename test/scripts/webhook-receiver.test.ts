import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Webhook } from 'standardwebhooks'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const body = JSON.stringify({
  type: 'application.submitted',
  timestamp: '2026-11-25T08:15:02.120Z',
  data: {},
})

let receiver: ChildProcess
let url = ''
let output = ''

/** The receiver of the documentation, as an integrator runs it. */
beforeAll(async () => {
  receiver = spawn(process.execPath, [path.resolve('docs/webhook-receiver.mjs')], {
    env: { WEBHOOK_SECRET: SECRET, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  receiver.stdout?.on('data', (text: Buffer) => (output += text.toString()))
  const started = await vi.waitUntil(() => /port: (\d+)/u.exec(output), { timeout: 10_000 })
  url = `http://127.0.0.1:${started[1]}/`
})
afterAll(async () => {
  receiver.kill()
  await once(receiver, 'exit')
})

function headersOf(id: string, at = new Date(), secret = SECRET) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
}
const send = async (headers: Record<string, string>, sent = body) =>
  (await fetch(url, { method: 'POST', headers, body: sent })).status

test('the receiver of the documentation accepts an event, and processes it once', async () => {
  expect([await send(headersOf('evt_1')), await send(headersOf('evt_1'))]).toEqual([204, 204])
  await expect.poll(() => output.split('application.submitted').length - 1).toBe(1)
})

test.each([
  ['a changed body', headersOf('evt_2'), body.replace('submitted', 'submittee')],
  ['another secret', headersOf('evt_3', new Date(), `whsec_${Buffer.alloc(32, 8).toString('base64')}`), body],
  ['a replay after six minutes', headersOf('evt_4', new Date(Date.now() - 360_000)), body],
  ['no signature', {}, body],
])('it refuses %s', async (_, headers, sent) => {
  expect(await send(headers, sent)).toBe(401)
  expect(output.match(/application\./gu)).toHaveLength(1)
})

test('it refuses another method, and more than 64 kB', async () => {
  expect((await fetch(url)).status).toBe(405)
  expect(await send(headersOf('evt_5'), 'a'.repeat(70_000))).toBe(413)
})

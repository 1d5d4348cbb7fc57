import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSettings } from '#app/server/config/settings.ts'
import { heardLog } from '#test/support/heard-log.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { appendAnchor } from './anchors.ts'
import { sendAnchors, unsentBytes, unsentSince } from './send-anchors.ts'

const at = new Date('2026-11-22T10:00:00Z')
const anchor = (eventId: number) => ({ eventId, code: Buffer.alloc(32, eventId) })

let dataDir = ''
beforeEach(() => {
  dataDir = makeFolder('onboarding-anchors-')
})
afterEach(() => rmSync(dataDir, { recursive: true }))

function contextOf(url: string) {
  const { log, heard } = heardLog()
  return { log, heard, settings: readSettings({ DATA_DIR: dataDir, AUDIT_ANCHOR_URL: url }) }
}

test('over TCP each anchor arrives once, as a message of RFC 5424 after its length', async () => {
  const received: Promise<string>[] = []
  const server = createServer((socket) => void received.push(text(socket))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const context = contextOf(`syslog+tcp://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await appendAnchor(dataDir, anchor(1), at)
  await appendAnchor(dataDir, anchor(2), at)
  await sendAnchors(context)
  await sendAnchors(context)
  await appendAnchor(dataDir, anchor(3), at)
  await sendAnchors(context)
  const sent = (await Promise.all(received)).join('')
  expect([...sent.matchAll(/"eventId":(\d+)/gu)].map(([, id]) => id)).toEqual(['1', '2', '3'])
  const [, length = '', message = ''] =
    /^(\d+) (<109>1 \S+ \S+ client-onboarding \d+ audit-anchor - \{.*?\})/u.exec(sent) ?? []
  expect(Buffer.byteLength(message)).toBe(Number(length))
  expect(await unsentBytes(context.settings)).toBe(0)
  server.close()
})

test('over UDP too', async () => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const context = contextOf(`syslog+udp://127.0.0.1:${socket.address().port}`)
  await appendAnchor(dataDir, anchor(7), at)
  const arriving = once(socket, 'message') as Promise<[Buffer]>
  await sendAnchors(context)
  const [message] = await arriving
  expect(message.toString()).toContain('"eventId":7')
  socket.close()
})

test('anchors that cannot be sent wait, are reported, and are sent later', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  const context = contextOf(`syslog+tcp://127.0.0.1:${port}`)
  await appendAnchor(dataDir, anchor(1), at)
  await sendAnchors(context)
  expect(context.heard()).toContain('sending audit log anchors failed')
  expect(await unsentBytes(context.settings)).toBeGreaterThan(0)
  expect(await unsentSince(context.settings)).toEqual(at)
  const received: Promise<string>[] = []
  const back = createServer((socket) => void received.push(text(socket))).listen(port, '127.0.0.1')
  await once(back, 'listening')
  await sendAnchors(context)
  expect(await Promise.all(received)).toEqual([expect.stringContaining('"eventId":1')])
  expect(await unsentBytes(context.settings)).toBe(0)
  back.close()
})

test.each(['http://logs.example', 'syslog://logs.example', 's3://', 'bucket'])(
  'an invalid address is refused at the start: %s',
  (url) => {
    expect(() => readSettings({ AUDIT_ANCHOR_URL: url })).toThrow('AUDIT_ANCHOR_URL: use an address such as')
  },
)

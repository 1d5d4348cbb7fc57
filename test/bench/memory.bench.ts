import { request } from 'node:http'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { createDiskStore } from '#base/server/storage/disk-store.ts'
import { encryptedStore } from '#base/server/storage/encrypted-store.ts'
import { makePdf } from '#test/support/files.ts'
import type { Measurement, Row, Scale } from './measurement.ts'
import { median } from './support/alternate.ts'
import { openLoadGenerator } from './support/load.ts'
import { forgetPeak, peakMemory, residentMemory } from './support/process-memory.ts'
import { atMost } from './support/rows.ts'
import { startBenchServer, type BenchClient, type BenchServer } from './support/server.ts'

const CONNECTIONS = 16
const UPLOADS = 100
const UPLOAD_BYTES = 5_000_000
const MAX_AFTER_LOAD = 350
const MAX_GROWTH = 100
const PATHS = ['/api/user', '/api/application'] as const

/** Sends a request and reads the whole response. @throws Error unless it succeeds */
function call(
  { url }: BenchServer,
  { method, path, headers, body }: { method: string; path: string; headers: object; body: Buffer },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': body.length }
    const sending = request(new URL(path, url), { method, headers: { ...headers, ...length } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.once('end', () => {
        if ((answer.statusCode ?? 0) < 300) resolve(text)
        else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`))
      })
    })
    sending.once('error', reject).end(body)
  })
}

/** A complete upload by one client: address, file, registration. */
async function upload(server: BenchServer, { headers }: BenchClient, file: Buffer): Promise<void> {
  const asJson = { ...headers, 'content-type': 'application/json' }
  const json = (value: object) => Buffer.from(JSON.stringify(value))
  const announced = { purpose: 'signedFais', contentType: 'application/pdf', size: file.length }
  const given = await call(server, {
    method: 'POST',
    path: '/api/objects/upload',
    headers: asJson,
    body: json(announced),
  })
  const { uploadURL } = JSON.parse(given) as { uploadURL: string }
  const { pathname, search } = new URL(uploadURL)
  const asPdf = { ...headers, 'content-type': 'application/pdf' }
  await call(server, { method: 'PUT', path: pathname + search, headers: asPdf, body: file })
  await call(server, {
    method: 'PUT',
    path: '/api/fais-uploads',
    headers: asJson,
    body: json({ faisDocumentURL: `${server.url}${pathname}`, fileName: 'Signed.pdf' }),
  })
}

async function readALot(server: BenchServer, { rounds, seconds }: Scale): Promise<void> {
  const clients = await server.makeClients(CONNECTIONS, { answers: completeAnswers('client@test.example') })
  const load = openLoadGenerator()
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const path of PATHS) {
        const connections = clients.map(({ headers }) => [{ method: 'GET' as const, path, headers }])
        await load.run({ url: server.url, seconds, connections })
      }
    }
  } finally {
    load.close()
  }
}

/** Peak memory growth while a number of clients upload a file each at the same time. */
async function growthOfUploads(server: BenchServer, { rounds }: Scale): Promise<number> {
  const file = await makePdf({ size: UPLOAD_BYTES })
  const growth: number[] = []
  const context = {
    ...server.factories,
    store: encryptedStore(createDiskStore(server.dataDir), server.factories.keyring),
  }
  const { id: wealthManagerId } = await makeUser(context, { role: 'wealth_manager' })
  await makeFaisDocument(context, { managerId: wealthManagerId })
  const clients = await server.makeClients(UPLOADS, undefined, { wealthManagerId })
  for (let round = 0; round < rounds; round += 1) {
    const before = residentMemory(server.pid)
    forgetPeak(server.pid)
    await Promise.all(clients.map((client) => upload(server, client, file)))
    growth.push(peakMemory(server.pid) - before)
  }
  return median(growth)
}

export default {
  name: 'Memory',
  about: `What the server's process holds: after ${CONNECTIONS} connections have read for a while, and at the peak while ${UPLOADS} clients send 5 MB each at once, address and registration included.`,
  async measure(scale): Promise<Row[]> {
    const server = await startBenchServer()
    try {
      const started = residentMemory(server.pid)
      await readALot(server, scale)
      const after = residentMemory(server.pid)
      const growth = await growthOfUploads(server, scale)
      return [
        atMost('after the load', after, MAX_AFTER_LOAD, 'MB', `${started.toFixed(0)} MB before it`),
        atMost(`growth with ${UPLOADS} uploads at once`, growth, MAX_GROWTH, 'MB'),
      ]
    } finally {
      await server.stop()
    }
  },
} satisfies Measurement

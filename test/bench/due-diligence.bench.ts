import { randomFillSync } from 'node:crypto'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { encryptedStore } from '#base/server/storage/encrypted-store.ts'
import { findActor } from '#features/sign-in/server/sessions.ts'
import { packOfClient } from '#features/due-diligence/server/present.ts'
import { dueDiligenceOn } from '#test/support/due-diligence.ts'
import type { Measurement, Row, Scale } from './measurement.ts'
import { alternate, median, medianRatio } from './support/alternate.ts'
import { answerOf } from './support/bare-answer.ts'
import { completePacks } from './support/complete-due-diligence.ts'
import { compare } from './support/contenders.ts'
import { download, type Download } from './support/download.ts'
import { openLoadGenerator } from './support/load.ts'
import { forgetPeak, peakMemory, residentMemory } from './support/process-memory.ts'
import { oneByOne, recordStatements } from './support/recorded-statements.ts'
import { atLeast, atMost } from './support/rows.ts'
import { savesOf } from './support/saving.ts'
import { startBenchServer, tokenIn, type BenchServer } from './support/server.ts'

const CONNECTIONS = 16
const MEGABYTE = 1e6
const PAPERS = { count: 40, bytes: 2 * MEGABYTE }
const answers = completeAnswers('client@test.example')

/** Saves of the application, with due diligence and without. */
async function measureSaves(on: BenchServer, { rounds, seconds }: Scale): Promise<Row> {
  const off = await startBenchServer({ env: { FICA_PACK: 'off' } })
  const load = openLoadGenerator()
  try {
    const prepare = async (server: BenchServer) => {
      const connections = (await server.makeClients(CONNECTIONS, { answers })).map(savesOf)
      return async () => (await load.run({ url: server.url, seconds, connections })).perSecond
    }
    const rates = await alternate(rounds, { on: await prepare(on), off: await prepare(off) })
    const reason = `${median(rates.on).toFixed(0)} of ${median(rates.off).toFixed(0)} a second`
    return atLeast('Saves, of those without due diligence', medianRatio(rates.on, rates.off), 0.98, reason)
  } finally {
    load.close()
    await off.stop()
  }
}

/** A client's six tasks, all accepted. */
async function measurePack(server: BenchServer, adminId: string, scale: Scale): Promise<Row[]> {
  const clients = await server.makeClients(CONNECTIONS, { answers, status: 'under_review' })
  await completePacks(
    server.factories,
    clients.map(({ applicationId }) => applicationId),
    adminId,
  )
  const { factories, url } = server
  const work = await oneByOne(clients, async ({ headers }) => {
    const now = new Date()
    const sent = async () => {
      const actor = await findActor(factories, tokenIn(headers), { now, isUse: true })
      if (actor !== null) await packOfClient({ ...factories, settings: dueDiligenceOn }, actor, now)
    }
    return { reads: await recordStatements(sent), writes: [] }
  })
  const path = '/api/application/pack'
  const row = await compare(
    {
      name: `GET ${path}`,
      server,
      requests: clients.map(({ headers }) => [{ method: 'GET' as const, path, headers }]),
      work,
      answer: await answerOf(`${url}${path}`, clients[0]?.headers ?? {}),
      promised: 0.25,
    },
    scale,
  )
  return [row]
}

/** The inspector's file of a client with many papers. */
async function measureFile(server: BenchServer, adminId: string, rounds: number): Promise<Row[]> {
  const { factories, dataDir, pid } = server
  const store = encryptedStore(await createStore(readSettings({ DATA_DIR: dataDir })), factories.keyring)
  const [client] = await server.makeClients(1, { answers, status: 'under_review' })
  if (client === undefined) throw new Error('There is one client.')
  const { id: ownerId, applicationId } = client
  await completePacks(factories, [applicationId], adminId)
  for (let made = 0; made < PAPERS.count; made += 1) {
    const bytes = randomFillSync(Buffer.allocUnsafe(PAPERS.bytes))
    const name = `Paper ${made + 1}.pdf`
    await makeDocument({ ...factories, store }, { kind: 'ficaPaper', name, ownerId, applicationId, bytes })
  }
  const admin = await server.signIn({ id: adminId, role: 'admin' })
  const path = `/api/admin/applications/${applicationId}/inspector-file`
  await download(server, path, admin)
  const growth: number[] = []
  const downloads: Download[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = residentMemory(pid)
    forgetPeak(pid)
    downloads.push(await download(server, path, admin))
    growth.push(peakMemory(pid) - before)
  }
  const seconds = median(downloads.map((one) => one.seconds))
  const size = `${((downloads[0]?.bytes ?? 0) / MEGABYTE).toFixed(0)} MB`
  return [
    atMost(`Inspector’s file, ${PAPERS.count} papers`, seconds, 3, 's', size),
    atMost('The same: growth of memory', median(growth), 64, 'MB'),
  ]
}

export default {
  name: 'Due diligence',
  about: 'A client’s tasks, saves beside them, and the inspector’s file.',
  async measure(scale) {
    const server = await startBenchServer({ env: { FICA_PACK: 'on' } })
    try {
      const { id: adminId } = await makeUser(server.factories, { role: 'admin' })
      return [
        await measureSaves(server, scale),
        ...(await measurePack(server, adminId, scale)),
        ...(await measureFile(server, adminId, scale.rounds)),
      ]
    } finally {
      await server.stop()
    }
  },
} satisfies Measurement

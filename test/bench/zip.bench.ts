import { randomFillSync } from 'node:crypto'
import { documentKinds, type DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { encryptedStore } from '#base/server/storage/encrypted-store.ts'
import type { Measurement, Row } from './measurement.ts'
import { median } from './support/alternate.ts'
import { download, type Download } from './support/download.ts'
import { forgetPeak, peakMemory, residentMemory } from './support/process-memory.ts'
import { atLeast, atMost } from './support/rows.ts'
import { startBenchServer, type BenchServer } from './support/server.ts'

const MAX_GROWTH_MB = 64
const MIN_MB_PER_SECOND = 60
const MAX_TO_FIRST_BYTE_MS = 200

const MEGABYTE = 1e6
/** A generated application with files far above the upload limit, so that streaming matters. */
const PART_BYTES = 100 * MEGABYTE
const PARTS = 20
/** `--quick` runs two rounds. */
const QUICK_PARTS = 4
const QUICK_ROUNDS = 2

type File = readonly [kind: DocumentKindName, bytes: number]

/** The maximum number of files, each of the maximum size. */
function everyUpload(): File[] {
  return Object.entries(documentKinds).flatMap(([kind, { maxBytes, maxCount }]) =>
    kind === 'staffFais'
      ? []
      : Array.from({ length: maxCount }, (): File => [kind as DocumentKindName, maxBytes]),
  )
}

async function makeApplication(server: BenchServer, files: readonly File[]): Promise<string> {
  const store = encryptedStore(
    await createStore(readSettings({ DATA_DIR: server.dataDir })),
    server.factories.keyring,
  )
  const client = await makeClient(server.factories, { application: { status: 'submitted' } })
  for (const [index, [kind, size]] of files.entries()) {
    await makeDocument(
      { ...server.factories, store },
      {
        kind,
        name: `${kind} ${index + 1}.pdf`,
        ownerId: client.id,
        applicationId: client.applicationId,
        bytes: randomFillSync(Buffer.allocUnsafe(size)),
      },
    )
  }
  return client.applicationId
}

async function measureArchive(
  server: BenchServer,
  { what, files, rounds }: { what: string; files: readonly File[]; rounds: number },
): Promise<Row[]> {
  const id = await makeApplication(server, files)
  const admin = await server.signIn(await makeUser(server.factories, { role: 'admin' }))
  const expected = files.reduce((sum, [, size]) => sum + size, 0)
  // The first run loads the code and fills the disk cache.
  await download(server, `/api/admin/applications/${id}/download`, admin)
  const growth: number[] = []
  const downloads: Download[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = residentMemory(server.pid)
    forgetPeak(server.pid)
    const taken = await download(server, `/api/admin/applications/${id}/download`, admin)
    if (taken.bytes < expected) throw new Error(`The archive broke off after ${taken.bytes} bytes.`)
    downloads.push(taken)
    growth.push(peakMemory(server.pid) - before)
  }
  const speed = median(downloads.map(({ bytes, seconds }) => bytes / MEGABYTE / seconds))
  const size = `${(expected / MEGABYTE).toFixed(0)} MB`
  return [
    atLeast(`${what}: megabytes a second`, speed, MIN_MB_PER_SECOND, size),
    atMost(`${what}: growth of memory`, median(growth), MAX_GROWTH_MB, 'MB', size),
    atMost(
      `${what}: until the first byte`,
      median(downloads.map(({ firstByteMs }) => firstByteMs)),
      MAX_TO_FIRST_BYTE_MS,
      'ms',
    ),
  ]
}

export default {
  name: 'Archives',
  about:
    'All documents of an application as one ZIP, over HTTP, from a local disk with encrypted files: every upload at its limit, and 2 GB of made-up ones (400 MB with --quick).',
  async measure({ rounds }) {
    const server = await startBenchServer()
    const parts = rounds <= QUICK_ROUNDS ? QUICK_PARTS : PARTS
    const large = Array.from({ length: parts }, (): File => ['payslip', PART_BYTES])
    try {
      return [
        ...(await measureArchive(server, {
          what: 'Every upload at its limit',
          files: everyUpload(),
          rounds,
        })),
        ...(await measureArchive(server, { what: 'Made-up files', files: large, rounds })),
      ]
    } finally {
      await server.stop()
    }
  },
} satisfies Measurement

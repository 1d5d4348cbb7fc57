import { exportFormats } from '#base/rules/api/list.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import type { Measurement, Row } from './measurement.ts'
import { median } from './support/alternate.ts'
import { forgetPeak, peakMemory, residentMemory } from './support/process-memory.ts'
import { atMost } from './support/rows.ts'
import { startSeededServer } from './support/seeded-server.ts'
import type { BenchServer } from './support/server.ts'

const APPLICATIONS = 100_000
const MAX_GROWTH_MB = 32

interface Taken {
  seconds: number
  growth: number
  bytes: number
}

async function take(server: BenchServer, headers: Record<string, string>, format: string): Promise<Taken> {
  const before = residentMemory(server.pid)
  forgetPeak(server.pid)
  const begun = performance.now()
  const answer = await fetch(`${server.url}/api/admin/application-export?format=${format}`, { headers })
  if (answer.status !== 200 || answer.body === null)
    throw new Error(`The export was answered with ${answer.status}.`)
  let bytes = 0
  for await (const chunk of answer.body) bytes += chunk.length
  return { seconds: (performance.now() - begun) / 1000, growth: peakMemory(server.pid) - before, bytes }
}

export default {
  name: 'Export',
  about: 'The list of 100,000 applications as a file, over HTTP.',
  async measure({ rounds, keep }) {
    const server = await startSeededServer(APPLICATIONS, { keep })
    try {
      const admin = await server.signIn(await makeUser(server.factories, { role: 'admin' }))
      const rows: Row[] = []
      for (const format of exportFormats) {
        // The first run loads the code.
        await take(server, admin, format)
        const taken: Taken[] = []
        for (let round = 0; round < rounds; round += 1) taken.push(await take(server, admin, format))
        const middle = (of: (one: Taken) => number) => median(taken.map(of))
        const size = `${(middle(({ bytes }) => bytes) / 1e6).toFixed(0)} MB in ${middle(({ seconds }) => seconds).toFixed(1)} s`
        const growth = middle((one) => one.growth)
        rows.push(atMost(`100,000 rows as ${format}: growth of memory`, growth, MAX_GROWTH_MB, 'MB', size))
      }
      return rows
    } finally {
      await server.stop()
    }
  },
} satisfies Measurement

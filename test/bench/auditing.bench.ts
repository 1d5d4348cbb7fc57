import { fileURLToPath } from 'node:url'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import type { Measurement } from './measurement.ts'
import { alternate, median, medianRatio } from './support/alternate.ts'
import { openLoadGenerator } from './support/load.ts'
import { atLeast } from './support/rows.ts'
import { savesOf } from './support/saving.ts'
import { startBenchServer, type BenchServer } from './support/server.ts'

const CLIENTS = 32
const PROMISED = 0.8
const WITHOUT_AUDIT = fileURLToPath(new URL('support/without-audit-process.ts', import.meta.url))

async function auditRowsIn({ factories }: BenchServer): Promise<number> {
  const { rows } = await factories.database.pool.query<{ count: string }>(
    "select count(*) from audit_events where action = 'application.saved'",
  )
  return Number(rows[0]?.count)
}

export default {
  name: 'Auditing',
  about: `${CLIENTS} clients save again and again, on a server that records it and on one that does not.`,
  async measure({ rounds, seconds }) {
    const audited = await startBenchServer({ program: 'sources' })
    const unaudited = await startBenchServer({ program: 'sources', nodeOptions: ['--import', WITHOUT_AUDIT] })
    const load = openLoadGenerator()
    try {
      const prepare = async (server: BenchServer) => {
        const answers = completeAnswers('client@test.example')
        const connections = (await server.makeClients(CLIENTS, { answers })).map(savesOf)
        return async () => (await load.run({ url: server.url, seconds, connections })).perSecond
      }
      const { on, off } = await alternate(rounds, {
        on: await prepare(audited),
        off: await prepare(unaudited),
      })
      if ((await auditRowsIn(audited)) === 0 || (await auditRowsIn(unaudited)) > 0) {
        throw new Error('The two servers do not differ in what they record.')
      }
      const rates = `${median(on).toFixed(0)} of ${median(off).toFixed(0)} a second`
      return [atLeast('saves with auditing, of those without', medianRatio(on, off), PROMISED, rates)]
    } finally {
      load.close()
      await audited.stop()
      await unaudited.stop()
    }
  },
} satisfies Measurement

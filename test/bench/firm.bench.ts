import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeUser } from '#app/demo/factories/users.ts'
import { startEmbeddedPostgres } from '#base/server/embedded-postgres/embedded-postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import type { Measurement } from './measurement.ts'
import { median } from './support/alternate.ts'
import { atMost } from './support/rows.ts'
import { startBenchServer, type BenchServer } from './support/server.ts'

const SERVERS = 4
const MAX_CONNECTIONS = 200
const CHANGES_A_ROUND = 40
/** The promise of docs/firm.md. */
const VISIBLE_WITHIN_S = 2
const ASK_AGAIN_MS = 10
/** As load balancers do; both probes share a cached result. */
const READINESS_EVERY_MS = 2000
const SECOND_MS = 1000

async function startServers(folder: string, env: Record<string, string>): Promise<BenchServer[]> {
  const objects = path.join(folder, 'objects')
  mkdirSync(objects)
  const servers: BenchServer[] = []
  for (let count = 0; count < SERVERS; count += 1) {
    const dataDir = path.join(folder, `server-${count}`)
    mkdirSync(dataDir)
    symlinkSync(objects, path.join(dataDir, 'objects'))
    servers.push(await startBenchServer({ dataDir, env }))
  }
  return servers
}

/** Asks whether a server is ready, now and then. @returns a function that stops it */
function askReadiness({ url }: BenchServer): () => Promise<void> {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      await fetch(`${url}/readyz`)
      await wait(READINESS_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

async function untilShown({ url }: BenchServer, tagline: string): Promise<void> {
  const shown = async () =>
    ((await (await fetch(`${url}/api/branding`)).json()) as { tagline: string }).tagline
  while ((await shown()) !== tagline) await wait(ASK_AGAIN_MS)
}

/** Changes the firm on one server. @returns seconds from the request until all servers show it */
async function change(
  servers: readonly BenchServer[],
  on: BenchServer,
  headers: Record<string, string>,
  tagline: string,
): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(`${on.url}/api/firm/settings/identity`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ values: { tagline } }),
  })
  if (!answer.ok) throw new Error(`The change answered ${answer.status}: ${await answer.text()}`)
  await Promise.all(servers.map((server) => untilShown(server, tagline)))
  return (performance.now() - begun) / SECOND_MS
}

export default {
  name: 'Changes of the firm’s settings',
  about: `Changes on ${SERVERS} servers on one PostgreSQL in turn, until all ${SERVERS} show each; ${CHANGES_A_ROUND} a round.`,
  async measure({ rounds }) {
    const folder = makeFolder('onboarding-firm-', tmpdir())
    const log = () => undefined
    const postgres = await startEmbeddedPostgres({ dataDir: folder, maxConnections: MAX_CONNECTIONS, log })
    const servers = await startServers(folder, {
      DATABASE_URL: postgres.url,
      DATABASE_OWNER_URL: postgres.ownerUrl,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    })
    const endings = servers.map(askReadiness)
    try {
      const [first] = servers
      if (first === undefined) throw new Error('There is no server.')
      const headers = await first.signIn(await makeUser(first.factories, { role: 'system_administrator' }))
      const taken: number[] = []
      for (let count = 0; count < rounds * CHANGES_A_ROUND; count += 1) {
        const on = servers[count % SERVERS] ?? first
        taken.push(await change(servers, on, headers, `Change ${count}`))
        // Changes meet every phase of the servers' probes.
        await wait(Math.random() * SECOND_MS)
      }
      const sorted = taken.toSorted((a, b) => a - b)
      const ninetyNine = sorted[Math.ceil(0.99 * sorted.length) - 1] ?? Infinity
      const because = `median ${median(taken).toFixed(2)} s, slowest ${sorted.at(-1)?.toFixed(2)} s of ${taken.length}`
      return [
        atMost('change shown by all servers, 99th percentile', ninetyNine, VISIBLE_WITHIN_S, 's', because),
      ]
    } finally {
      for (const end of endings) await end()
      for (const server of servers) await server.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
} satisfies Measurement

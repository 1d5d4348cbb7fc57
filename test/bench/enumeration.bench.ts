import { randomInt } from 'node:crypto'
import { rankTest } from '#test/support/rank-test.ts'
import type { Measurement, Row } from './measurement.ts'
import { median } from './support/alternate.ts'
import { ORIGIN, startBenchServer, type BenchServer } from './support/server.ts'

const PAIRS = 200
const FEW_PAIRS = 40
/** With fewer rounds the result is not tested, since the run only checks that the benchmark works. */
const FEW_ROUNDS = 3
const SIGNIFICANT = 0.01
const PASSWORD = 'four quiet herons wading'

const calls = {
  'Sign-in': (username: string) => ({ path: '/api/login', body: { username, password: `not ${PASSWORD}` } }),
  'Forgotten password': (username: string) => ({ path: '/api/request-password-reset', body: { username } }),
}

interface Reading {
  ms: number
  /** What the caller can observe of the response. */
  visible: string
}

/** Uses a new address each time, so that no rate limit applies. */
async function ask(
  { url }: BenchServer,
  { path, body }: { path: string; body: unknown },
  address: string,
): Promise<Reading> {
  const began = performance.now()
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  const ms = performance.now() - began
  const headers = [...answer.headers].filter(([name]) => name !== 'date')
  return { ms, visible: JSON.stringify([answer.status, headers, text]) }
}

/** One account of each pair exists, the other does not; the order is random. */
async function compare(
  server: BenchServer,
  call: (typeof calls)[keyof typeof calls],
  usernames: readonly string[],
  network: number,
) {
  const readings = { known: [] as Reading[], unknown: [] as Reading[] }
  for (const [index, username] of usernames.entries()) {
    const pair = [
      ['known', username],
      ['unknown', `n${username}`],
    ] as const
    const order = randomInt(2) === 0 ? pair : pair.toReversed()
    for (const [which, name] of order) {
      const address = `10.${network + (which === 'known' ? 0 : 1)}.${Math.floor(index / 250)}.${(index % 250) + 1}`
      readings[which].push(await ask(server, call(name), address))
    }
  }
  return readings
}

function rowsOf(what: string, { known, unknown }: { known: Reading[]; unknown: Reading[] }): Row[] {
  const kinds = new Set([...known, ...unknown].map(({ visible }) => visible)).size
  const [knownMs, unknownMs] = [known.map(({ ms }) => ms), unknown.map(({ ms }) => ms)]
  const p = rankTest(knownMs, unknownMs)
  const medians = `${median(knownMs).toFixed(1)} and ${median(unknownMs).toFixed(1)} ms`
  const pairs = `${known.length} pairs of accounts, one there and one not`
  return [
    {
      what: `${what}, ${pairs}: different answers`,
      measured: String(kinds),
      promised: '1',
      met: kinds === 1,
    },
    {
      what: `${what}: rank test of how long they take`,
      measured: `p = ${p.toFixed(3)} (${medians})`,
      promised: `p ≥ ${SIGNIFICANT}`,
      met: p >= SIGNIFICANT,
    },
  ]
}

export default {
  name: 'Enumeration',
  about:
    'Whether an account exists: what a stranger sees of an answer, and how long it takes, one after another.',
  async measure({ rounds }) {
    const server = await startBenchServer({ env: { TRUST_PROXY: '1' } })
    try {
      const count = rounds < FEW_ROUNDS ? FEW_PAIRS : PAIRS
      const clients = await server.makeClients(count, undefined, { password: PASSWORD })
      const usernames = clients.map(({ username }) => username)
      const rows: Row[] = []
      for (const [index, [what, call]] of Object.entries(calls).entries()) {
        // The first round warms up compilers and caches.
        await compare(server, call, usernames.slice(0, 3), 200 + index * 2)
        rows.push(...rowsOf(what, await compare(server, call, usernames, 10 + index * 2)))
      }
      return rows
    } finally {
      await server.stop()
    }
  },
} satisfies Measurement

import { afterAll, beforeAll, expect, test } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import { openSavingClients, signInClients } from '#test/support/saving-clients.ts'

interface State {
  url: string
  databaseUrl: string
  encryptionKey: string
}
interface Cluster {
  state: State
  stop: () => Promise<void>
}

const { openCluster } = (await import(
  new URL('../../scripts/cluster/cluster.mjs', import.meta.url).href
)) as {
  openCluster: (node: string, to: { say: (line: string) => void }) => Promise<Cluster>
}
const { killLeader, leaderOf } = (await import(
  new URL('../../scripts/cluster/leader.mjs', import.meta.url).href
)) as Record<'killLeader' | 'leaderOf', (state: State) => Promise<string>>

const CLIENTS = 6
const TIMES = 4
/** What docs/reliability.md promises of a leader that is killed. */
const BACK_WITHIN_MS = 30_000
/** Of the site at work, before and after each. */
const AT_WORK_MS = 5000
const DYING_MS = 1000
const MINUTES = 60_000
const tell = (line: string) => process.stdout.write(`  ${line}\n`)

let cluster: Cluster | undefined
beforeAll(async () => {
  cluster = await openCluster(process.execPath, { say: tell })
}, 4 * MINUTES)
afterAll(async () => cluster?.stop(), MINUTES)

test(
  `the database that leads is killed ${TIMES} times under a load of saves: none that was acknowledged is lost, and all go on within half a minute`,
  async () => {
    if (cluster === undefined) throw new Error('There is no cluster.')
    const { state } = cluster
    const clients = openSavingClients(await signInClients(CLIENTS, state), { urlOf: () => state.url })
    clients.begin()
    await wait(AT_WORK_MS)
    const gaps: number[] = []
    for (let round = 1; round <= TIMES; round += 1) {
      const begun = performance.now()
      clients.forgetGap()
      const name = await killLeader(state)
      // What was on its way may still be acknowledged.
      await wait(DYING_MS)
      const before = clients.acknowledged()
      await expect
        .poll(clients.acknowledged, { timeout: 2 * MINUTES, interval: 50 })
        .toBeGreaterThan(before + CLIENTS)
      await wait(AT_WORK_MS)
      gaps.push(clients.longestGapMs())
      tell(
        `round ${round}: ${name} killed; the longest time without an acknowledged save ${Math.round(gaps.at(-1) ?? 0)} ms, after ${Math.round(performance.now() - begun)} ms ${clients.acknowledged()} saves acknowledged`,
      )
      await leaderOf(state)
    }
    await clients.stop()
    const compared = await clients.compare()
    const refused = clients.failures.filter((failure) => failure.startsWith('503'))
    tell(
      `${TIMES} rounds: acknowledged ${compared.acknowledged}, lost ${compared.lost}, doubled ${compared.doubled}, refused in words (503) ${refused.length}, other failures ${clients.failures.length - refused.length}, longest gap ${Math.round(Math.max(...gaps))} ms`,
    )
    expect(compared).toMatchObject({ lost: 0, doubled: 0 })
    expect(Math.max(...gaps)).toBeLessThan(BACK_WITHIN_MS)
    // None waited in vain: each was answered, with a reason.
    expect(clients.failures.filter((failure) => failure.includes('in time'))).toEqual([])
  },
  10 * MINUTES,
)

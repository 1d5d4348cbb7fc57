import { afterAll, beforeAll, expect, test } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import type { Application } from '#domain/api/application.ts'
import { openHttpSession } from '#test/support/http.ts'
import { openSavingClients, signInClients } from '#test/support/saving-clients.ts'
import { judgeByLog } from './audited.ts'
import { openUploadingClients } from './uploading-clients.ts'

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
const { killLeader, freezeLeader, leaderOf } = (await import(
  new URL('../../scripts/cluster/leader.mjs', import.meta.url).href
)) as Record<'killLeader' | 'leaderOf', (state: State) => Promise<string>> & {
  freezeLeader: (state: State, ms: number) => Promise<string>
}

const CLIENTS = 6
const UPLOADING = 2
const TIMES = 4
/** Longer than a leader's lease: another leads by then, and the one that wakes finds out. */
const FREEZE_MS = 20_000
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
  `the database that leads is killed ${TIMES} times and frozen once under saves and uploads: nothing acknowledged is lost or done twice, and all go on within half a minute`,
  async () => {
    if (cluster === undefined) throw new Error('There is no cluster.')
    const { state } = cluster
    const tokens = await signInClients(CLIENTS, state)
    const clients = openSavingClients(tokens, { urlOf: () => state.url })
    const uploading = openUploadingClients(await signInClients(UPLOADING, state), state.url)
    clients.begin()
    uploading.begin()
    await wait(AT_WORK_MS)
    const gaps: number[] = []
    const frozen = (one: State) => freezeLeader(one, FREEZE_MS)
    const rounds = [...Array.from({ length: TIMES }, () => killLeader), frozen]
    for (const [round, harm] of rounds.entries()) {
      const begun = performance.now()
      clients.forgetGap()
      const name = await harm(state)
      // What was on its way may still be acknowledged.
      await wait(DYING_MS)
      const before = clients.acknowledged()
      await expect
        .poll(clients.acknowledged, { timeout: 2 * MINUTES, interval: 50 })
        .toBeGreaterThan(before + CLIENTS)
      await wait(AT_WORK_MS)
      gaps.push(clients.longestGapMs())
      tell(
        `round ${round + 1}: ${name} ${harm === killLeader ? 'killed' : 'frozen'}; the longest time without an acknowledged save ${Math.round(gaps.at(-1) ?? 0)} ms, after ${Math.round(performance.now() - begun)} ms ${clients.acknowledged()} saves acknowledged`,
      )
      await leaderOf(state)
    }
    await clients.stop()
    await uploading.stop()
    const compared = await clients.compare()
    const files = uploading.acknowledged()
    const lostFiles = await uploading.lost()
    const log = await judgeByLog(state.databaseUrl, {
      ...files,
      versions: new Map(
        await Promise.all(
          clients
            .versions()
            .map(async (each, client) => [await applicationOf(state, tokens[client]), each] as const),
        ),
      ),
    })
    const refused = clients.failures.filter((failure) => failure.startsWith('503'))
    tell(
      `${rounds.length} rounds: files registered ${files.registered.length}, removed ${files.removed.length}; saves acknowledged ${compared.acknowledged}, lost ${compared.lost}, doubled ${compared.doubled}, refused in words (503) ${refused.length}, other failures ${clients.failures.length - refused.length}, longest gap ${Math.round(Math.max(...gaps))} ms`,
    )
    expect(compared).toMatchObject({ lost: 0, doubled: 0 })
    expect({ lostFiles, ...log }).toEqual({ lostFiles: [], lost: [], doubled: [] })
    expect(files.registered.length).toBeGreaterThan(0)
    expect(Math.max(...gaps)).toBeLessThan(BACK_WITHIN_MS)
    // None waited in vain: each was answered, with a reason.
    expect(clients.failures.filter((failure) => failure.includes('in time'))).toEqual([])
  },
  10 * MINUTES,
)

async function applicationOf({ url }: State, token = ''): Promise<string> {
  const session = openHttpSession(url)
  session.cookies.set('session', token)
  return ((await session.get('/api/application')).body as Application).id
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import type { Application } from '#features/applications/api/application.ts'
import { openHttpSession } from '#test/support/http.ts'
import { openSavingClients, signInClients, type SavingClients } from '#test/support/saving-clients.ts'
import { judgeByLog } from './audited.ts'
import { report, type Harmed } from './report.ts'
import { openUploadingClients, type UploadingClients } from './uploading-clients.ts'

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
  new URL('../environments/cluster/cluster.mjs', import.meta.url).href
)) as {
  openCluster: (node: string, to: { print: (line: string) => void }) => Promise<Cluster>
}
const { killLeader, freezeLeader, leaderOf } = (await import(
  new URL('../environments/cluster/leader.mjs', import.meta.url).href
)) as Record<'killLeader' | 'leaderOf', (state: State) => Promise<string>> & {
  freezeLeader: (state: State, ms: number) => Promise<string>
}

const CLIENTS = 6
const UPLOADING = 2
/** `npm test -- --only cluster 5` kills it twenty times. */
const ROUNDS = Number(process.env['CLUSTER_ROUNDS'])
const TIMES = 4
/** Longer than a leader's lease: another database leads by then, and the resumed one must notice. */
const FREEZE_MS = 20_000
/** Limits in docs/reliability.md for a killed or frozen leader. */
const BOUNDS = { gapMs: 30_000, waitMs: 10_000 }
/** Duration of load before and after each fault. */
const AT_WORK_MS = 5000
const DYING_MS = 1000
const MINUTES = 60_000
const print = (line: string) => process.stdout.write(`  ${line}\n`)

let cluster: Cluster | undefined
beforeAll(async () => {
  cluster = await openCluster(process.execPath, { print })
}, 4 * MINUTES)
afterAll(async () => cluster?.stop(), MINUTES)

const kill = { name: 'killed', inflict: killLeader }
const freeze = { name: 'frozen', inflict: (state: State) => freezeLeader(state, FREEZE_MS) }
const harms = Array.from({ length: ROUNDS }, () => [
  ...Array.from({ length: TIMES }, () => kill),
  freeze,
]).flat()

/** Disrupts the leading database once, and waits until everyone can save again. */
async function harm(
  state: State,
  clients: SavingClients,
  { name, inflict }: (typeof harms)[number],
): Promise<Harmed> {
  clients.forgetTimes()
  const [saves, rejections] = [clients.acknowledged(), rejectionsOf(clients).length]
  await inflict(state)
  // Requests in flight may still be acknowledged.
  await wait(DYING_MS)
  const before = clients.acknowledged()
  await expect
    .poll(clients.acknowledged, { timeout: 2 * MINUTES, interval: 50 })
    .toBeGreaterThan(before + CLIENTS)
  await wait(AT_WORK_MS)
  const harmed = {
    name,
    acknowledged: clients.acknowledged() - saves,
    refused: rejectionsOf(clients).length - rejections,
    longestGapMs: clients.longestGapMs(),
    longestWaitMs: clients.longestWaitMs(),
  }
  print(JSON.stringify(harmed))
  await leaderOf(state)
  return harmed
}

test(
  `the database that leads is killed ${TIMES * ROUNDS} times and frozen ${ROUNDS} times under saves and uploads: nothing acknowledged is lost or done twice, and all continue within half a minute`,
  async () => {
    if (cluster === undefined) throw new Error('There is no cluster.')
    const { state } = cluster
    const tokens = await signInClients(CLIENTS, state)
    const clients = openSavingClients(tokens, { urlOf: () => state.url })
    clients.begin()
    const uploading: UploadingClients[] = []
    const harmed: Harmed[] = []
    for (const each of harms) {
      uploading.push(await beginUploading(state))
      await wait(AT_WORK_MS)
      harmed.push(await harm(state, clients, each))
      await uploading.at(-1)?.stop()
    }
    await clients.stop()
    const saves = await clients.compare()
    const acknowledged = uploading.map((each) => each.acknowledged())
    const files = {
      registered: acknowledged.flatMap(({ registered }) => registered),
      removed: acknowledged.flatMap(({ removed }) => removed),
    }
    const lostFiles = (await Promise.all(uploading.map((each) => each.lost()))).flat()
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
    const others = clients.failures.filter((failure) => !isDomainError(failure))
    print(
      `compared: ${JSON.stringify({ ...saves, lostByLog: log.lost.length, doubledByLog: log.doubled.length, lostFiles, unanswered: others.length })}`,
    )
    expect(saves).toMatchObject({ lost: 0, doubled: 0 })
    expect({ lostFiles, ...log }).toEqual({ lostFiles: [], lost: [], doubled: [] })
    expect(files.registered.length).toBeGreaterThan(0)
    // Each got a response with a reason.
    expect(clients.failures.filter((failure) => failure.includes('in time'))).toEqual([])
    expect(harmed.filter(({ longestGapMs }) => longestGapMs > BOUNDS.gapMs)).toEqual([])
    expect(harmed.filter(({ longestWaitMs }) => longestWaitMs > BOUNDS.waitMs)).toEqual([])
    report({ harmed, saves, files, unanswered: others.length, bounds: BOUNDS })
  },
  (2 + 8 * ROUNDS) * MINUTES,
)

/** New clients each time, since upload limits are too low for the whole run. */
async function beginUploading(state: State): Promise<UploadingClients> {
  const uploading = openUploadingClients(await signInClients(UPLOADING, state), state.url)
  uploading.begin()
  return uploading
}

const isDomainError = (failure: string) => failure.startsWith('503')

function rejectionsOf({ failures }: SavingClients): string[] {
  return failures.filter(isDomainError)
}

async function applicationOf({ url }: State, token = ''): Promise<string> {
  const session = openHttpSession(url)
  session.cookies.set('session', token)
  return ((await session.get('/api/application')).body as Application).id
}

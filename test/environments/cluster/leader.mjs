import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const POLL_MS = 100
const TIMEOUT_MS = 120_000

/** The cluster state according to the databases; undefined if none responds. */
export async function membersOf({ databases }) {
  for (const { rest } of databases) {
    const answer = await fetch(`${rest}/cluster`, { signal: AbortSignal.timeout(2000) }).catch(
      () => undefined,
    )
    if (answer?.ok) return (await answer.json()).members
  }
  return undefined
}

/** The leader, once the others have joined and one is its synchronous standby. Killing it earlier proves nothing. */
export async function leaderOf(cluster) {
  for (const begun = performance.now(); performance.now() - begun < TIMEOUT_MS; await wait(POLL_MS)) {
    const members = (await membersOf(cluster)) ?? []
    const atWork = members.filter(({ state }) => /^(?:running|streaming)$/u.test(state))
    const leader = atWork.find(({ role }) => role === 'leader')
    const isWhole =
      atWork.length === cluster.databases.length && atWork.some(({ role }) => role === 'sync_standby')
    if (isWhole && leader !== undefined && (await leads(cluster, leader))) return leader.name
  }
  throw new Error('No database leads with the others beside it.')
}

/** The other databases treat it as leader until its lease expires, even if it is dead. */
async function leads({ databases }, { name }) {
  const { rest } = databases.find((database) => database.name === name)
  return (await fetch(`${rest}/primary`).catch(() => undefined))?.ok === true
}

/** Kills the leading database and its Patroni, as a power failure does; returns its name. */
export async function killLeader(cluster) {
  const name = await leaderOf(cluster)
  signal(cluster, name, 'SIGKILL')
  return name
}

/** Freezes the leading database and its Patroni for a while, as a hanging machine does; returns its name. */
export async function freezeLeader(cluster, ms) {
  const name = await leaderOf(cluster)
  signal(cluster, name, 'SIGSTOP')
  await wait(ms)
  signal(cluster, name, 'SIGCONT')
  return name
}

/** Killing a database kills its child processes; freezing it does not. */
function signal({ databases, pids }, name, how) {
  const { data } = databases.find((database) => database.name === name)
  const postmaster = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ')
  const others = how === 'SIGKILL' ? [] : children.filter(Boolean).map(Number)
  for (const pid of [pids[name], postmaster, ...others]) process.kill(pid, how)
}

/** Saves as a demo client until acknowledged. @returns the milliseconds until then */
export async function untilSaved({ url, password }) {
  const begun = performance.now()
  let cookie
  for (; performance.now() - begun < TIMEOUT_MS; await wait(POLL_MS)) {
    cookie ??= await signIn(url, password)
    const body = JSON.stringify({ city: `City ${Math.round(begun)}` })
    const headers = { origin: url, cookie: cookie ?? '', 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/application`, { method: 'PUT', headers, body }).catch(
      () => undefined,
    )
    if (answer?.status === 200) return performance.now() - begun
  }
  throw new Error('No one could save within two minutes.')
}

async function signIn(url, password) {
  const body = JSON.stringify({ username: 'client@demo.example', password })
  const headers = { origin: url, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/login`, { method: 'POST', headers, body }).catch(() => undefined)
  return answer?.ok
    ? answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
    : undefined
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const POLL_MS = 100
const TIMEOUT_MS = 120_000

/** What the databases say of one another; undefined where none answers. */
export async function membersOf({ databases }) {
  for (const { rest } of databases) {
    const answer = await fetch(`${rest}/cluster`, { signal: AbortSignal.timeout(2000) }).catch(
      () => undefined,
    )
    if (answer?.ok) return (await answer.json()).members
  }
  return undefined
}

/** The one that leads, once the others are there, one of them as its synchronous standby: before that, killing it proves nothing. */
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

/** The others believe that it leads until its lease is over, whether it lives or not. */
async function leads({ databases }, { name }) {
  const { rest } = databases.find((database) => database.name === name)
  return (await fetch(`${rest}/primary`).catch(() => undefined))?.ok === true
}

/** Kills the database that leads and what manages it, as when its machine loses power; answers its name. */
export async function killLeader(cluster) {
  const name = await leaderOf(cluster)
  signal(cluster, name, 'SIGKILL')
  return name
}

/** Stops the database that leads and what manages it for a while, as when its machine hangs; answers its name. */
export async function freezeLeader(cluster, ms) {
  const name = await leaderOf(cluster)
  signal(cluster, name, 'SIGSTOP')
  await wait(ms)
  signal(cluster, name, 'SIGCONT')
  return name
}

/** A database that is killed takes what it started along; one that stops does not. */
function signal({ databases, pids }, name, how) {
  const { data } = databases.find((database) => database.name === name)
  const postmaster = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ')
  const others = how === 'SIGKILL' ? [] : children.filter(Boolean).map(Number)
  for (const pid of [pids[name], postmaster, ...others]) process.kill(pid, how)
}

/** Saves as a client of the demonstration does, until it is acknowledged. @returns after how many milliseconds */
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

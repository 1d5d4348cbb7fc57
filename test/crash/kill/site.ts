import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isRunning } from '#server/platform/embedded-postgres/process-state.ts'
import { postmasterIn } from '#test/support/postmaster.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { endProcess, startServerProcess, type ServerProcess } from '#test/support/server-process.ts'

/** Whom a round kills: the server, the database's first process, or both. */
export type Victim = 'server' | 'postmaster' | 'both'

/** Where a deployment stores its data, and the settings of its commands. */
export interface Deployment {
  dataDir: string
  environment: Readonly<Record<string, string>>
  /** The keys of its bucket's objects, where it has one. */
  keysInBucket?: () => string[]
  /** The Message-IDs of what its mail server took, where it has one. */
  mailsOut?: () => string[]
}

/** A deployment on one machine, with everything on a real disk, that can be killed and started again. */
export interface Site extends Deployment {
  url: () => string
  /** What the server has said since it was started last. */
  output: () => string
  /** SIGKILL, at once. */
  kill: (victim: Victim) => Promise<void>
  /** Lets it answer again, starting it where it does not run. @returns after how many milliseconds it is ready */
  revive: () => Promise<number>
  close: () => Promise<void>
}

const READY_WITHIN_MS = 30_000
const POLL_MS = 10

/** Opens a deployment with a database of its own, as `npm start` gives one, in an empty folder. */
export async function openSite(variables: Readonly<Record<string, string>>): Promise<Site> {
  // not in memory: what is promised is that it is on the disk
  const folder = makeFolder('onboarding-crash-', tmpdir())
  const dataDir = path.join(folder, 'data')
  const environment = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...variables }
  let output = ''
  let running: ServerProcess | undefined
  const start = async () => {
    output = ''
    running = await startServerProcess(environment, (text) => {
      output += text
    })
  }
  const url = () => running?.url ?? ''
  await start()
  return {
    dataDir,
    environment,
    url,
    output: () => output,
    async kill(victim) {
      // both at once: neither has time to do anything about the other
      if (victim !== 'server') process.kill(postmasterIn(dataDir), 'SIGKILL')
      if (victim === 'postmaster' || running === undefined) return
      await endProcess(running.process, 'SIGKILL')
      running = undefined
    },
    async revive() {
      const begun = performance.now()
      if (running === undefined) await start()
      await untilReady(url())
      return performance.now() - begun
    },
    async close() {
      if (running !== undefined) await endProcess(running.process, 'SIGTERM')
      await endPostmaster(dataDir)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Ends a database that a killed server left running. */
export async function endPostmaster(dataDir: string): Promise<void> {
  const pid = postmasterIn(dataDir)
  if (!isRunning(pid)) return
  process.kill(pid, 'SIGQUIT')
  while (isRunning(pid)) await wait(POLL_MS)
}

/**
 * Asks until the server is ready and the database answers: a server stays ready while the database is away for a moment
 * (docs/decisions/0043), so a user's session is looked for.
 */
export async function untilReady(url: string): Promise<void> {
  for (const begun = performance.now(); performance.now() - begun < READY_WITHIN_MS; await wait(POLL_MS)) {
    const [ready, looked] = await Promise.all([
      statusOf(`${url}/readyz`),
      statusOf(`${url}/api/user`, { cookie: 'session=nobody' }),
    ])
    if (ready === 200 && looked === 401) return
  }
  throw new Error('The server does not get ready.')
}

async function statusOf(address: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  return (await fetch(address, { headers }).catch(() => undefined))?.status
}

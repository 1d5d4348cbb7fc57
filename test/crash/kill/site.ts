import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isRunning } from '#base/server/embedded-postgres/process-state.ts'
import { postmasterIn } from '#test/support/postmaster.ts'
import { processTree } from '#test/support/process-tree.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { endProcess, startServerProcess, type ServerProcess } from '#test/support/server-process.ts'

/**
 * Processes killed in a round: the server, PostgreSQL's postmaster, or both. `machine` is both with all workers and other
 * child processes, as when the power fails.
 */
export type Victim = 'server' | 'postmaster' | 'both' | 'machine'

/** Where a deployment stores its data, and the settings of its commands. */
export interface Deployment {
  dataDir: string
  environment: Readonly<Record<string, string>>
  /** Keys of its bucket's objects, if it has one. */
  keysInBucket?: () => string[]
  /** Message-IDs accepted by its mail server, if it has one. */
  mailsOut?: () => string[]
}

/** A deployment on one machine, on a real disk, that can be killed and restarted. */
export interface Site extends Deployment {
  url: () => string
  /** The server's output since its last start. */
  output: () => string
  /** SIGKILL. */
  kill: (victim: Victim) => Promise<void>
  /** Waits until it responds, starting it if needed. @returns milliseconds until ready */
  revive: () => Promise<number>
  close: () => Promise<void>
}

const READY_WITHIN_MS = 30_000
const POLL_MS = 10

/** Creates a deployment with its own database in an empty folder, as `npm start` does. */
export async function openSite(variables: Readonly<Record<string, string>>): Promise<Site> {
  // not in memory, since durability on disk is tested
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
      // both at once, so that neither can react
      if (victim !== 'server') process.kill(postmasterIn(dataDir), 'SIGKILL')
      if (victim === 'postmaster' || running === undefined) return
      if (victim === 'machine') killTree(running.process)
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

function killTree({ pid }: ServerProcess['process']): void {
  for (const one of pid === undefined ? [] : processTree(pid)) process.kill(one, 'SIGKILL')
}

/** Ends a database that a killed server left running. */
export async function endPostmaster(dataDir: string): Promise<void> {
  const pid = postmasterIn(dataDir)
  if (!isRunning(pid)) return
  process.kill(pid, 'SIGQUIT')
  while (isRunning(pid)) await wait(POLL_MS)
}

/**
 * Waits until the server is ready and the database responds. A server stays ready during short database outages
 * (docs/decisions/0043), so this looks up a session.
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

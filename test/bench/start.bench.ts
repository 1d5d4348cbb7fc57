import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Measurement, Row } from './measurement.ts'
import { median } from './support/alternate.ts'
import { atMost } from './support/rows.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MAX_FIRST = 20
const MAX_LATER = 3
const TIMEOUT_MS = 120_000
const ASK_AGAIN_MS = 10

/** A copy of the checkout with the installed dependencies and no build. */
function copyOfProject(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'onboarding-start-'))
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8' }).split('\0')
  for (const file of files.filter((name) => name !== '' && existsSync(path.join(ROOT, name)))) {
    cpSync(path.join(ROOT, file), path.join(folder, file))
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  return folder
}

/** Runs `npm start` until the server responds, and ends it; returns the seconds until then. */
async function start(folder: string, port: number): Promise<number> {
  const begun = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    // Ends the whole process group.
    detached: true,
  })
  try {
    await untilAnswered(`http://127.0.0.1:${port}/healthz`, begun + TIMEOUT_MS)
    return (performance.now() - begun) / 1000
  } finally {
    const gone = once(npm, 'exit')
    if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGTERM')
    await gone
    await untilStopped(path.join(folder, 'data/server.lock'), performance.now() + TIMEOUT_MS)
  }
}

async function untilAnswered(url: string, deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok === true) return
    await wait(ASK_AGAIN_MS)
  }
  throw new Error('The server did not start.')
}

/** The server holds its lock until its database has stopped. */
async function untilStopped(lock: string, deadline: number): Promise<void> {
  while (existsSync(lock)) {
    if (performance.now() > deadline) throw new Error('The server did not stop cleanly.')
    await wait(ASK_AGAIN_MS)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

export default {
  name: 'Start',
  about:
    'npm start until the first answer, with dependencies installed: the first one builds the client, makes the database and fills it with demo data.',
  async measure({ rounds }): Promise<Row[]> {
    const folder = copyOfProject()
    const port = await freePort()
    try {
      const first = await start(folder, port)
      const later: number[] = []
      while (later.length < rounds) later.push(await start(folder, port))
      const between = `${Math.min(...later).toFixed(1)} to ${Math.max(...later).toFixed(1)} s in ${rounds}`
      return [
        atMost('the first', first, MAX_FIRST, 's'),
        atMost('later ones', median(later), MAX_LATER, 's', between),
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
} satisfies Measurement

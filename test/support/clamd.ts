import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { makeFolder } from './quick-folder.ts'

const START_LIMIT_MS = 30_000
/** The last line that clamd logs before it is ready. */
const READY = /^Self checking/u

/** The EICAR test file (eicar.org), which every scanner detects. Split, because scanners inspect source files too. */
export const EICAR = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR',
  'STANDARD',
  'ANTIVIRUS',
  'TEST',
  'FILE!$H+H*',
].join('-')

/** A real clamd with one signature. */
export interface TestClamd {
  url: URL
  /** Starts or restarts it. */
  start: () => Promise<void>
  /** Ends it, so that nothing responds. */
  stop: () => Promise<void>
  /** Stops it and removes its files. */
  remove: () => Promise<void>
}

/**
 * Why no clamd can be started; null if it can. Always null with CLAMD_TEST=1, so that tests fail on a machine that
 * should have one, instead of being skipped.
 */
export function whyNoClamd(): string | null {
  if (process.env['CLAMD_TEST'] === '1') return null
  return spawnSync('clamd', ['--version']).status === 0 ? null : 'clamd is not installed'
}

/** Prepares a clamd at its own socket, with a database of one signature. */
export function prepareClamd(): TestClamd {
  const folder = makeFolder('onboarding-clamd-')
  const database = path.join(folder, 'database')
  const socket = path.join(folder, 'clamd.sock')
  const config = path.join(folder, 'clamd.conf')
  mkdirSync(database)
  writeFileSync(path.join(database, 'test.ndb'), `Test.Eicar:0:*:${Buffer.from(EICAR).toString('hex')}\n`)
  writeFileSync(
    config,
    [`LocalSocket ${socket}`, `DatabaseDirectory ${database}`, 'Foreground true', ''].join('\n'),
  )
  let running: ChildProcess | null = null
  const stop = async () => {
    const stopping = running
    running = null
    if (stopping === null || stopping.exitCode !== null) return
    stopping.kill()
    await once(stopping, 'exit')
  }
  return {
    url: new URL(`unix://${socket}`),
    async start() {
      running = spawn('clamd', [`--config-file=${config}`], { stdio: ['ignore', 'pipe', 'inherit'] })
      await readiness(running)
    },
    stop,
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function readiness({ stdout }: ChildProcess): Promise<void> {
  if (stdout === null) throw new Error('clamd says nothing.')
  const tooLate = AbortSignal.timeout(START_LIMIT_MS)
  const lines = createInterface({ input: stdout, signal: tooLate })
  for await (const line of lines) {
    if (!READY.test(line)) continue
    stdout.resume()
    return
  }
  throw new Error('clamd ended before it was ready, or took too long.')
}

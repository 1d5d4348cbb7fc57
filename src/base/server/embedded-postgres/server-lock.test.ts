import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DatabaseStartError } from './database-start-error.ts'
import { takeServerLock } from './server-lock.ts'

let folder = ''
let file = ''

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'server-lock-'))
  file = path.join(folder, 'server.lock')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A process that tries to take the lock on input, reports the result, and lives until killed. */
function racer() {
  const code = `
    const { takeServerLock } = await import(${JSON.stringify(new URL('./server-lock.ts', import.meta.url).href)})
    process.stdout.write('ready')
    process.stdin.once('data', () => {
      try { takeServerLock(${JSON.stringify(file)}, 'here'); process.stdout.write(' got it') }
      catch (error) { process.stdout.write(' ' + error.message) }
    })
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const output: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text))
  return { child, text: () => output.join('') }
}

async function raced(count: number) {
  const racers = Array.from({ length: count }, racer)
  const timeout = { timeout: 20_000 }
  await expect.poll(() => racers.every(({ text }) => text() === 'ready'), timeout).toBe(true)
  for (const { child } of racers) child.stdin.write('go')
  await expect.poll(() => racers.every(({ text }) => text().length > 'ready'.length), timeout).toBe(true)
  return racers
}

async function end({ child }: ReturnType<typeof racer>): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('the lock names its holder, is refused to the same process, and can be taken again after its release', () => {
  const lock = takeServerLock(file, folder)
  expect(readFileSync(file, 'utf8')).toContain(`process ${process.pid}, since `)
  expect(() => takeServerLock(file, folder)).toThrow(DatabaseStartError)
  expect(() => takeServerLock(file, folder)).toThrow(
    `Another server already uses ${folder}: process ${process.pid}, since `,
  )
  lock.release()
  lock.release()
  expect(existsSync(file)).toBe(false)
  takeServerLock(file, folder).release()
})

test(
  'of many processes one gets it, and another after that one was killed',
  { timeout: 60_000 },
  async () => {
    writeFileSync(file, 'process 1, since a former version')
    const racers = await raced(8)
    const winners = racers.filter(({ text }) => text() === 'ready got it')
    expect(winners).toHaveLength(1)
    expect(racers.filter(({ text }) => text().includes('Another server already uses here'))).toHaveLength(7)
    expect(() => takeServerLock(file, folder)).toThrow(`process ${winners[0]?.child.pid}, since `)
    await Promise.all(racers.map(end))
    takeServerLock(file, folder).release()
  },
)

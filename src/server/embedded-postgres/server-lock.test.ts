import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DatabaseStartError } from './database-start-error.ts'
import { processStart } from './process-identity.ts'
import { takeServerLock } from './server-lock.ts'

let folder = ''
let file = ''

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'server-lock-'))
  file = path.join(folder, 'server.lock')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const writeLock = (pid: number, start: string): void =>
  writeFileSync(file, JSON.stringify({ pid, start, since: '2026-11-20T08:00:00.000Z' }))

async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

test('the lock names its holder and goes on release', () => {
  const lock = takeServerLock(file, folder)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid })
  lock.release()
  lock.release()
  expect(readdirSync(folder)).toEqual([])
})

test('a second one in the same process is refused', () => {
  const lock = takeServerLock(file, folder)
  expect(() => takeServerLock(file, folder)).toThrow(`this process (${process.pid})`)
  lock.release()
})

test('another living process is named, with its folder and since when', () => {
  const pid = process.ppid
  writeLock(pid, processStart(pid) ?? '')
  const take = (): unknown => takeServerLock(file, folder)
  expect(take).toThrow(DatabaseStartError)
  expect(take).toThrow(
    `Another server already uses ${folder}: process ${pid}, since 2026-11-20T08:00:00.000Z`,
  )
  expect(existsSync(file)).toBe(true)
})

test("an ended process's lock is taken over", async () => {
  writeLock(await endedPid(), 'boot/1')
  takeServerLock(file, folder)
  expect(readFileSync(file, 'utf8')).toContain(`"pid":${process.pid}`)
})

test('a reused process id does not hold the lock', () => {
  writeLock(process.ppid, 'another boot/1')
  takeServerLock(file, folder)
  expect(readFileSync(file, 'utf8')).toContain(`"pid":${process.pid}`)
})

test.each(['', '{"pid":', 'null', '{"pid":"12"}'])('an unreadable lock (%j) is taken over', (text) => {
  writeFileSync(file, text)
  takeServerLock(file, folder)
  expect(readFileSync(file, 'utf8')).toContain(`"pid":${process.pid}`)
})

test('a lock that belongs to somebody else by now is not released', () => {
  const lock = takeServerLock(file, folder)
  writeLock(1, 'theirs')
  lock.release()
  expect(readFileSync(file, 'utf8')).toContain('theirs')
})

test('of many processes that find a dead lock at once, one gets it', { timeout: 30_000 }, async () => {
  writeLock(await endedPid(), 'boot/1')
  const code = `
    const { takeServerLock } = await import(${JSON.stringify(new URL('./server-lock.ts', import.meta.url).href)})
    process.stdout.write('ready')
    await new Promise((go) => process.stdin.once('data', go))
    try { takeServerLock(${JSON.stringify(file)}, 'here'); process.stdout.write(' got it') }
    catch (error) { process.stdout.write(' ' + error.message) }
    await new Promise((end) => process.stdin.once('end', end).resume())
  `
  const racers = Array.from({ length: 8 }, () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const said: string[] = []
    child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text))
    return { child, text: () => said.join('') }
  })
  const settle = async (isDone: (text: string) => boolean): Promise<void> => {
    while (!racers.every(({ text }) => isDone(text()))) await new Promise((tick) => setTimeout(tick, 10))
  }
  await settle((text) => text.startsWith('ready'))
  for (const { child } of racers) child.stdin.write('go')
  await settle((text) => text.length > 'ready'.length)
  for (const { child } of racers) child.stdin.end()

  const outcomes = racers.map(({ text }) => text())
  const winner = racers.find(({ text }) => text().includes('got it'))
  expect(outcomes.filter((text) => text.includes('got it'))).toHaveLength(1)
  expect(outcomes.filter((text) => text.includes(`process ${winner?.child.pid},`))).toHaveLength(7)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isRunning } from '#base/server/embedded-postgres/process-state.ts'

const SERVE = new URL('../../scripts/serve.mjs', import.meta.url).href

/**
 * A server that prints its id once it listens to signals, and every signal; it exits with 7 shortly after the first.
 */
const SERVER = `
  for (const name of ['SIGINT', 'SIGTERM']) {
    process.on(name, () => {
      process.stdout.write(name + '\\n')
      setTimeout(() => process.exit(7), 300)
    })
  }
  process.stdout.write('pid ' + process.pid + '\\n')
  setInterval(() => {}, 1000)
`

let folder = ''
let starter: ChildProcess
let output: string[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'serve-'))
  output = []
})

afterEach(() => {
  starter.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the server through `serve`; returns the server's process id. */
async function startServer(source: string, env: NodeJS.ProcessEnv = {}): Promise<number> {
  const file = path.join(folder, 'server.mjs')
  writeFileSync(file, source)
  const code = `
    const { serve } = await import(${JSON.stringify(SERVE)})
    process.exitCode = await serve(process.execPath, [${JSON.stringify(file)}])
  `
  starter = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, npm_lifecycle_event: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  starter.stdout
    ?.setEncoding('utf8')
    .on('data', (text: string) => output.push(...text.split('\n').filter(Boolean)))
  await expect.poll(() => output[0], { timeout: 10_000 }).toMatch(/^pid \d+$/)
  return Number(output[0]?.slice('pid '.length))
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s reaches the server once, and its exit code comes back',
  async (name) => {
    await startServer(SERVER)
    // all output has arrived by then
    const exit = once(starter, 'close')
    // a terminal's Ctrl+C arrives from the terminal and from npm
    starter.kill(name)
    starter.kill(name)
    expect(await exit).toEqual([7, null])
    expect(output.slice(1)).toEqual([name])
  },
)

test('SIGHUP reaches the server as it is, where no terminal was closed', async () => {
  await startServer(
    "process.on('SIGHUP', () => { process.stdout.write('renewed\\n'); process.exit(0) }); process.stdout.write('pid ' + process.pid + '\\n'); setInterval(() => {}, 1000)",
  )
  const exit = once(starter, 'close')
  starter.kill('SIGHUP')
  expect(await exit).toEqual([0, null])
  expect(output.slice(1)).toEqual(['renewed'])
})

test('a server that fails passes its exit code on', async () => {
  await startServer(
    "process.stdout.write('pid ' + process.pid + '\\n'); setTimeout(() => process.exit(3), 100)",
  )
  expect(await once(starter, 'exit')).toEqual([3, null])
})

test('a server that is killed counts as killed', async () => {
  const pid = await startServer(SERVER)
  const exit = once(starter, 'exit')
  process.kill(pid, 'SIGKILL')
  expect(await exit).toEqual([137, null])
})

test('when the starting script is killed, the server stops cleanly', async () => {
  const pid = await startServer(SERVER)
  starter.kill('SIGKILL')
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false)
})

test('when npm is killed, the server stops cleanly', async () => {
  const file = path.join(folder, 'server.mjs')
  writeFileSync(file, SERVER)
  const script = `
    const { serve } = await import(${JSON.stringify(SERVE)})
    process.exitCode = await serve(process.execPath, [${JSON.stringify(file)}])
  `
  const npm = `
    const { spawn } = await import('node:child_process')
    // npm runs scripts in a shell, which may stay between the two
    const line = '"$0" --input-type=module -e "$1"; exit $?'
    spawn('sh', ['-c', line, process.execPath, ${JSON.stringify(script)}], { stdio: 'inherit' })
    setInterval(() => {}, 1000)
  `
  starter = spawn(process.execPath, ['--input-type=module', '-e', npm], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [first] = await once(starter.stdout?.setEncoding('utf8') ?? starter, 'data')
  const pid = Number(String(first).trim().slice('pid '.length))
  expect(isRunning(pid)).toBe(true)
  starter.kill('SIGKILL')
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false)
})

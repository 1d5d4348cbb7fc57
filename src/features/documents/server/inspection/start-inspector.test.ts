import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { makePdf } from '#test/support/files.ts'
import { startInspector, type Inspector } from './start-inspector.ts'

let inspector: Inspector | undefined
afterEach(() => {
  vi.unstubAllEnvs()
  inspector?.child.kill('SIGKILL')
})

/** The kernel's record of the process. */
const readProc = (what: string) => readFileSync(`/proc/${inspector?.child.pid}/${what}`, 'utf8')

describe.runIf(process.platform === 'linux')('the process that inspects files', () => {
  test('has little memory, writes no file and no dump, and has a lower priority than requests', async () => {
    inspector = await startInspector()
    const limits = Object.fromEntries(
      readProc('limits')
        .split('\n')
        .map((line) => [line.slice(0, 26).trim(), line.slice(26, 47).trim()]),
    )
    expect(limits).toMatchObject({ 'Max core file size': '0', 'Max file size': '0' })
    expect(Number(limits['Max data size'])).toBeLessThan(1.1 * 2 ** 30)
    expect(Number(limits['Max cpu time'])).toBeLessThanOrEqual(1200)
    const [, afterName = ''] = readProc('stat').split(') ')
    expect(Number(afterName.split(' ')[16])).toBe(10)
  })

  test('has no access to secrets of the environment', async () => {
    vi.stubEnv('ENCRYPTION_KEY', 'a secret')
    inspector = await startInspector()
    const names = readProc('environ').match(/(?<=^|\0)\w+(?==)/gu)
    for (const name of ['ENCRYPTION_KEY', 'HOME', 'PATH']) expect(names).not.toContain(name)
  })

  test('ends with the server, and ignores a request to stop', async () => {
    inspector = await startInspector()
    const { child, ended } = inspector
    child.kill('SIGTERM')
    child.kill('SIGINT')
    const answer = new Promise((resolve) => child.once('message', resolve))
    inspector.send(await makePdf(), { maxBytes: 1000 })
    expect(await answer).toMatchObject({ finding: { is: 'taken' } })
    child.disconnect()
    await expect.poll(() => ended.aborted, { timeout: 10_000 }).toBe(true)
  })
})

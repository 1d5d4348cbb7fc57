import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { processStart, stillRuns } from './process-identity.ts'

test('a running process keeps its start', () => {
  const start = processStart(process.pid)
  expect(start).toBeDefined()
  expect(processStart(process.pid)).toBe(start)
  expect(stillRuns(process.pid, start ?? '')).toBe(true)
})

test('an ended process has none', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  const pid = child.pid ?? 0
  await once(child, 'exit')
  expect(processStart(pid)).toBeUndefined()
  expect(stillRuns(pid, '')).toBe(false)
})

test('two processes differ in their start', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const start = processStart(child.pid ?? 0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(start).toBeDefined()
  expect(start).not.toBe(processStart(process.pid))
})

test.each([0, -1, 1.5, Number.NaN])('%s is no process', (pid) => {
  expect(processStart(pid)).toBeUndefined()
})

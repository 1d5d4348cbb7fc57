import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isRunning, isUncollected } from './process-state.ts'

test('a process runs until it has ended', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const pid = child.pid ?? 0
  expect([isRunning(pid), isUncollected(pid)]).toEqual([true, false])
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect([isRunning(pid), isUncollected(pid)]).toEqual([false, false])
})

test.runIf(process.platform === 'linux')('one that its parent does not reap has ended', async () => {
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'])
  const [pid] = (await once(parent.stdout, 'data')) as [Buffer]
  await expect.poll(() => isUncollected(Number(String(pid)))).toBe(true)
  expect(isRunning(Number(String(pid)))).toBe(false)
  parent.kill('SIGKILL')
})

test.each([0, -1, 1.5, Number.NaN])('%s is no process', (pid) => {
  expect(isRunning(pid)).toBe(false)
})

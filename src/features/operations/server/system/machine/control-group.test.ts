import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from '#test/support/quick-folder.ts'
import { readLimits, type KernelPaths } from './control-group.ts'

let folder: string
let paths: KernelPaths
beforeEach(() => {
  folder = makeFolder('control-groups-')
  paths = { groups: path.join(folder, 'cgroup'), ownGroups: path.join(folder, 'own') }
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(own: string, files: Readonly<Record<string, string>>): void {
  writeFileSync(paths.ownGroups, own)
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(paths.groups, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

const version1 = '4:memory:/task\n2:cpuacct:/\n1:cpu:/\n0::/\n'

test('version 2: the tightest limit of the enclosing groups applies, without reclaimable memory', async () => {
  write('0::/service/app\n', {
    'service/memory.max': '6000000\n',
    'service/memory.current': '5000000\n',
    'service/memory.stat': 'anon 1\ninactive_file 800000\n',
    'service/app/memory.max': 'max\n',
    'service/app/memory.current': '4000000\n',
    'service/app/cpu.max': '150000 100000\n',
    'service/app/cpu.stat': 'usage_usec 2500000\nuser_usec 1\n',
  })
  expect(await readLimits(paths)).toEqual({
    memory: { limitBytes: 6_000_000, usedBytes: 4_200_000 },
    cpu: { cores: 1.5, usedSeconds: 2.5 },
  })
})

test('version 2 in a container, whose path is that of the host: its limits are at the root', async () => {
  write('0::/../../kubepods/pod7\n', {
    'memory.max': '1000',
    'memory.current': '500',
    'cpu.max': 'max 100000',
  })
  expect(await readLimits(paths)).toEqual({ memory: { limitBytes: 1000, usedBytes: 500 }, cpu: null })
})

test('version 1', async () => {
  write(version1, {
    'memory/task/memory.limit_in_bytes': '2000',
    'memory/task/memory.usage_in_bytes': '1500',
    'memory/task/memory.stat': 'total_inactive_file 400\n',
    'memory/memory.limit_in_bytes': '9223372036854771712',
    'memory/memory.usage_in_bytes': '99999',
    'cpu/cpu.cfs_quota_us': '200000',
    'cpu/cpu.cfs_period_us': '100000',
    'cpuacct/cpuacct.usage': '3000000000',
  })
  expect(await readLimits(paths)).toEqual({
    memory: { limitBytes: 2000, usedBytes: 1100 },
    cpu: { cores: 2, usedSeconds: 3 },
  })
})

test.each<[what: string, own: string, files: Record<string, string>]>([
  ['nothing limits', '0::/\n', { 'memory.max': 'max', 'memory.current': '500', 'cpu.max': 'max 100000' }],
  [
    'nothing limits in version 1',
    version1,
    { 'cpu/cpu.cfs_quota_us': '-1', 'cpu/cpu.cfs_period_us': '100000' },
  ],
  ['there are no control groups', '', {}],
])('where %s, there are no limits', async (_what, own, files) => {
  write(own, files)
  expect(await readLimits(paths)).toEqual({ memory: null, cpu: null })
})

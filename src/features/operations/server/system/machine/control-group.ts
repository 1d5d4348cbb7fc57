import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The limits of a container or service manager on this process; null where there are none. */
export interface Limits {
  memory: { limitBytes: number; usedBytes: number } | null
  /** `usedSeconds` is the processor time used under the limit so far. */
  cpu: { cores: number; usedSeconds: number } | null
}

/** Where the kernel exposes limits; tests use their own folders. */
export interface KernelPaths {
  /** `/sys/fs/cgroup` */
  groups: string
  /** `/proc/self/cgroup` */
  ownGroups: string
}

const KERNEL: KernelPaths = { groups: '/sys/fs/cgroup', ownGroups: '/proc/self/cgroup' }

/** Version 1 writes the largest number for no limit. */
const NO_LIMIT_BYTES = 2 ** 60

interface Found<Limit> {
  /** Sort key: the lower, the tighter. */
  size: number
  limit: Limit
}

/**
 * The tightest limits on this process: Linux control groups of version 2, else of version 1. Nested groups have the
 * limits of all.
 */
export async function readLimits(paths: KernelPaths = KERNEL): Promise<Limits> {
  const own = (await textOf(paths.ownGroups)) ?? ''
  const lines = own.split('\n').map((line) => line.split(':'))
  const unified = lines.find(([number, controllers]) => number === '0' && controllers === '')?.[2]
  const folderOf = (controller: string) =>
    lines.find(([, controllers]) => controllers?.split(',').includes(controller))?.[2] ?? '/'
  const [memory, cpu] =
    unified !== undefined && lines.filter(([number]) => number !== '').length === 1
      ? [
          await tightest(groupsUp(paths.groups, unified), memoryOfVersion2),
          await tightest(groupsUp(paths.groups, unified), cpuOfVersion2),
        ]
      : [
          await tightest(groupsUp(path.join(paths.groups, 'memory'), folderOf('memory')), memoryOfVersion1),
          await tightest(groupsUp(path.join(paths.groups, 'cpu'), folderOf('cpu')), (folder) =>
            cpuOfVersion1(folder, accountingOf(paths, folder)),
          ),
        ]
  return { memory, cpu }
}

/** A group's folder and its parents. In a container the path may be one of the host; then the root applies. */
function groupsUp(root: string, group: string): string[] {
  const parts = group.split('/').filter((part) => part !== '' && part !== '..')
  return Array.from({ length: parts.length + 1 }, (_, index) =>
    path.join(root, ...parts.slice(0, parts.length - index)),
  )
}

/** The folder in which version 1 accounts the processor time of a group. */
function accountingOf({ groups }: KernelPaths, folder: string): string {
  return path.join(groups, 'cpuacct', path.relative(path.join(groups, 'cpu'), folder))
}

async function tightest<Limit>(
  folders: readonly string[],
  read: (folder: string) => Promise<Found<Limit> | null>,
): Promise<Limit | null> {
  const found = await Promise.all(folders.map(read))
  const limits = found.filter((one) => one !== null)
  return limits.toSorted((one, other) => one.size - other.size)[0]?.limit ?? null
}

async function memoryOfVersion2(folder: string): Promise<Found<Limits['memory']> | null> {
  const limitBytes = await numberIn(path.join(folder, 'memory.max'))
  const current = await numberIn(path.join(folder, 'memory.current'))
  if (limitBytes === null || current === null) return null
  const cache = await namedNumberIn(path.join(folder, 'memory.stat'), 'inactive_file')
  return { size: limitBytes, limit: { limitBytes, usedBytes: Math.max(0, current - cache) } }
}

async function memoryOfVersion1(folder: string): Promise<Found<Limits['memory']> | null> {
  const limitBytes = await numberIn(path.join(folder, 'memory.limit_in_bytes'))
  const usage = await numberIn(path.join(folder, 'memory.usage_in_bytes'))
  if (limitBytes === null || usage === null || limitBytes >= NO_LIMIT_BYTES) return null
  const cache = await namedNumberIn(path.join(folder, 'memory.stat'), 'total_inactive_file')
  return { size: limitBytes, limit: { limitBytes, usedBytes: Math.max(0, usage - cache) } }
}

async function cpuOfVersion2(folder: string): Promise<Found<Limits['cpu']> | null> {
  const [quota, period] = ((await textOf(path.join(folder, 'cpu.max'))) ?? 'max')
    .trim()
    .split(' ')
    .map(Number)
  if (quota === undefined || period === undefined || !(quota / period > 0)) return null
  const used = await namedNumberIn(path.join(folder, 'cpu.stat'), 'usage_usec')
  const cores = quota / period
  return { size: cores, limit: { cores, usedSeconds: used / 1e6 } }
}

async function cpuOfVersion1(folder: string, accounting: string): Promise<Found<Limits['cpu']> | null> {
  const quota = await numberIn(path.join(folder, 'cpu.cfs_quota_us'))
  const period = await numberIn(path.join(folder, 'cpu.cfs_period_us'))
  const used = await numberIn(path.join(accounting, 'cpuacct.usage'))
  if (quota === null || period === null || used === null || quota <= 0) return null
  const cores = quota / period
  return { size: cores, limit: { cores, usedSeconds: used / 1e9 } }
}

async function textOf(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null)
}

/** The number in a file; null for a missing file or another value ("max"). */
async function numberIn(file: string): Promise<number | null> {
  const text = await textOf(file)
  const number = Number(text?.trim() || Number.NaN)
  return Number.isFinite(number) ? number : null
}

/** A number by its name in a file of names and numbers; 0 where it is missing. */
async function namedNumberIn(file: string, name: string): Promise<number> {
  const line = ((await textOf(file)) ?? '').split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? 0)
}

import { readdirSync, readFileSync } from 'node:fs'

const KB = 1024

/** A process and all its descendants. Linux only. */
export function processTree(pid: number): number[] {
  const children = readTask(pid).flatMap((child) => processTree(child))
  return [pid, ...children]
}

function readTask(pid: number): number[] {
  return orNothing(() =>
    readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    ),
  )
}

/** The resident memory of some processes, in bytes. */
export function memoryOf(pids: readonly number[]): number {
  const each = pids.flatMap((pid) =>
    orNothing(() => {
      const [, size = '0'] = /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
      return [Number(size) * KB]
    }),
  )
  return each.reduce((sum, size) => sum + size, 0)
}

/** The command line of a process. */
export function commandOf(pid: number): string {
  return orNothing(() => [readFileSync(`/proc/${pid}/cmdline`, 'utf8')]).join('')
}

/** It may have ended meanwhile. */
function orNothing<Item>(read: () => Item[]): Item[] {
  try {
    return read()
  } catch {
    return []
  }
}

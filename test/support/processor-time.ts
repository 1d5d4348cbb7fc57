import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Linux counts processor time in hundredths of a second (`getconf CLK_TCK`) on every platform that Node supports. */
const TICK_MS = 10
const LOOKS_EVERY_MS = 250

/** A snapshot of a process. */
export interface Process {
  parent: number
  /** Its own processor time, in milliseconds. */
  usedMs: number
  /** Processor time of its ended descendants. */
  usedByEndedMs: number
}

/** A line of proc(5)'s stat; the name is in parentheses and may contain anything. */
function parse(stat: string): Process {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = (...positions: number[]) =>
    positions.reduce((sum, position) => sum + Number(fields[position]), 0)
  return { parent: ticks(1), usedMs: ticks(11, 12) * TICK_MS, usedByEndedMs: ticks(13, 14) * TICK_MS }
}

function everyProcess(): Map<number, Process> {
  const found = new Map<number, Process>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/u.test(name)) continue
    try {
      found.set(Number(name), parse(readFileSync(`/proc/${name}/stat`, 'utf8')))
    } catch {
      // It has ended.
    }
  }
  return found
}

/** A process and all its descendants. */
function familyOf(first: number, all: ReadonlyMap<number, Process>): number[] {
  const children = Map.groupBy(all, ([, { parent }]) => parent)
  const below = (pid: number): number[] => [
    pid,
    ...(children.get(pid) ?? []).flatMap(([child]) => below(child)),
  ]
  return below(first)
}

/** Processor time of a process and its descendants so far, in milliseconds. Linux only. */
export function processorMsOf(first: number): number {
  const all = everyProcess()
  return familyOf(first, all).reduce((sum, pid) => {
    const { usedMs, usedByEndedMs } = all.get(pid) ?? { usedMs: 0, usedByEndedMs: 0 }
    return sum + usedMs + usedByEndedMs
  }, 0)
}

/** Processor time of the whole machine since its start, in milliseconds. */
function usedByAll(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/u)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softirq + steal) * TICK_MS
}

/** Measures the load of other processes on the machine between two calls. */
export interface Watch {
  /** @returns their share of the total processor time, 0 to 1; null if unknown */
  stop: () => number | null
}

/**
 * Measures processor time between snapshots. An ended child counts completely once its parent has waited for it; an
 * orphaned one counts up to its last snapshot.
 *
 * @returns a function of all processes and the ids to count, which returns milliseconds since the previous snapshot
 */
export function createCount(): (all: ReadonlyMap<number, Process>, ours: readonly number[]) => number {
  const counted = new Map<number, { parent: number; usedMs: number }>()
  return (all, ours) => {
    let more = 0
    for (const pid of new Set([...ours, ...counted.keys()])) {
      const before = counted.get(pid)
      const found = all.get(pid)
      if (found !== undefined) {
        const usedMs = found.usedMs + found.usedByEndedMs
        more += usedMs - (before?.usedMs ?? 0)
        counted.set(pid, { parent: found.parent, usedMs })
      } else if (before !== undefined) {
        counted.delete(pid)
        // Its total is included in its parent's ended children, so subtract what was counted before.
        if (counted.has(before.parent)) more -= before.usedMs
      }
    }
    return more
  }
}

/**
 * Starts measuring.
 *
 * @param alsoOurs another process that counts as ours with its descendants; 0 for none
 */
export function watchOthers(alsoOurs: () => number): Watch {
  if (process.platform !== 'linux') return { stop: () => null }
  const oursIn = (all: ReadonlyMap<number, Process>) =>
    [process.pid, alsoOurs()].filter((pid) => pid > 1).flatMap((pid) => familyOf(pid, all))
  const count = createCount()
  const countAll = () => {
    const all = everyProcess()
    return count(all, oursIn(all))
  }
  // Earlier usage does not count.
  countAll()
  let ours = 0
  const look = () => {
    ours += countAll()
  }
  const [begun, before] = [performance.now(), usedByAll()]
  const looking = setInterval(look, LOOKS_EVERY_MS)
  return {
    stop() {
      clearInterval(looking)
      look()
      const all = usedByAll() - before
      return Math.max(0, all - ours) / ((performance.now() - begun) * availableParallelism())
    },
  }
}

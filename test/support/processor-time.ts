import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Linux counts processor time in hundredths of a second (`getconf CLK_TCK`), on every machine that Node runs on. */
const TICK_MS = 10
const LOOKS_EVERY_MS = 250

/** What is read of a process at one moment. */
export interface Process {
  parent: number
  /** Processor time that it has used itself, in milliseconds. */
  usedMs: number
  /** What its children had used that have ended, and theirs. */
  usedByEndedMs: number
}

/** One line of proc(5)'s stat; the name is in parentheses, and may hold anything. */
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
      // It has ended meanwhile.
    }
  }
  return found
}

/** A process and everything that it started, and what those started. */
function familyOf(first: number, all: ReadonlyMap<number, Process>): number[] {
  const children = Map.groupBy(all, ([, { parent }]) => parent)
  const below = (pid: number): number[] => [
    pid,
    ...(children.get(pid) ?? []).flatMap(([child]) => below(child)),
  ]
  return below(first)
}

/** Processor time that a process and everything that it started have used so far, in milliseconds. Linux alone tells. */
export function processorMsOf(first: number): number {
  const all = everyProcess()
  return familyOf(first, all).reduce((sum, pid) => {
    const { usedMs, usedByEndedMs } = all.get(pid) ?? { usedMs: 0, usedByEndedMs: 0 }
    return sum + usedMs + usedByEndedMs
  }, 0)
}

/** Processor time that all of the machine has used since it was started, in milliseconds. */
function usedByAll(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/u)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softirq + steal) * TICK_MS
}

/** Watches what others than this process and its children take of the machine, as long as it is not asked. */
export interface Watch {
  /** @returns their share of all of its processor time, 0 to 1; null where that cannot be known */
  stop: () => number | null
}

/**
 * Counts what some processes use, from one look to the next. Of a child that has ended all is counted, however short it lived, once
 * its parent has heard of it; of one that its parent left behind, what it had used when it was seen last.
 *
 * @returns takes all processes and the ids of those that are to be counted; answers milliseconds since the look before
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
        // All that it used is in what its parent's ended children did: what was counted of it comes twice.
        if (counted.has(before.parent)) more -= before.usedMs
      }
    }
    return more
  }
}

/**
 * Begins to watch.
 *
 * @param alsoOurs a process that counts as ours with all that it started, and is no child: 0 while there is none
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
  // What they used before is no part of it.
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

import { availableParallelism, cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { readLimits } from './control-group.ts'

/** How busy the processors were that this server may use. */
export interface CpuUse {
  /** 0 to 100. */
  percent: number
  cores: number
  /** Whether a container's limit is what was measured, and not the machine. */
  limited: boolean
}

interface Sample {
  cores: number
  limited: boolean
  /** Processor time used so far. */
  usedSeconds: number
  atSeconds: number
}

/** Two looks have to lie so far apart for their difference to tell anything. */
const SHORTEST_MS = 250
/** What is older tells of times that nobody asks about. */
const OLDEST_MS = 60_000

async function sample(): Promise<Sample> {
  const { cpu } = await readLimits()
  const atSeconds = performance.now() / 1000
  if (cpu !== null) return { ...cpu, limited: true, atSeconds }
  const busyMs = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
  return {
    cores: cpus().length || availableParallelism(),
    limited: false,
    usedSeconds: busyMs / 1000,
    atSeconds,
  }
}

/**
 * A meter of the processors: each look tells of the time since the one before, where that was within the last minute,
 * and else of the quarter second that it takes.
 */
export function createCpuMeter(): () => Promise<CpuUse> {
  let before: Sample | undefined
  return async () => {
    const sinceMs = before === undefined ? Infinity : performance.now() - before.atSeconds * 1000
    if (before === undefined || sinceMs > OLDEST_MS || sinceMs < SHORTEST_MS) {
      before = await sample()
      await wait(SHORTEST_MS)
    }
    const now = await sample()
    const percent =
      ((now.usedSeconds - before.usedSeconds) / (now.atSeconds - before.atSeconds) / now.cores) * 100
    before = now
    return { percent: Math.min(100, Math.max(0, percent)), cores: now.cores, limited: now.limited }
  }
}

import { availableParallelism, cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { readLimits } from './control-group.ts'

/** Processor usage of what this server may use. */
export interface CpuUse {
  /** 0 to 100. */
  percent: number
  /** The period of the mean, in seconds. */
  overSeconds: number
  cores: number
  /** Whether a container's limit was measured instead of the machine. */
  limited: boolean
}

interface Sample {
  cores: number
  limited: boolean
  /** Processor time used so far. */
  usedSeconds: number
  atSeconds: number
}

/** Minimum interval for a meaningful mean. */
const SHORTEST_MS = 250

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

/** A meter of processor usage: each reading covers the time since the previous one, the first since its creation. */
export function createCpuMeter(): () => Promise<CpuUse> {
  let latest = sample()
  return async () => {
    const before = await latest
    const waitMs = SHORTEST_MS - (performance.now() - before.atSeconds * 1000)
    if (waitMs > 0) await wait(waitMs)
    latest = sample()
    const now = await latest
    const overSeconds = now.atSeconds - before.atSeconds
    const percent = ((now.usedSeconds - before.usedSeconds) / overSeconds / now.cores) * 100
    return {
      percent: Math.min(100, Math.max(0, percent)),
      overSeconds,
      cores: now.cores,
      limited: now.limited,
    }
  }
}

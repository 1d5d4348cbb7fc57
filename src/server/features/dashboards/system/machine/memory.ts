import { freemem, totalmem } from 'node:os'
import { readLimits } from './control-group.ts'

/** How much memory is taken of what this server may use, in bytes. What can be had back at once counts as free. */
export interface MemoryUse {
  usedBytes: number
  totalBytes: number
  /** Whether a container's limit is what was measured, and not the machine. */
  limited: boolean
  /** Of this process alone. */
  ownBytes: number
}

export async function measureMemory(): Promise<MemoryUse> {
  const ownBytes = process.memoryUsage.rss()
  const { memory } = await readLimits()
  if (memory !== null && memory.limitBytes < totalmem()) {
    return { usedBytes: memory.usedBytes, totalBytes: memory.limitBytes, limited: true, ownBytes }
  }
  return { usedBytes: totalmem() - freemem(), totalBytes: totalmem(), limited: false, ownBytes }
}

import { freemem, totalmem } from 'node:os'
import { readLimits } from './control-group.ts'

/** Memory usage of what this server may use, in bytes. Reclaimable memory counts as free. */
export interface MemoryUse {
  usedBytes: number
  totalBytes: number
  /** Whether a container's limit was measured instead of the machine. */
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

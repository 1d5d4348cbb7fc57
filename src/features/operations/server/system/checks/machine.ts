import { statfs } from 'node:fs/promises'
import { uptime } from 'node:os'
import { healthOf, thresholds } from '#base/rules/health.ts'
import { formatBytes, formatDuration } from '#base/server/health/amounts.ts'
import { createCpuMeter } from '../machine/cpu-meter.ts'
import { measureMemory } from '../machine/memory.ts'
import type { Check } from '#features/access/server/health-check.ts'

const cpuMeter = createCpuMeter()
const measuredOf = (limited: boolean) => (limited ? 'The container limit' : 'The machine')

/** The machine, or the part of it that a container may use. */
export const machineChecks: readonly Check[] = [
  {
    name: 'cpu',
    title: 'CPU',
    async run() {
      const { percent, overSeconds, cores, limited } = await cpuMeter()
      return {
        health: healthOf(percent, thresholds.cpuPercent),
        summary: `${Math.round(percent)}%`,
        percent,
        figures: [
          { label: 'Mean of the last', value: formatDuration(overSeconds) },
          { label: 'Cores', value: String(Math.round(cores * 100) / 100) },
          { label: 'Measured', value: measuredOf(limited) },
        ],
      }
    },
  },
  {
    name: 'memory',
    title: 'Memory',
    async run() {
      const { usedBytes, totalBytes, limited, ownBytes } = await measureMemory()
      const percent = (usedBytes / totalBytes) * 100
      return {
        health: healthOf(percent, thresholds.memoryPercent),
        summary: `${Math.round(percent)}% (${formatBytes(usedBytes)} of ${formatBytes(totalBytes)})`,
        percent,
        figures: [
          { label: 'This server', value: formatBytes(ownBytes) },
          { label: 'Measured', value: measuredOf(limited) },
        ],
      }
    },
  },
  {
    name: 'disk',
    title: 'Disk',
    async run({ settings }) {
      const { blocks, bavail, bfree, bsize } = await statfs(settings.dataDir)
      const used = (blocks - bfree) * bsize
      const usable = used + bavail * bsize
      const percent = usable === 0 ? 100 : (used / usable) * 100
      return {
        health: healthOf(percent, thresholds.diskPercent),
        summary: `${Math.round(percent)}% (${formatBytes(used)} of ${formatBytes(usable)})`,
        percent,
        figures: [{ label: 'Free for data', value: formatBytes(bavail * bsize) }],
      }
    },
  },
  {
    name: 'uptime',
    title: 'Uptime',
    run: () =>
      Promise.resolve({
        health: 'healthy',
        summary: formatDuration(process.uptime()),
        percent: null,
        figures: [
          { label: 'Machine', value: formatDuration(uptime()) },
          { label: 'Node.js', value: process.version },
        ],
      }),
  },
]

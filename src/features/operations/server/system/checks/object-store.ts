import { statfs } from 'node:fs/promises'
import { healthOf, thresholds } from '#base/rules/health.ts'
import type { Context } from '#base/server/context.ts'
import { formatBytes } from '#base/server/health/amounts.ts'
import { timed, type Check } from '#features/access/server/health-check.ts'

export const objectStoreCheck: Check = {
  name: 'object-store',
  title: 'Document storage',
  async run(context) {
    const { tookMs } = await timed(() => context.store.check())
    return {
      health: healthOf(tookMs, thresholds.objectStoreMs),
      summary: context.store.kind === 's3' ? 'Bucket is available' : 'Disk is writable',
      percent: null,
      figures: [
        { label: 'Response time', value: `${Math.ceil(tookMs)} ms` },
        { label: 'Free space', value: await freeSpace(context) },
      ],
    }
  },
}

/** Buckets do not report their size. */
async function freeSpace({ store, settings }: Context): Promise<string> {
  if (store.kind === 's3') return 'Not available'
  const { bavail, bsize } = await statfs(settings.dataDir)
  return formatBytes(bavail * bsize)
}

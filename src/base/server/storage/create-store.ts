import type { Settings } from '#base/server/config/settings.ts'
import type { ObjectStore } from './object-store.ts'

/** Free disk space that uploads leave for the database and saves. */
export const MIN_FREE_DISK_BYTES = 500 * 1024 * 1024

/** The configured bucket, otherwise the local disk. The bucket's library (36 MB) is loaded on demand. */
export async function createStore({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): Promise<ObjectStore> {
  if (s3 === undefined) {
    const { createDiskStore } = await import('./disk-store.ts')
    return createDiskStore(dataDir, MIN_FREE_DISK_BYTES)
  }
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store(s3)
}

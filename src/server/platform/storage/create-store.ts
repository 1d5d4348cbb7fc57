import type { Settings } from '#server/platform/config/settings.ts'
import type { ObjectStore } from './object-store.ts'

/** The configured bucket, otherwise the local disk. The bucket's library (36 MB) is loaded on demand. */
export async function createStore({
  s3,
  dataDir,
  minFreeDiskBytes,
}: Pick<Settings, 's3' | 'dataDir' | 'minFreeDiskBytes'>): Promise<ObjectStore> {
  if (s3 === undefined) {
    const { createDiskStore } = await import('./disk-store.ts')
    return createDiskStore(dataDir, minFreeDiskBytes)
  }
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store(s3)
}

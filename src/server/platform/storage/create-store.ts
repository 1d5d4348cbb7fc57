import type { Settings } from '#server/platform/config/settings.ts'
import type { ObjectStore } from './object-store.ts'

/** The bucket where one is set, else the local disk. The bucket's library (36 MB) is loaded where it is used. */
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

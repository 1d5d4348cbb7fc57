import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'

/** Most scans finish within this time. */
const WORTH_ASKING_MS = 3 * 60_000

/** Whether a recent file waits for the virus scanner. */
export function expectsScan(
  files: readonly Pick<UploadedFile, 'virusScan' | 'uploadDate'>[],
  now: Date,
): boolean {
  return files.some(
    ({ virusScan, uploadDate }) =>
      virusScan === 'waiting' && now.getTime() - new Date(uploadDate).getTime() < WORTH_ASKING_MS,
  )
}

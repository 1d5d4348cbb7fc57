import type { UploadedFile } from '#domain/api/uploaded-file.ts'

/** Within so long most files are scanned; asking for ever would keep a forgotten page signed in. */
const WORTH_ASKING_MS = 3 * 60_000

/** Whether a file waits for the virus scanner that came so lately that an answer is near. */
export function expectsScan(
  files: readonly Pick<UploadedFile, 'virusScan' | 'uploadDate'>[],
  now: Date,
): boolean {
  return files.some(
    ({ virusScan, uploadDate }) =>
      virusScan === 'waiting' && now.getTime() - new Date(uploadDate).getTime() < WORTH_ASKING_MS,
  )
}

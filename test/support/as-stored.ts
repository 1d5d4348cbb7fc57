import { inspectFile } from '#features/documents/server/inspection/inspect-file.ts'

/** A file as stored: pictures are re-encoded on arrival. */
export async function asStored(file: Buffer): Promise<Buffer> {
  const finding = await inspectFile(file)
  return finding.is === 'taken' && finding.converted !== undefined ? Buffer.from(finding.converted) : file
}

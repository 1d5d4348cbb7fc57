import { inspectFile } from '#server/features/documents/inspection/inspect-file.ts'

/** A file as the store holds it: pictures are encoded again on arrival. */
export async function asStored(file: Buffer): Promise<Buffer> {
  const finding = await inspectFile(file)
  return finding.is === 'taken' && finding.converted !== undefined ? Buffer.from(finding.converted) : file
}

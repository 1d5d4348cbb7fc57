import { addAbortSignal, PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile as Archive } from 'yazl'

/** A file of an archive. */
export interface ZipFile {
  /** With its folders, separated by slashes. */
  name: string
  modifiedAt: Date
  content: AsyncIterable<Buffer> | readonly Buffer[]
  /** For long plain text; other files are compressed already. */
  compressed?: true
}

const PERMISSIONS = 0o10_0644

const SOUTH_AFRICA_MINUTES = 120

/**
 * A ZIP archive of files, written while it is read: the next file is requested when the one before has been read to its
 * end. Destroying the archive releases the file that is being read.
 */
export function writeZip(files: AsyncIterable<ZipFile>): Readable {
  const archive = new Archive()
  const output = archive.outputStream.pipe(new PassThrough())
  const abandoned = new AbortController()
  output.once('close', () => abandoned.abort())
  archive.once('error', (error: Error) => output.destroy(error))
  addFiles(archive, files, abandoned.signal).catch((error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error('The archive failed.', { cause: error })),
  )
  return output
}

async function addFiles(archive: Archive, files: AsyncIterable<ZipFile>, signal: AbortSignal): Promise<void> {
  for await (const { name, modifiedAt, content, compressed = false } of files) {
    const source = addAbortSignal(signal, Readable.from(content, { objectMode: false }))
    archive.addReadStream(source, name, {
      mode: PERMISSIONS,
      compress: compressed,
      mtime: asSouthAfrican(modifiedAt),
      forceDosTimestamp: true,
    })
    await finished(source)
  }
  archive.end()
}

/** ZIP times have no zone, and yazl uses the machine's local time; this shifts them to South African time. */
function asSouthAfrican(at: Date): Date {
  return new Date(at.getTime() + (at.getTimezoneOffset() + SOUTH_AFRICA_MINUTES) * 60_000)
}

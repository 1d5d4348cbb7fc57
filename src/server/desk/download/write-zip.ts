import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file on its way into an archive. */
export interface ZipFile {
  /** With its folders, and a slash between them. */
  name: string
  modifiedAt: Date
  content: AsyncIterable<Buffer> | readonly Buffer[]
  /** For what is plain text and long; what is compressed already only costs time. */
  compressed?: true
}

/** What the directory at the end says of a file. */
interface Written {
  name: Buffer
  moment: readonly [time: number, date: number]
  method: typeof STORED | typeof DEFLATED
  crc: number
  bytes: number
  /** As it lies in the archive. */
  packedBytes: number
  /** Where in the archive it begins. */
  offset: number
}

const VERSION = 20
/** Made on Unix: what follows are its permissions. */
const MADE_BY = (3 << 8) | VERSION
const PERMISSIONS = (0o10_0644 << 16) >>> 0
/** Names are UTF-8; sums and sizes come behind the content. */
const FLAGS = 0x0800 | 0x0008
const STORED = 0
const DEFLATED = 8
const MOST_BYTES = 0xffff_ffff
const MOST_FILES = 0xffff

const SOUTH_AFRICA_MS = 2 * 3_600_000

/**
 * Writes a ZIP archive (PKWARE's APPNOTE 6.3.10) as its files come, one after the other, each as it is unless it says
 * otherwise. The next file is asked for when the one before has been read to its end.
 *
 * @throws RangeError beyond 4 GB or 65,535 files, a hundred times of what an application can hold
 */
export async function* writeZip(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for await (const { name, modifiedAt, content, compressed } of files) {
    const file: Written = {
      name: Buffer.from(name),
      moment: dosMoment(modifiedAt),
      method: compressed ? DEFLATED : STORED,
      crc: 0,
      bytes: 0,
      packedBytes: 0,
      offset,
    }
    yield localHeader(file)
    const measured = measure(content, file)
    for await (const chunk of compressed ? deflate(measured) : measured) {
      file.packedBytes += chunk.length
      yield chunk
    }
    yield fields([4, 0x0807_4b50], [4, file.crc], [4, file.packedBytes], [4, file.bytes])
    offset += 30 + file.name.length + file.packedBytes + 16
    written.push(file)
    if (offset > MOST_BYTES || written.length > MOST_FILES) throw new RangeError('The archive is too large.')
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield directory
  const [count, size] = [written.length, directory.length]
  yield fields([4, 0x0605_4b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0])
}

async function* measure(content: ZipFile['content'], file: Written): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    file.crc = crc32(chunk, file.crc)
    file.bytes += chunk.length
    yield chunk
  }
}

/** Compressed beside this thread; whoever stops reading lets go of the content too. */
function deflate(content: AsyncGenerator<Buffer>): AsyncIterable<Buffer> {
  // Whoever reads hears of an error from the stream itself.
  return pipeline(Readable.from(content), createDeflateRaw(), () => undefined)
}

function localHeader({ name, method, moment: [time, date] }: Written): Buffer {
  const head = fields(
    [4, 0x0403_4b50],
    [2, VERSION],
    [2, FLAGS],
    [2, method],
    [2, time],
    [2, date],
    ...([4, 4, 4] as const).map((length) => [length, 0] as const),
    [2, name.length],
    [2, 0],
  )
  return Buffer.concat([head, name])
}

function directoryEntry({
  name,
  method,
  moment: [time, date],
  crc,
  bytes,
  packedBytes,
  offset,
}: Written): Buffer {
  const head = fields(
    [4, 0x0201_4b50],
    [2, MADE_BY],
    [2, VERSION],
    [2, FLAGS],
    [2, method],
    [2, time],
    [2, date],
    [4, crc],
    [4, packedBytes],
    [4, bytes],
    [2, name.length],
    // No further fields, no comment, the first disk, no inner attributes.
    ...([2, 2, 2, 2] as const).map((length) => [length, 0] as const),
    [4, PERMISSIONS],
    [4, offset],
  )
  return Buffer.concat([head, name])
}

/** Numbers of two or four bytes, the lowest first. */
function fields(...values: readonly (readonly [length: 2 | 4, value: number])[]): Buffer {
  const bytes = Buffer.alloc(values.reduce((sum, [length]) => sum + length, 0))
  let at = 0
  for (const [length, value] of values) at = bytes.writeUIntLE(value, at, length)
  return bytes
}

/** A moment as MS-DOS kept it, every other second, on clocks in South Africa; 1980 is the earliest. */
function dosMoment(at: Date): readonly [time: number, date: number] {
  const local = new Date(Math.max(at.getTime() + SOUTH_AFRICA_MS, Date.UTC(1980)))
  return [
    (local.getUTCHours() << 11) | (local.getUTCMinutes() << 5) | (local.getUTCSeconds() >> 1),
    ((local.getUTCFullYear() - 1980) << 9) | ((local.getUTCMonth() + 1) << 5) | local.getUTCDate(),
  ]
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { EncryptionKeyError, type EncryptionKey, type Keyring } from './keyring.ts'
import { inPieces } from './pieces.ts'

const ALGORITHM = 'aes-256-gcm'
const MAGIC = Buffer.from('sealed1:')
const KEY_ID_BYTES = 4
const PREFIX_BYTES = 7
const TAG_BYTES = 16
const HEADER_BYTES = MAGIC.length + KEY_ID_BYTES + PREFIX_BYTES
/** Files are encrypted in pieces, so that large ones are streamed and each piece is verified before it is passed on. */
const PIECE_BYTES = 64 * 1024

/**
 * Nonces of the STREAM construction (Hoang, Reyhanitabar, Rogaway and Vizár, 2015): a random prefix for the file, a
 * counter, and a mark on the last piece, so that pieces cannot be reordered, repeated or cut off.
 */
function nonceOf(prefix: Buffer, index: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(PREFIX_BYTES + 5)
  prefix.copy(nonce)
  nonce.writeUInt32BE(index, PREFIX_BYTES)
  nonce.writeUInt8(last ? 1 : 0, PREFIX_BYTES + 4)
  return nonce
}

/** Encrypted size of a content size, in bytes. */
export function encryptedSize(bytes: number): number {
  return HEADER_BYTES + bytes + Math.max(1, Math.ceil(bytes / PIECE_BYTES)) * TAG_BYTES
}

/** Content size of an encrypted size, in bytes. */
export function decryptedSize(encryptedBytes: number): number {
  const body = encryptedBytes - HEADER_BYTES
  return body - Math.max(1, Math.ceil(body / (PIECE_BYTES + TAG_BYTES))) * TAG_BYTES
}

/**
 * Encrypts a stream, bound to its object key.
 *
 * @param location the object key: the file cannot be decrypted under another one
 */
export async function* encryptFile(
  source: AsyncIterable<Buffer>,
  { current }: Keyring,
  location: string,
): AsyncGenerator<Buffer> {
  const prefix = randomBytes(PREFIX_BYTES)
  yield Buffer.concat([MAGIC, Buffer.from(current.id, 'hex'), prefix])
  for await (const { bytes, index, last } of inPieces(source, PIECE_BYTES)) {
    const cipher = createCipheriv(ALGORITHM, current.secret, nonceOf(prefix, index, last)).setAAD(
      Buffer.from(location),
    )
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * Decrypts a stream of {@link encryptFile} with the same location.
 *
 * @throws EncryptionKeyError if the key is not in the ring
 * @throws Error as soon as a piece was changed, moved or cut off
 */
export async function* decryptFile(
  source: AsyncIterable<Buffer>,
  keyring: Keyring,
  location: string,
): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  const { header, rest } = await takeHeader(chunks, location)
  const key = keyOf(header, keyring, location)
  const prefix = header.subarray(MAGIC.length + KEY_ID_BYTES)
  const body = startingWith(rest, chunks)
  for await (const { bytes, index, last } of inPieces(body, PIECE_BYTES + TAG_BYTES)) {
    const decipher = createDecipheriv(ALGORITHM, key.secret, nonceOf(prefix, index, last), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(location))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    const opened = decipher.update(bytes.subarray(0, -TAG_BYTES))
    // GCM's final call only verifies the piece, before it is passed on.
    decipher.final()
    yield opened
  }
}

/**
 * The key id at the start of an encrypted file. The rest is not read.
 *
 * @throws Error if it is not encrypted
 */
export async function keyIdOfFile(source: AsyncIterable<Buffer>, location: string): Promise<string> {
  const chunks = source[Symbol.asyncIterator]()
  const { header } = await takeHeader(chunks, location)
  await chunks.return?.()
  return keyIdIn(header, location)
}

async function takeHeader(
  chunks: AsyncIterator<Buffer>,
  location: string,
): Promise<{ header: Buffer; rest: Buffer }> {
  let bytes: Buffer = Buffer.alloc(0)
  while (bytes.length < HEADER_BYTES) {
    const next = await chunks.next()
    if (next.done === true) throw new Error(`What is stored as ${location} is not encrypted.`)
    bytes = Buffer.concat([bytes, next.value])
  }
  return { header: bytes.subarray(0, HEADER_BYTES), rest: bytes.subarray(HEADER_BYTES) }
}

function keyOf(header: Buffer, keyring: Keyring, location: string): EncryptionKey {
  const id = keyIdIn(header, location)
  const key = keyring.find(id)
  if (key === undefined)
    throw new EncryptionKeyError(`The key ${id} that encrypted ${location} is not in ENCRYPTION_KEY.`)
  return key
}

function keyIdIn(header: Buffer, location: string): string {
  if (!header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new Error(`What is stored as ${location} is not encrypted.`)
  return header.subarray(MAGIC.length, MAGIC.length + KEY_ID_BYTES).toString('hex')
}

async function* startingWith(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

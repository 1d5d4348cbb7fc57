import { Readable } from 'node:stream'
import {
  decryptFile,
  decryptedSize,
  encryptFile,
  encryptedSize,
} from '#base/server/encryption/file-cipher.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { limitBytes } from './limit-bytes.ts'
import { areaOf, type Area } from './object-key.ts'
import type { ObjectStore } from './object-store.ts'

/**
 * A store whose objects are encrypted, each for its own key, so that a copy of the disk or bucket reveals nothing.
 * Browser uploads arrive in a bucket unencrypted; they are encrypted when copied to the server's key, and the original
 * is removed.
 */
export function encryptedStore(store: ObjectStore, keyring: Keyring): ObjectStore {
  const arrivesOpen: Area | null = store.presignUpload === undefined ? null : 'uploads'
  const isEncrypted = (key: string) => areaOf(key) !== arrivesOpen

  const put: ObjectStore['put'] = async (key, content, { maxBytes, contentType }) => {
    if (!isEncrypted(key)) return store.put(key, content, { maxBytes, contentType })
    const bytes = await store.put(key, encryptFile(limitBytes(content, { maxBytes }), keyring, key), {
      maxBytes: encryptedSize(maxBytes),
      contentType: 'application/octet-stream',
    })
    return decryptedSize(bytes)
  }

  const get: ObjectStore['get'] = async (key) => {
    const found = await store.get(key)
    if (found === null || !isEncrypted(key)) return found
    const pieces = decryptFile(found.stream, keyring, key)
    // The first piece is decrypted before responding, so that a missing key is reported in time.
    const first = await pieces.next().catch((error: unknown) => {
      found.stream.destroy()
      throw error
    })
    const stream = Readable.from(startingWith(first, pieces), { objectMode: false })
    // Stopping early closes the underlying file or connection.
    stream.once('close', () => found.stream.destroy())
    return { bytes: decryptedSize(found.bytes), stream }
  }

  return { ...store, put, get }
}

async function* startingWith<Piece>(
  first: IteratorResult<Piece, unknown>,
  rest: AsyncGenerator<Piece>,
): AsyncGenerator<Piece> {
  if (first.done !== true) yield first.value
  yield* rest
}

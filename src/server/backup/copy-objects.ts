import type { ObjectStore } from '#server/storage/object-store.ts'
import { hashed } from './checksum.ts'

/** An object that was copied. */
export interface CopiedObject {
  key: string
  bytes: number
  /** In hexadecimal, of the object as it lies: encrypted. */
  sha256: string
}

/** So many are on their way at once. */
const WIDTH = 4

/**
 * Copies one object as it lies from one store to another: nothing is decrypted on the way.
 *
 * @returns null where it is not there
 */
export async function copyObject(
  from: ObjectStore,
  to: ObjectStore,
  key: string,
): Promise<CopiedObject | null> {
  const object = await from.get(key)
  if (object === null) return null
  const { content, sum } = hashed(object.stream)
  const bytes = await to.put(key, content, {
    maxBytes: object.bytes,
    contentType: 'application/octet-stream',
  })
  return { key, bytes, sha256: sum() }
}

/**
 * Does something with each of many, a few at a time. After a failure no other is begun, and those under way end first.
 *
 * @throws the first failure
 */
export async function forEachOf<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values()
  const failures: unknown[] = []
  const worker = async () => {
    for (const item of rest) {
      if (failures.length > 0) return
      await work(item).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, worker))
  if (failures.length > 0) throw failures[0]
}

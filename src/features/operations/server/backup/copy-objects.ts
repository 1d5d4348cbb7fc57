import { link, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileOf } from '#base/server/storage/disk-store.ts'
import type { ObjectStore } from '#base/server/storage/object-store.ts'
import { hashed, sha256OfFile } from './checksum.ts'

/** A copied object. */
export interface CopiedObject {
  key: string
  bytes: number
  /** In hexadecimal, of the encrypted object. */
  sha256: string
}

const OWNER_ONLY_FOLDER = 0o700
/** Number of simultaneous copies. */
const WIDTH = 4

/**
 * Copies one encrypted object from one store to another.
 *
 * @returns null where it is missing
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
 * Hard-links an object of an earlier backup. It never changes, so only its checksum is computed again.
 *
 * @param expected the checksum in the earlier backup
 * @returns null where it is missing or changed, or the disk does not support hard links
 */
export async function linkObject(
  from: string,
  to: string,
  expected: { key: string; sha256: string },
): Promise<CopiedObject | null> {
  const { key, sha256 } = expected
  const [source, target] = [fileOf(path.join(from, 'objects'), key), fileOf(path.join(to, 'objects'), key)]
  if ((await sha256OfFile(source)) !== sha256) return null
  await mkdir(path.dirname(target), { recursive: true, mode: OWNER_ONLY_FOLDER })
  try {
    await link(source, target)
  } catch {
    return null
  }
  return { key, sha256, bytes: (await stat(target)).size }
}

/**
 * Runs an action for many items, a few at a time. After a failure no other is started.
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

import { link, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileOf } from '#server/platform/storage/disk-store.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { hashed, sha256OfFile } from './checksum.ts'

/** An object that was copied. */
export interface CopiedObject {
  key: string
  bytes: number
  /** In hexadecimal, of the object as it lies: encrypted. */
  sha256: string
}

const OWNER_ONLY_FOLDER = 0o700
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
 * Takes an object over from an earlier backup beside this one, without another copy of it: both name the same file. It never
 * changes, so only its sum is taken anew.
 *
 * @param expected what the earlier backup says that it holds
 * @returns null where it is not there as it was written, or this disk knows no second name for a file
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

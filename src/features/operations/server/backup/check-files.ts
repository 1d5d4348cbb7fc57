import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sha256OfFile } from './checksum.ts'
import { forEachOf } from './copy-objects.ts'
import { BackupError, OBJECT_LIST, readManifest, type Manifest } from './manifest.ts'

/** An object of a backup. */
export interface ListedObject {
  key: string
  sha256: string
}

const LINE = /^([\da-f]{64}) {2}objects\/(\w+)\/..\/([\w-]+)$/u

/**
 * Compares every file of a backup with its checksum, before anything is restored.
 *
 * @returns the objects in it
 * @throws BackupError naming the first file that is missing or damaged
 */
export async function checkFiles(folder: string, manifest: Manifest): Promise<ListedObject[]> {
  const objects = await readList(folder, manifest)
  const files = manifest.tables.map(({ file, sha256 }) => ({ file, sha256 }))
  await forEachOf([...files, ...objects], async ({ file, sha256 }) => {
    const found = await sha256OfFile(path.join(folder, file))
    if (found === null) throw new BackupError(`The backup is incomplete: ${file} is missing.`)
    if (found !== sha256)
      throw new BackupError(`The backup is damaged: ${file} has changed since it was written.`)
  })
  return objects
}

/**
 * The objects listed in a backup, by key.
 *
 * @throws BackupError where the list was changed
 */
export async function listedObjects(folder: string): Promise<Map<string, ListedObject>> {
  const objects = await readList(folder, await readManifest(folder))
  return new Map(objects.map((object) => [object.key, object]))
}

async function readList(folder: string, { objects }: Manifest): Promise<(ListedObject & { file: string })[]> {
  const text = await readFile(path.join(folder, OBJECT_LIST), 'utf8').catch(() => null)
  if (text === null) throw new BackupError(`The backup is incomplete: ${OBJECT_LIST} is missing.`)
  if (createHash('sha256').update(text).digest('hex') !== objects.listSha256)
    throw new BackupError(`The backup is damaged: ${OBJECT_LIST} has changed since it was written.`)
  return text.split('\n').filter(Boolean).map(readLine)
}

function readLine(line: string): ListedObject & { file: string } {
  const [, sha256, area, id] = LINE.exec(line) ?? []
  if (sha256 === undefined) throw new BackupError(`A line of ${OBJECT_LIST} cannot be read.`)
  return { sha256, key: `${area}/${id}`, file: line.slice(sha256.length + 2) }
}

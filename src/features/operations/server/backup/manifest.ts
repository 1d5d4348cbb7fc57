import { open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const FILE = 'manifest.json'
const OWNER_ONLY = 0o600

/** The list of objects in a backup, in the format of `sha256sum --check`. */
export const OBJECT_LIST = 'objects.sha256'

const sha256 = z.string().regex(/^[\da-f]{64}$/u)

const manifestSchema = z.object({
  /** Incremented when the format of backups changes. */
  format: z.literal(1),
  /** The time of its snapshot. */
  takenAt: z.iso.datetime(),
  /** The newest migration of its schema, and their number. */
  schema: z.object({ migrations: z.number().int(), newest: z.number().int() }),
  /** The ids of the keys needed to read it, which it does not contain. */
  encryptionKeys: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
      /** Relative to the backup's folder. */
      file: z.string().regex(/^tables\/\w+\.copy\.gz$/u),
      /** Of the file as stored. */
      sha256,
    }),
  ),
  objects: z.object({ count: z.number().int(), bytes: z.number().int(), listSha256: sha256 }),
  /** Objects that the database refers to and the store did not have. */
  missing: z.array(z.object({ documentId: z.string(), key: z.string() })),
})

/** The contents of a backup. Written last: a backup without it is incomplete. */
export type Manifest = z.infer<typeof manifestSchema>

/** A folder is no backup, or an incomplete one. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupError'
  }
}

/** Writes the manifest atomically and durably. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = path.join(folder, FILE)
  const handle = await open(`${file}.new`, 'wx', OWNER_ONLY)
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
  const entries = await open(folder, 'r')
  try {
    await entries.sync()
  } finally {
    await entries.close()
  }
}

/**
 * Reads the manifest of a backup.
 *
 * @throws BackupError where there is none, or its version is unknown
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, FILE), 'utf8').catch(() => null)
  if (text === null) {
    throw new BackupError(
      `${folder} does not contain a complete backup: ${FILE}, which is written last, is missing.`,
    )
  }
  const manifest = manifestSchema.safeParse(parseJson(text))
  if (!manifest.success)
    throw new BackupError(`${path.join(folder, FILE)} is damaged, or was written by an unknown version.`)
  return manifest.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

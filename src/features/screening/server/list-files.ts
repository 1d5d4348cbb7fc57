import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { eq } from 'drizzle-orm'
import type { Edition } from '#features/screening/api/lists.ts'
import { MAX_LIST_BYTES } from '#features/screening/rules/editions.ts'
import type { ListSource } from '#features/screening/rules/lists.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { listEditions } from '#features/screening/schema.ts'
import { limitBytes } from '#base/server/storage/limit-bytes.ts'
import { systemContext } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { editionById } from './editions.ts'
import type { ListPath } from './parse/list-path.ts'
import { putInForce } from './put-in-force.ts'

const MAX_FILES = 50

const OFAC_FILES = new Set(['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'])

/** The files of each list: OFAC's four are one. */
export function groupListFiles(files: readonly string[]): string[][] {
  const isPart = (file: string) => OFAC_FILES.has(path.basename(file).toLowerCase())
  const parts = Map.groupBy(files.filter(isPart), (file) => path.dirname(file))
  return [...files.filter((file) => !isPart(file)).map((file) => [file]), ...parts.values()]
}

/**
 * Loads the list of some files, and puts it in force; one with losses waits for two people. A list that is or was in force,
 * or waits, changes nothing. Lists without a date of their own get that of the newest file.
 *
 * @throws DomainError as `loadList` and `putInForce`
 */
export async function importListFiles(
  context: Pick<Context, 'database' | 'now'>,
  given: readonly string[],
  only?: ListSource,
): Promise<Edition | 'unchanged'> {
  const folder = await mkdtemp(path.join(tmpdir(), 'list-'))
  try {
    // Loaded on first use: lists rarely change.
    const { loadList, sumOf } = await import('./load-list.ts')
    const copies = await copyFiles(given, folder)
    const sha256 = sumOf(copies.files)
    if ((await context.database.db.$count(listEditions, eq(listEditions.sha256, sha256))) > 0)
      return 'unchanged'
    const changed = await Promise.all(given.map(async (file) => (await stat(file)).mtime))
    const dated = new Date(Math.max(...changed.map((at) => at.getTime()))).toISOString().slice(0, 10)
    const loaded = await loadList(systemContext(context), { ...copies, dated, ...(only && { only }) })
    if (loaded.cautions.length === 0) await putInForce(systemContext(context), loaded.id)
    const edition = await editionById(context.database.db, loaded.id)
    if (edition === null) throw new Error('The edition is gone.')
    return edition
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies files: another program may replace them meanwhile. */
async function copyFiles(given: readonly string[], folder: string) {
  let bytes = 0
  const files: (ListPath & { sha256: string })[] = []
  for (const [index, file] of given.entries()) {
    const copy = { path: path.join(folder, `file-${index}`), name: path.basename(file) }
    const hash = createHash('sha256')
    const counted = async function* counted() {
      const chunks = createReadStream(file) as AsyncIterable<Buffer>
      for await (const chunk of limitBytes(chunks, { maxBytes: MAX_LIST_BYTES - bytes })) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    }
    await pipeline(Readable.from(counted()), createWriteStream(copy.path))
    files.push({ ...copy, sha256: hash.digest('hex') })
  }
  return { files, bytes }
}

/** Imports the files of `LISTS_DIR`. One that is refused is logged, and does not stop the others. */
export async function loadListFiles(context: Context): Promise<number> {
  const { on, listsDir } = context.settings.dueDiligence
  if (!on || listsDir === null) return 0
  const entries = await readdir(listsDir, { withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && /\.(?:xml|csv|txt|xlsx|zip)$/iu.test(entry.name))
    .map(({ name }) => path.join(listsDir, name))
    .toSorted()
  let imported = 0
  for (const group of groupListFiles(files).slice(0, MAX_FILES)) {
    try {
      if ((await importListFiles(context, group)) !== 'unchanged') imported += 1
    } catch (error) {
      const why = error instanceof DomainError ? error.message : 'it could not be read'
      context.log.error(
        { err: error, file: path.basename(group[0] ?? '') },
        `a sanctions list was refused: ${why}`,
      )
    }
  }
  return imported
}

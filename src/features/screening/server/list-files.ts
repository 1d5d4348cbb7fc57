import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Edition } from '#features/screening/api/lists.ts'
import { MAX_LIST_BYTES } from '#features/screening/rules/editions.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { listEditions } from '#features/screening/schema.ts'
import { limitBytes } from '#base/server/storage/limit-bytes.ts'
import { systemContext } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { editionById } from './editions.ts'
import { putInForce } from './put-in-force.ts'

const MAX_FILES = 50

/** The files of one list: OFAC's `alt.csv` continues the `sdn.csv` beside it. */
export function groupListFiles(files: readonly string[]): string[][] {
  const isAlias = (file: string) => path.basename(file).toLowerCase() === 'alt.csv'
  const isMain = (file: string) => path.basename(file).toLowerCase() === 'sdn.csv'
  return files
    .filter((file) => !isAlias(file))
    .map((file) => {
      const aliases = files.filter((other) => isAlias(other) && path.dirname(other) === path.dirname(file))
      return isMain(file) ? [file, ...aliases] : [file]
    })
}

/**
 * Loads the list of one or two files, and puts it in force. A list that is or was in force changes nothing. Lists
 * without a date of their own get that of the file.
 *
 * @throws DomainError as `loadList` and `putInForce`
 */
export async function importListFiles(
  context: Pick<Context, 'database' | 'now'>,
  files: readonly string[],
): Promise<Edition | 'unchanged'> {
  const folder = await mkdtemp(path.join(tmpdir(), 'list-'))
  try {
    const copy = path.join(folder, 'list')
    const { bytes, sha256 } = await joinFiles(files, copy)
    const known = and(eq(listEditions.sha256, sha256), isNotNull(listEditions.inForceAt))
    if ((await context.database.db.$count(listEditions, known)) > 0) return 'unchanged'
    const changed = await Promise.all(files.map(async (file) => (await stat(file)).mtime))
    const dated = new Date(Math.max(...changed.map((at) => at.getTime()))).toISOString().slice(0, 10)
    // Loaded on first use: lists rarely change.
    const { loadList } = await import('./load-list.ts')
    const { id } = await loadList(systemContext(context), { path: copy, bytes, sha256, dated })
    await putInForce(systemContext(context), id)
    const edition = await editionById(context.database.db, id)
    if (edition === null) throw new Error('The edition is gone.')
    return edition
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function joinFiles(files: readonly string[], to: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const chunks = async function* chunks() {
    for (const file of files) yield* createReadStream(file) as AsyncIterable<Buffer>
  }
  const counted = async function* counted() {
    for await (const chunk of limitBytes(chunks(), { maxBytes: MAX_LIST_BYTES })) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(to))
  return { bytes, sha256: hash.digest('hex') }
}

/** Imports the files of `LISTS_DIR`. One that is refused is logged, and does not stop the others. */
export async function loadListFiles(context: Context): Promise<number> {
  const { on, listsDir } = context.settings.dueDiligence
  if (!on || listsDir === null) return 0
  const entries = await readdir(listsDir, { withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && /\.(?:xml|csv)$/iu.test(entry.name))
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

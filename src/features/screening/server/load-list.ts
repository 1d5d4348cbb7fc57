import { hash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Edition } from '#features/screening/api/lists.ts'
import { isSmallFirstList, problemWithList, type ListProblem } from '#features/screening/rules/editions.ts'
import { listSources, type ListSource } from '#features/screening/rules/lists.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { newId } from '#base/server/db/id.ts'
import { listEditions } from '#features/screening/schema.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { record, recordFailure } from '#features/audit/server/record.ts'
import {
  autocommit,
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { presentEdition } from './editions.ts'
import { isInForce, lockSource } from './put-in-force.ts'
import { readList, unreadable, type ReadList } from './read-list.ts'
import type { ListPath } from './parse/list-path.ts'
import { aliasesInUse, storeEntries, type Difference } from './store-entries.ts'

/** Received files, in a folder of their own: files are written beside them meanwhile. */
export interface ListFiles {
  files: readonly (ListPath & { sha256: string })[]
  bytes: number
  /** yyyy-MM-dd, for lists without a date of their own. */
  dated: string | undefined
  /** Why a list with few entries is right. */
  shrunkReason?: string | undefined
  /** The only list that is expected. */
  only?: ListSource
}

/** The sum of a list: of its file, or of the sums of its files. */
export function sumOf(files: readonly { sha256: string }[]): string {
  const sums = files.map(({ sha256 }) => sha256).toSorted()
  return sums.length === 1 ? (sums[0] ?? '') : hash('sha256', sums.join(' '))
}

type EditionRow = typeof listEditions.$inferSelect
type Act = CommandContext<Doer | null, 'database'>
type Work = TransactionContext<Doer | null, 'database'>

/**
 * Loads a list beside the one in force, which it does not change, and compares both. A list of the same source that was
 * loaded before and is not in force is discarded.
 *
 * @returns the edition; the one in force, if it is the same file
 * @throws DomainError list-unreadable (422) with line and column; list-older, list-shrunk (409)
 */
export async function loadList(act: Act, given: ListFiles): Promise<Edition> {
  try {
    const list = await readList(given, act.now)
    if (given.only !== undefined && list.source !== given.only) {
      throw unreadable(`The file is another list: ${listSources[list.source].label}.`)
    }
    return await inTransaction(act, (work) => storeList(work, given, list))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    await recordFailure(autocommit(act), 'list.refused', null, { why: error.code ?? error.kind })
    throw error
  }
}

async function storeList(work: Work, given: ListFiles, list: ReadList): Promise<Edition> {
  const { tx, actor, now } = work
  const { source, entries, names, kinds, generatedOn } = list
  await lockSource(tx, source)
  const [inForce] = await tx.select().from(listEditions).where(isInForce(source))
  const sha256 = sumOf(given.files)
  if (inForce?.sha256 === sha256) return presentEdition(inForce)
  const problem = problemWithList({
    ...list,
    inForce: inForce ?? null,
    mayShrink: given.shrunkReason !== undefined,
  })
  // The server has no reason to give: two people decide on such a list.
  const waits = problem === 'list-small' && actor === null
  if (problem !== null && !waits) throw problemError(problem, list, inForce)
  await tx.delete(listEditions).where(and(eq(listEditions.source, source), isNull(listEditions.inForceAt)))
  const id = newId()
  await tx.insert(listEditions).values({
    id,
    source,
    generatedOn,
    sha256,
    files: given.files.map(({ name, sha256: sum }) => ({ name, sha256: sum })),
    bytes: given.bytes,
    entries,
    names,
    kinds,
    comparedWith: inForce?.id ?? null,
    added: 0,
    changed: 0,
    changedOtherwise: 0,
    removedUids: [],
    loadedBy: actor?.userId ?? null,
    loadedAt: now,
    shrunkReason: isSmall(source, entries, inForce) ? (given.shrunkReason ?? null) : null,
    remarks: [...list.remarks],
  })
  const difference = await storeEntries(tx, { id, source }, list)
  const cautions = await cautionsOf(work, list, difference, inForce)
  const [row] = await tx
    .update(listEditions)
    .set({ ...difference, cautions })
    .where(eq(listEditions.id, id))
    .returning()
  if (row === undefined) throw new Error('The edition was not stored.')
  const { added, changed, removedUids } = difference
  await record(work, 'list.loaded', null, { source, entries, added, changed, removed: removedUids.length })
  return presentEdition(row)
}

/** A reason matters only where there are few entries. */
function isSmall(source: ListSource, entries: number, inForce: EditionRow | undefined): boolean {
  const { generatedOn = '' } = inForce ?? {}
  const problem = problemWithList({ source, entries, unreadable: 0, generatedOn, inForce: inForce ?? null })
  return problem === 'list-shrunk' || problem === 'list-small'
}

/** Why a second person starts using a list: something would not be compared any more. */
async function cautionsOf(
  { tx }: Work,
  { source, entries, missing, leftOut }: ReadList,
  { removedUids, lostUids }: Difference,
  inForce: EditionRow | undefined,
): Promise<string[]> {
  const cautions = [...leftOut]
  if (inForce === undefined && isSmallFirstList(source, entries))
    cautions.push(`A UN list has about 1,000 entries. This one has ${entries}.`)
  if (missing !== null) {
    const names = await aliasesInUse(tx, source)
    cautions.push(`${missing} is missing: other names (${names} in the list in use) would not be compared.`)
  }
  if (removedUids.length > 0)
    cautions.push(removedUids.length === 1 ? '1 entry is gone.' : `${removedUids.length} entries are gone.`)
  if (lostUids.length > 0)
    cautions.push(
      lostUids.length === 1
        ? '1 entry loses a name, a birth or a number.'
        : `${lostUids.length} entries lose a name, a birth or a number.`,
    )
  return cautions
}

function problemError(
  problem: ListProblem,
  { source, entries, generatedOn, unreadable: bad }: ReadList,
  inForce: EditionRow | undefined,
): DomainError {
  const { label } = listSources[source]
  switch (problem) {
    case 'list-empty':
      return unreadable(`The file is the list of: ${label}. It has no entries.`)
    case 'list-unreadable':
      return unreadable(
        `${bad} rows of the file can’t be read, beside ${entries} that can. Please download the list again.`,
      )
    case 'list-older':
      return new DomainError(
        'conflict',
        `The list is older than the one in use. It is of ${dayText(generatedOn)}, and the one in use of ${dayText(inForce?.generatedOn ?? null)}.`,
        { code: problem },
      )
    case 'list-small':
      return new DomainError(
        'conflict',
        `A UN list has about 1,000 entries. This one has ${entries}. Please give a reason if it is complete.`,
        { code: problem },
      )
    case 'list-shrunk':
      return new DomainError(
        'conflict',
        `${entries} entries instead of ${inForce?.entries ?? 0}: probably incomplete. Please download it again.`,
        { code: problem },
      )
  }
}

const dayText = (day: string | null) => (day === null ? 'an unknown day' : formatDay(day))

import { and, eq, isNull } from 'drizzle-orm'
import type { Edition } from '#features/screening/api/lists.ts'
import { problemWithList, type ListProblem } from '#features/screening/rules/editions.ts'
import { listSources } from '#features/screening/rules/lists.ts'
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
import { storeEntries } from './store-entries.ts'

/** A received file, in a folder of its own: files are written beside it meanwhile. */
export interface ListFile {
  path: string
  bytes: number
  sha256: string
  /** yyyy-MM-dd, for lists without a date of their own. */
  dated: string | undefined
  /** Why a list with far fewer entries than the one in force is right. */
  shrunkReason?: string | undefined
}

type Act = CommandContext<Doer | null, 'database'>
type Work = TransactionContext<Doer | null, 'database'>

/**
 * Loads a list beside the one in force, which it does not change, and compares both. A list of the same source that was
 * loaded before and is not in force is discarded.
 *
 * @returns the edition; the one in force, if it is the same file
 * @throws DomainError list-unreadable (422) with line and column; list-older, list-shrunk (409)
 */
export async function loadList(act: Act, file: ListFile): Promise<Edition> {
  try {
    const list = await readList(file, act.now)
    return await inTransaction(act, (work) => storeList(work, file, list))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    await recordFailure(autocommit(act), 'list.refused', null, { why: error.code ?? error.kind })
    throw error
  }
}

async function storeList(work: Work, file: ListFile, list: ReadList): Promise<Edition> {
  const { tx, actor, now } = work
  const { source, entries, names, kinds, generatedOn } = list
  await lockSource(tx, source)
  const [inForce] = await tx.select().from(listEditions).where(isInForce(source))
  if (inForce?.sha256 === file.sha256) return presentEdition(inForce)
  const problem = problemWithList({
    ...list,
    inForce: inForce ?? null,
    mayShrink: file.shrunkReason !== undefined,
  })
  if (problem !== null) throw problemError(problem, list, inForce)
  await tx.delete(listEditions).where(and(eq(listEditions.source, source), isNull(listEditions.inForceAt)))
  const id = newId()
  await tx.insert(listEditions).values({
    id,
    source,
    generatedOn,
    sha256: file.sha256,
    bytes: file.bytes,
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
    shrunkReason: shrinks(entries, inForce) ? (file.shrunkReason ?? null) : null,
  })
  const difference = await storeEntries(tx, { id, source }, list)
  const [row] = await tx.update(listEditions).set(difference).where(eq(listEditions.id, id)).returning()
  if (row === undefined) throw new Error('The edition was not stored.')
  const { added, changed, removedUids } = difference
  await record(work, 'list.loaded', null, { source, entries, added, changed, removed: removedUids.length })
  return presentEdition(row)
}

/** A reason matters only where there are far fewer entries. */
function shrinks(entries: number, inForce: typeof listEditions.$inferSelect | undefined): boolean {
  const { generatedOn = '' } = inForce ?? {}
  return problemWithList({ entries, unreadable: 0, generatedOn, inForce: inForce ?? null }) === 'list-shrunk'
}

function problemError(
  problem: ListProblem,
  { source, entries, generatedOn, unreadable: bad }: ReadList,
  inForce: typeof listEditions.$inferSelect | undefined,
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
        `The file is of ${dayText(generatedOn)}, and the list in force of ${dayText(inForce?.generatedOn ?? null)}. Please load a newer one.`,
        { code: problem },
      )
    case 'list-shrunk':
      return new DomainError(
        'conflict',
        `The file has ${entries} entries, and the list in force ${inForce?.entries ?? 0}: it is probably incomplete. Please download it again.`,
        { code: problem },
      )
  }
}

const dayText = (day: string | null) => (day === null ? 'an unknown day' : formatDay(day))

import { eq, inArray, or } from 'drizzle-orm'
import { isKindOpen } from '#features/applications/rules/round/open-paths.ts'
import { documentOf } from '#features/applications/rules/round/subjects.ts'
import { replacesPrevious, type DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import { notAskedFor, openIn, type Round } from '#features/applications/server/record/asked-round.ts'
import { requireOpenFor } from '#features/applications/server/record/editable.ts'
import type { CorrectionItem } from '#features/applications/server/record/encrypted-items.ts'
import { record } from '#features/audit/server/record.ts'
import { correctionItems } from '#features/applications/schema/correction-schema.ts'
import { documents } from '#features/access/schema/tables.ts'
import type { Owned } from '#features/access/server/permission.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { removeDocuments } from './commands.ts'
import { documentsOfApplication, type DocumentRow } from './queries.ts'

/** Where a file belongs in its application: a list, or an item of a correction request. */
export interface DocumentTarget {
  kind: DocumentKindName
  /** Null in a draft. */
  round: Round | null
  /** The item of the request that it answers; null for a file of a list. */
  item: CorrectionItem | null
}

/** The kind of the wanted file and the item that it answers. */
export interface Wanted {
  kind: DocumentKindName
  itemId?: string | undefined
}

/**
 * The target that currently accepts the file.
 *
 * @throws DomainError conflict (409): not-editable, or not-open for a file that was not requested
 */
export async function findTarget(
  work: TransactionContext,
  application: Owned & { id: string },
  { kind, itemId }: Wanted,
): Promise<DocumentTarget> {
  const round = await requireOpenFor(work.tx, work, application, kind)
  if (round === null) return { kind, round, item: null }
  const item = round.items.find((one) => isFor(one, kind, itemId)) ?? null
  if (item === null && (itemId !== undefined || !isKindOpen(kind, openIn(round)))) throw notAskedFor(round)
  return { kind, round, item }
}

/** There is one signed letter, so it answers any item about it. */
function isFor({ id, subject }: CorrectionItem, kind: DocumentKindName, itemId: string | undefined): boolean {
  if (kindOf(subject) !== kind) return false
  return itemId === undefined ? replacesPrevious(kind) : id === itemId
}

/** The kind of file that answers a correction item; null where no file does. */
export function kindOf(subject: CorrectionItem['subject']): DocumentKindName | null {
  if (subject.kind === 'document') return subject.documentKind
  return subject.kind === 'additional' ? 'additional' : null
}

/** Removes or supersedes what a new file replaces, in the transaction that attaches it. */
export async function supersedePrevious(
  work: TransactionContext,
  applicationId: string,
  { target, by }: { target: DocumentTarget; by: string },
): Promise<void> {
  const { tx } = work
  const present = await documentsOfApplication(tx, applicationId)
  const replaced = present.filter((row) => row.id !== by && isReplaced(row, target))
  const { round, item } = target
  if (round === null) await removeDocuments(work, replaced)
  else await supersede(work, replaced, { by, since: round.round.askedAt })
  if (item !== null) {
    await tx.update(correctionItems).set({ answerDocumentId: by }).where(eq(correctionItems.id, item.id))
  }
}

function isReplaced({ id, kind }: DocumentRow, target: DocumentTarget): boolean {
  if (replacesPrevious(target.kind)) return kind === target.kind
  if (target.item === null) return false
  const { subject, answerDocumentId } = target.item
  return id === (answerDocumentId ?? documentOf(subject))
}

/** Files that staff have seen are kept as superseded; unsent ones are removed. */
async function supersede(
  work: TransactionContext,
  replaced: readonly DocumentRow[],
  { by, since }: { by: string; since: Date | null },
): Promise<void> {
  if (replaced.length === 0) return
  const isNew = ({ uploadedAt }: DocumentRow) => since !== null && uploadedAt >= since
  const [fresh, shown] = [replaced.filter(isNew), replaced.filter((row) => !isNew(row))]
  const ids = (rows: readonly DocumentRow[]) => rows.map(({ id }) => id)
  await work.tx
    .update(documents)
    .set({ supersededBy: by })
    .where(or(inArray(documents.id, ids(shown)), inArray(documents.supersededBy, ids(fresh))))
  await removeDocuments(work, fresh)
  for (const { id, kind, applicationId } of shown) {
    await record(work, 'document.superseded', applicationId, { documentId: id, by, kind })
  }
}

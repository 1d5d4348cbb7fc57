import { eq, inArray, or } from 'drizzle-orm'
import { isKindOpen } from '#domain/corrections/open-paths.ts'
import { documentOf } from '#domain/corrections/subjects.ts'
import { replacesPrevious, type DocumentKindName } from '#domain/documents/kinds.ts'
import { notAskedFor, openIn, type Round } from '#server/shared/application-record/asked-round.ts'
import { requireOpenFor } from '#server/shared/application-record/editable.ts'
import type { CorrectionItem } from '#server/shared/application-record/sealed-items.ts'
import { record } from '#server/shared/audit/record.ts'
import { correctionItems } from '#server/platform/db/correction-schema.ts'
import { documents } from '#server/platform/db/schema.ts'
import type { Owned } from '#server/shared/permission.ts'
import type { TransactionContext } from '#server/shared/command-context.ts'
import { removeDocuments } from './commands.ts'
import { documentsOfApplication, type DocumentRow } from './queries.ts'

/** Where a file goes in its application: into its list, or what a round of corrections asks for. */
export interface DocumentTarget {
  kind: DocumentKindName
  /** Null in a draft. */
  round: Round | null
  /** What of the round it answers; null for a file that goes into its list. */
  item: CorrectionItem | null
}

/** Which file: its kind and, where it answers something that is asked for, that. */
export interface Wanted {
  kind: DocumentKindName
  itemId?: string | undefined
}

/**
 * The place that is open to a file just now.
 *
 * @throws DomainError conflict (409): not-editable, or not-open for what was not asked for
 */
export async function placeFor(
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

/** There is one signed letter: whichever way it comes, it answers what is asked about it. */
function isFor({ id, subject }: CorrectionItem, kind: DocumentKindName, itemId: string | undefined): boolean {
  if (kindOf(subject) !== kind) return false
  return itemId === undefined ? replacesPrevious(kind) : id === itemId
}

/** The kind of the file that answers something; null where no file does. */
export function kindOf(subject: CorrectionItem['subject']): DocumentKindName | null {
  if (subject.kind === 'document') return subject.documentKind
  return subject.kind === 'additional' ? 'additional' : null
}

/** Takes what a new file comes in the place of off the lists, in the transaction that attaches it. */
export async function makeRoom(
  work: TransactionContext,
  applicationId: string,
  { place, by }: { place: DocumentTarget; by: string },
): Promise<void> {
  const { tx } = work
  const present = await documentsOfApplication(tx, applicationId)
  const replaced = present.filter((row) => row.id !== by && isReplaced(row, place))
  const { round, item } = place
  if (round === null) await removeDocuments(work, replaced)
  else await supersede(work, replaced, { by, since: round.round.askedAt })
  if (item !== null) {
    await tx.update(correctionItems).set({ answerDocumentId: by }).where(eq(correctionItems.id, item.id))
  }
}

function isReplaced({ id, kind }: DocumentRow, place: DocumentTarget): boolean {
  if (replacesPrevious(place.kind)) return kind === place.kind
  if (place.item === null) return false
  const { subject, answerDocumentId } = place.item
  return id === (answerDocumentId ?? documentOf(subject))
}

/** What staff have been shown is kept; what was handed in a moment ago, and replaced before it was sent, is removed. */
async function supersede(
  work: TransactionContext,
  replaced: readonly DocumentRow[],
  { by, since }: { by: string; since: Date | null },
): Promise<void> {
  if (replaced.length === 0) return
  const isNew = ({ uploadedAt }: DocumentRow) => since !== null && uploadedAt >= since
  const [fresh, kept] = [replaced.filter(isNew), replaced.filter((row) => !isNew(row))]
  const ids = (rows: readonly DocumentRow[]) => rows.map(({ id }) => id)
  await work.tx
    .update(documents)
    .set({ supersededBy: by })
    .where(or(inArray(documents.id, ids(kept)), inArray(documents.supersededBy, ids(fresh))))
  await removeDocuments(work, fresh)
  for (const { id, kind, applicationId } of kept) {
    await record(work, 'document.superseded', applicationId, { documentId: id, by, kind })
  }
}

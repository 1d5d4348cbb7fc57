import { asc, eq, gt } from 'drizzle-orm'
import {
  approvals,
  declarations,
  dueDiligenceTasks,
  retentionHolds,
  verifications,
} from '#server/platform/db/due-diligence-schema.ts'
import { riskRatings } from '#server/platform/db/risk-rating-schema.ts'
import { reencryptColumn } from '#server/features/due-diligence/encrypted-text.ts'
import { encryptedTable, ROWS_AT_ONCE } from './encrypted-table.ts'

/** The encrypted columns of due diligence. */
export const dueDiligenceTables = [
  encryptedTable({
    what: 'due diligence tasks',
    some: (tx, after) =>
      tx
        .select({
          id: dueDiligenceTasks.id,
          value: { draft: dueDiligenceTasks.draft, comment: dueDiligenceTasks.comment },
        })
        .from(dueDiligenceTasks)
        .where(after === null ? undefined : gt(dueDiligenceTasks.id, after))
        .orderBy(asc(dueDiligenceTasks.id))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: ({ draft, comment }) => [draft, comment].filter((text) => text !== null),
    reencrypt: (keyring, id, { draft, comment }) => ({
      draft: reencryptColumn(keyring, ['due_diligence_tasks', id, 'draft'], draft),
      comment: reencryptColumn(keyring, ['due_diligence_tasks', id, 'comment'], comment),
    }),
    write: (tx, id, texts) => tx.update(dueDiligenceTasks).set(texts).where(eq(dueDiligenceTasks.id, id)),
  }),
  encryptedTable({
    what: 'declarations',
    some: (tx, after) =>
      tx
        .select({ id: declarations.id, value: declarations.content })
        .from(declarations)
        .where(after === null ? undefined : gt(declarations.id, after))
        .orderBy(asc(declarations.id))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: (content) => [content],
    reencrypt: (keyring, id, content) => reencryptColumn(keyring, ['declarations', id, 'content'], content),
    write: (tx, id, content) => tx.update(declarations).set({ content }).where(eq(declarations.id, id)),
  }),
  encryptedTable({
    what: 'verifications',
    some: (tx, after) =>
      tx
        .select({ id: verifications.id, value: verifications.note })
        .from(verifications)
        .where(after === null ? undefined : gt(verifications.id, after))
        .orderBy(asc(verifications.id))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: (note) => (note === null ? [] : [note]),
    reencrypt: (keyring, id, note) => reencryptColumn(keyring, ['verifications', id, 'note'], note),
    write: (tx, id, note) => tx.update(verifications).set({ note }).where(eq(verifications.id, id)),
  }),
  encryptedTable({
    what: 'approvals',
    some: (tx, after) =>
      tx
        .select({ id: approvals.id, value: { askedWords: approvals.askedWords, words: approvals.words } })
        .from(approvals)
        .where(after === null ? undefined : gt(approvals.id, after))
        .orderBy(asc(approvals.id))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: ({ askedWords, words }) => [askedWords, words].filter((text) => text !== null),
    reencrypt: (keyring, id, { askedWords, words }) => ({
      askedWords: reencryptColumn(keyring, ['approvals', id, 'asked_words'], askedWords),
      words: reencryptColumn(keyring, ['approvals', id, 'words'], words),
    }),
    write: (tx, id, texts) => tx.update(approvals).set(texts).where(eq(approvals.id, id)),
  }),
  encryptedTable({
    what: 'risk ratings',
    some: (tx, after) =>
      tx
        .select({ id: riskRatings.id, value: riskRatings.factors })
        .from(riskRatings)
        .where(after === null ? undefined : gt(riskRatings.id, after))
        .orderBy(asc(riskRatings.id))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: (factors) => [factors],
    reencrypt: (keyring, id, factors) => reencryptColumn(keyring, ['risk_ratings', id, 'factors'], factors),
    write: (tx, id, factors) => tx.update(riskRatings).set({ factors }).where(eq(riskRatings.id, id)),
  }),
  encryptedTable({
    what: 'retention holds',
    some: (tx, after) =>
      tx
        .select({
          id: retentionHolds.id,
          value: { words: retentionHolds.words, liftedWords: retentionHolds.liftedWords },
        })
        .from(retentionHolds)
        .where(after === null ? undefined : gt(retentionHolds.id, after))
        .orderBy(asc(retentionHolds.id))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: ({ words, liftedWords }) => [words, liftedWords].filter((text) => text !== null),
    reencrypt: (keyring, id, { words, liftedWords }) => ({
      words: reencryptColumn(keyring, ['retention_holds', id, 'words'], words),
      liftedWords: reencryptColumn(keyring, ['retention_holds', id, 'lifted_words'], liftedWords),
    }),
    write: (tx, id, texts) => tx.update(retentionHolds).set(texts).where(eq(retentionHolds.id, id)),
  }),
]

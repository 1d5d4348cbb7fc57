import { asc, eq, gt } from 'drizzle-orm'
import { numberHashes } from '#server/features/screening/document-numbers.ts'
import { reencryptJson } from '#server/features/screening/encrypted-json.ts'
import { decryptSubject } from '#server/features/screening/subjects.ts'
import { hits, screenings, screeningSubjects } from '#server/platform/db/screening-schema.ts'
import { encryptedTable, ROWS_AT_ONCE } from './encrypted-table.ts'

/** The encrypted columns of screening. */
export const screeningTables = [
  encryptedTable({
    what: 'people compared with lists',
    some: async (tx, after) => {
      const rows = await tx
        .select()
        .from(screeningSubjects)
        .where(after === null ? undefined : gt(screeningSubjects.id, after))
        .orderBy(asc(screeningSubjects.id))
        .limit(ROWS_AT_ONCE)
        .for('update')
      return rows.map((value) => ({ id: value.id, value }))
    },
    texts: ({ facts }) => [facts],
    // Document numbers are hashed with the keys of the keyring, so both change together.
    reencrypt: (keyring, id, row) => ({
      ...row,
      facts: reencryptJson(keyring, ['screening_subjects', id, 'facts'], row.facts),
      documentHashes:
        row.documentHashes.length === 0
          ? []
          : decryptSubject(keyring, row).facts.person.documents.flatMap((number) =>
              numberHashes(keyring, number),
            ),
    }),
    write: (tx, id, { facts, documentHashes }) =>
      tx.update(screeningSubjects).set({ facts, documentHashes }).where(eq(screeningSubjects.id, id)),
  }),
  encryptedTable({
    what: 'comparisons with lists',
    some: (tx, after) =>
      tx
        .select({ id: screenings.id, value: screenings.details })
        .from(screenings)
        .where(after === null ? undefined : gt(screenings.id, after))
        .orderBy(asc(screenings.id))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: (details) => [details],
    reencrypt: (keyring, id, details) => reencryptJson(keyring, ['screenings', id, 'details'], details),
    write: (tx, id, details) => tx.update(screenings).set({ details }).where(eq(screenings.id, id)),
  }),
  encryptedTable({
    what: 'hits on lists',
    some: (tx, after) =>
      tx
        .select({ id: hits.id, value: { features: hits.features, words: hits.words } })
        .from(hits)
        .where(after === null ? undefined : gt(hits.id, after))
        .orderBy(asc(hits.id))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: ({ features, words }) => [features, words].filter((text) => text !== null),
    reencrypt: (keyring, id, { features, words }) => ({
      features: reencryptJson(keyring, ['hits', id, 'features'], features),
      words: reencryptJson(keyring, ['hits', id, 'words'], words),
    }),
    write: (tx, id, texts) => tx.update(hits).set(texts).where(eq(hits.id, id)),
  }),
]

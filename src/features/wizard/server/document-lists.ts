import {
  documentListNames,
  documentLists,
  type DocumentListName,
} from '#features/applications/rules/documents/kinds.ts'
import { urlOfDocument } from '#features/documents/server/present.ts'
import type { DocumentRow } from '#features/documents/server/queries.ts'
import { fileIdOf } from '#features/documents/server/encrypted-name.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { DomainError } from '#base/server/domain-error.ts'

interface SentRecord {
  id: string
  url: string
}

type SentLists = Partial<Record<DocumentListName, readonly SentRecord[]>>

/**
 * The documents that the lists of a save omit, and so remove. Omitted lists change nothing; unregistered documents
 * cannot be added (decisions, "Registering").
 *
 * @throws DomainError invalid for each record that is not a document of this application
 */
export function documentsLeftOut(
  keyring: Keyring,
  documents: readonly DocumentRow[],
  sent: SentLists,
): DocumentRow[] {
  const lists = documentListNames.flatMap((name) => {
    const records = sent[name]
    const rows = documents.filter((row) => row.kind === documentLists[name])
    return records === undefined ? [] : [{ name, rows, listed: rowsListed(keyring, rows, records) }]
  })
  const errors = lists.flatMap(({ name, listed }) =>
    listed.flatMap((row, index) =>
      row === undefined
        ? [
            {
              path: `${name}.${index}`,
              message: 'This file wasn’t uploaded to this list. Please upload it again.',
            },
          ]
        : [],
    ),
  )
  if (errors.length > 0)
    throw new DomainError('invalid', 'Please upload files before listing them.', { errors })
  return lists.flatMap(({ rows, listed }) => rows.filter((row) => !listed.includes(row)))
}

/** The document of each record. Two files may share a client id; then each record stands for one of them. */
function rowsListed(
  keyring: Keyring,
  rows: readonly DocumentRow[],
  records: readonly SentRecord[],
): (DocumentRow | undefined)[] {
  const listed: (DocumentRow | undefined)[] = []
  for (const { id, url } of records) {
    const byAddress = rows.find((row) => urlOfDocument(row.id) === url)
    const named = rows.filter((row) => fileIdOf(keyring, row) === id || row.id === id)
    listed.push(byAddress ?? named.find((row) => !listed.includes(row)) ?? named[0])
  }
  return listed
}

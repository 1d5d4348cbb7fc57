import { documentListNames, documentLists, type DocumentListName } from '#domain/documents/kinds.ts'
import type { DocumentRow } from '#server/documents/queries.ts'
import { Refusal } from '#server/refusal.ts'

type SentLists = Partial<Record<DocumentListName, readonly { id: string }[]>>

/**
 * The documents that the lists sent with a save leave out, and so remove. A list that was not sent leaves
 * everything as it is; none can bring in a document that was not registered (decisions, "Registering").
 *
 * @throws Refusal invalid naming each record that is not a document of this application
 */
export function documentsLeftOut(documents: readonly DocumentRow[], sent: SentLists): DocumentRow[] {
  const sentNames = documentListNames.filter((name) => sent[name] !== undefined)
  const errors = sentNames.flatMap((name) => unknownRecords(name, sent, documents))
  if (errors.length > 0) throw new Refusal('invalid', 'Please upload files before listing them.', { errors })
  return sentNames.flatMap((name) =>
    documents.filter(
      (row) => row.kind === documentLists[name] && !sent[name]?.some(({ id }) => id === row.id),
    ),
  )
}

function unknownRecords(name: DocumentListName, sent: SentLists, documents: readonly DocumentRow[]) {
  return (sent[name] ?? []).flatMap(({ id }, index) =>
    documents.some((row) => row.id === id && row.kind === documentLists[name])
      ? []
      : [{ path: `${name}.${index}`, message: 'This file was not uploaded to this list.' }],
  )
}

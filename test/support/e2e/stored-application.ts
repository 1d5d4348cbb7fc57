import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import type { DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import type { Context } from '#base/server/context.ts'
import { applications } from '#features/access/schema/tables.ts'
import { documentsOfApplication } from '#features/documents/server/queries.ts'
import { nameOf } from '#features/documents/server/encrypted-name.ts'

/** A file in database and store. */
interface StoredDocument {
  kind: DocumentKindName
  name: string
  bytes: number
  sha256: string
  /** Of the stored bytes. */
  sha256InStore: string
}

/** A user's application in database and store, decrypted with the deployment's key. */
export interface StoredApplication {
  id: string
  status: string
  currentStep: string | null
  wealthManagerId: string | null
  submittedAt: Date | null
  /** As typed: encrypted values in plaintext. */
  answers: Answers
  /** As stored in the database. */
  encrypted: Answers
  confirmed: string[]
  documents: StoredDocument[]
}

export async function readStored(context: Context, userId: string): Promise<StoredApplication> {
  const { database, keyring } = context
  const [row] = await database.db.select().from(applications).where(eq(applications.userId, userId))
  if (row === undefined) throw new Error('There is no such application')
  const documents: StoredDocument[] = []
  for (const document of await documentsOfApplication(database.db, row.id)) {
    const { kind, bytes, sha256, objectKey } = document
    const name = nameOf(keyring, document)
    documents.push({ kind, name, bytes, sha256, sha256InStore: await hashInStore(context, objectKey) })
  }
  const { id, status, currentStep, wealthManagerId, submittedAt } = row
  return {
    id,
    status,
    currentStep,
    wealthManagerId,
    submittedAt,
    answers: decryptAnswers(keyring, id, row.answers),
    encrypted: row.answers,
    confirmed: Object.keys(row.confirmations).toSorted(),
    documents,
  }
}

async function hashInStore({ store }: Context, key: string): Promise<string> {
  const object = await store.get(key)
  const hash = createHash('sha256')
  for await (const chunk of object?.stream ?? []) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

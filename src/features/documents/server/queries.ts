import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Actor } from '#features/access/server/actor.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import type { Database, Queries, Transaction } from '#base/server/db/database.ts'
import { rowsAsJson } from '#base/server/db/rows-as-json.ts'
import { applications, documents, users } from '#features/access/schema/tables.ts'
import { notFound } from '#base/server/domain-error.ts'

export type DocumentRow = typeof documents.$inferSelect

/** Neither removed nor superseded by a correction. */
const current = and(isNull(documents.removedAt), isNull(documents.supersededBy))

/** The files of {@link storedDocumentsOf}, as a column of a query that reads applications. */
export const documentsColumn = rowsAsJson(
  documents,
  and(eq(documents.applicationId, applications.id), isNull(documents.removedAt)),
  sql`${documents.uploadedAt}, ${documents.id}`,
)

/** The files of an application that were neither removed nor superseded, in order of arrival. */
export async function documentsOfApplication(
  tx: Database | Transaction,
  applicationId: string,
): Promise<DocumentRow[]> {
  return documentsOfApplications(tx, [applicationId])
}

/** The same of several applications. */
export async function documentsOfApplications(
  tx: Database | Transaction,
  applicationIds: readonly string[],
): Promise<DocumentRow[]> {
  return tx
    .select()
    .from(documents)
    .where(and(inArray(documents.applicationId, [...applicationIds]), current))
    .orderBy(asc(documents.uploadedAt), asc(documents.id))
}

/** The files of an application including superseded ones, in order of arrival. */
export async function storedDocumentsOf(db: Queries, applicationId: string): Promise<DocumentRow[]> {
  return db
    .select()
    .from(documents)
    .where(and(eq(documents.applicationId, applicationId), isNull(documents.removedAt)))
    .orderBy(asc(documents.uploadedAt), asc(documents.id))
}

/** A file of an application in the reader's scope; null for one that is missing, removed or out of scope. */
export async function readableDocument(
  db: Database,
  id: string,
  reader: Pick<Actor, 'userId' | 'role'>,
): Promise<DocumentRow | null> {
  const [found] = await db
    .select({ document: documents })
    .from(documents)
    .innerJoin(applications, eq(applications.id, documents.applicationId))
    .where(and(eq(documents.id, id), isNull(documents.removedAt), inScope(reader, 'document.read')))
  return found?.document ?? null
}

/** The FAIS letter of a client's manager, where there is a manager and a letter. */
export interface FaisLetter {
  applicationId: string
  hasManager: boolean
  letter: DocumentRow | null
}

/**
 * The current FAIS letter of the client's manager.
 *
 * @throws DomainError not-found for a user who has no application
 */
export async function faisLetterFor(db: Database | Transaction, userId: string): Promise<FaisLetter> {
  const [found] = await db
    .select({ applicationId: applications.id, managerId: users.id, letter: documents })
    .from(applications)
    .leftJoin(users, eq(users.id, applications.wealthManagerId))
    .leftJoin(documents, and(eq(documents.id, users.faisDocumentId), isNull(documents.removedAt)))
    .where(eq(applications.userId, userId))
  if (found === undefined) throw notFound()
  return { applicationId: found.applicationId, hasManager: found.managerId !== null, letter: found.letter }
}

/** A manager's FAIS letter, current or earlier; null for any other id. */
export async function staffLetter(db: Database, id: string): Promise<DocumentRow | null> {
  const [found] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), eq(documents.kind, 'staffFais'), isNull(documents.removedAt)))
  return found ?? null
}

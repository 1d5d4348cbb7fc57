import { accountName } from '#features/access/rules/account-name.ts'
import { decrypt } from '#base/server/db/encrypted-columns.ts'
import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Note, NoteRevision } from '#features/notes/api/notes.ts'
import { noteSubjectLabel, type NoteSubject } from '#features/notes/rules/notes.ts'
import type { Actor } from '#features/access/server/actor.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries } from '#base/server/db/database.ts'
import { notes, noteRevisions } from '#features/notes/schema/note-schema.ts'
import { applications, documents, users } from '#features/access/schema/tables.ts'
import { nameOf } from '#features/documents/server/encrypted-name.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { notFound } from '#base/server/domain-error.ts'

/** What reading notes needs. */
interface Reading {
  keyring: Keyring
  database: { db: Queries }
}

/** The notes of an application, or one of them, in a reader's scope. */
interface Named {
  id: string
  noteId: string
}

/**
 * The notes of an application, the latest first.
 *
 * @throws DomainError not-found for an application that is missing or out of the reader's scope
 */
export async function notesOf(
  { database: { db }, keyring }: Pick<Context, 'database' | 'keyring'>,
  id: string,
  reader: Actor,
): Promise<Note[]> {
  const inReaderScope = and(eq(applications.id, id), inScope(reader, 'application.review'))
  if ((await db.$count(applications, inReaderScope)) === 0) throw notFound()
  return presented({ database: { db }, keyring }, eq(notes.applicationId, id), reader)
}

/**
 * One note for a reader whose access was checked.
 *
 * @throws DomainError not-found
 */
export async function noteAsSeen(reading: Reading, noteId: string, reader: Actor): Promise<Note> {
  const [note] = await presented(reading, eq(notes.id, noteId), reader)
  if (note === undefined) throw notFound()
  return note
}

async function presented(
  { database: { db }, keyring }: Reading,
  which: SQL,
  reader: Pick<Actor, 'userId'>,
): Promise<Note[]> {
  const rows = await db
    .select({
      note: notes,
      revision: noteRevisions,
      fullName: users.fullName,
      username: users.username,
      documentId: documents.id,
      encryptedName: documents.encryptedName,
    })
    .from(notes)
    .innerJoin(
      noteRevisions,
      and(eq(noteRevisions.noteId, notes.id), eq(noteRevisions.version, notes.version)),
    )
    .innerJoin(users, eq(users.id, notes.authorId))
    .leftJoin(documents, eq(documents.id, notes.documentId))
    .where(which)
    .orderBy(desc(notes.createdAt), desc(notes.id))
  const names = await namesOf(
    db,
    rows.flatMap(({ revision }) => revision.mentions),
  )
  return rows.map(({ note, revision, fullName, username, documentId, encryptedName }) => {
    const subject = subjectOf(note)
    const isThere = documentId !== null && encryptedName !== null
    const fileName = isThere ? nameOf(keyring, { id: documentId, encryptedName }) : null
    return {
      id: note.id,
      subject,
      about: noteSubjectLabel(subject, fileName),
      authorName: accountName({ fullName, username }),
      own: note.authorId === reader.userId,
      text: decrypt(keyring, noteRevisions.words, revision.id, revision.words),
      mentions: revision.mentions.flatMap((id) => names.filter((one) => one.id === id)),
      writtenAt: note.createdAt.toISOString(),
      editedAt: note.version === 1 ? null : revision.at.toISOString(),
      version: note.version,
    }
  })
}

/** Names of users; deleted ones are missing. */
async function namesOf(db: Queries, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  return db
    .select({ id: users.id, name: sql<string>`coalesce(${users.fullName}, ${users.username})` })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
}

function subjectOf({ kind, path, documentId }: typeof notes.$inferSelect): NoteSubject {
  if (kind === 'answer') return { kind, path: path ?? '' }
  return kind === 'document' ? { kind, documentId: documentId ?? '' } : { kind }
}

/**
 * Every revision of a note, the latest first.
 *
 * @throws DomainError not-found for a note that is missing, of another application, or out of the reader's scope
 */
export async function revisionsOf(
  { database: { db }, keyring }: Pick<Context, 'database' | 'keyring'>,
  { id, noteId }: Named,
  reader: Actor,
): Promise<NoteRevision[]> {
  const rows = await db
    .select({ revision: noteRevisions })
    .from(noteRevisions)
    .innerJoin(notes, eq(notes.id, noteRevisions.noteId))
    .innerJoin(applications, eq(applications.id, notes.applicationId))
    .where(and(eq(notes.id, noteId), eq(applications.id, id), inScope(reader, 'application.review')))
    .orderBy(desc(noteRevisions.version))
  if (rows.length === 0) throw notFound()
  return rows.map(({ revision }) => ({
    version: revision.version,
    at: revision.at.toISOString(),
    text: decrypt(keyring, noteRevisions.words, revision.id, revision.words),
  }))
}

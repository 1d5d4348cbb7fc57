import { decrypt, encrypt } from '#base/server/db/encrypted-columns.ts'
import { and, eq } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import { MAX_NOTES, MAX_REVISIONS, noteSubjectPath, type NoteSubject } from '#features/notes/rules/notes.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { IsCurrent } from '#base/server/http/etag.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import { record } from '#features/audit/server/record.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { notes, noteRevisions } from '#features/notes/schema/note-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { storedDocumentsOf } from '#features/documents/server/queries.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { notifyMentioned } from './mention.ts'

type Written = ParsedInput<'POST /api/admin/applications/{id}/notes'>['body']

/**
 * Saves a note.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError not-found out of the author's scope; invalid (400) for a document of another application and a
 * mentioned user without access; conflict (409) above the maximum of an application
 */
export async function writeNote<Answer>(
  act: CommandContext,
  id: string,
  { subject, text, ...named }: Written,
  answer: (tx: Transaction, noteId: string) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx, actor, now } = work
    await lockAccess(work, id)
    await requireThere(tx, id, subject)
    if ((await tx.$count(notes, eq(notes.applicationId, id))) >= MAX_NOTES) {
      throw new DomainError(
        'conflict',
        `An application can have at most ${MAX_NOTES} notes. Please add to an earlier one.`,
      )
    }
    const noteId = newId()
    await tx.insert(notes).values({
      id: noteId,
      applicationId: id,
      authorId: actor.userId,
      kind: subject.kind,
      path: subject.kind === 'answer' ? subject.path : null,
      documentId: subject.kind === 'document' ? subject.documentId : null,
      createdAt: now,
      version: 1,
    })
    const mentions = [...new Set(named.mentions)]
    await notifyMentioned(work, { applicationId: id, noteId, mentions, before: [] })
    await addRevision(work, { noteId, version: 1, text, mentions })
    await record(work, 'note.written', id, { noteId, subject: noteSubjectPath(subject) })
    return answer(tx, noteId)
  })
}

/** Locks the author's access to the application. @throws DomainError not-found */
async function lockAccess({ tx, actor }: TransactionContext, id: string): Promise<void> {
  const [application] = await tx
    .select({ id: applications.id })
    .from(applications)
    .where(and(eq(applications.id, id), inScope(actor, 'note.write')))
    .for('share')
  if (application === undefined) throw notFound()
}

async function requireThere(tx: Transaction, id: string, subject: NoteSubject): Promise<void> {
  if (subject.kind !== 'document') return
  const present = await storedDocumentsOf(tx, id)
  if (present.some((document) => document.id === subject.documentId)) return
  const message = 'This document no longer exists. Please reload the page.'
  throw new DomainError('invalid', message, { errors: [{ path: 'subject.documentId', message }] })
}

/** Notes with what a file says about imported clients, in the transaction that creates and records them. */
export async function addImportedNotes(
  work: TransactionContext<Doer>,
  texts: readonly { applicationId: string; text: string }[],
): Promise<void> {
  if (texts.length === 0) return
  const { tx, actor, context, now } = work
  const added = texts.map((each) => ({ ...each, noteId: newId(), revisionId: newId() }))
  await tx.insert(notes).values(
    added.map(({ noteId, applicationId }) => ({
      id: noteId,
      applicationId,
      authorId: actor.userId,
      kind: 'application' as const,
      path: null,
      documentId: null,
      createdAt: now,
      version: 1,
    })),
  )
  await tx.insert(noteRevisions).values(
    added.map(({ noteId, revisionId, text }) => ({
      id: revisionId,
      noteId,
      version: 1,
      at: now,
      words: encrypt(context.keyring, noteRevisions.words, revisionId, text),
      mentions: [],
    })),
  )
}

interface RevisionToAdd {
  noteId: string
  version: number
  text: string
  mentions: string[]
}

async function addRevision(
  { tx, context, now }: TransactionContext,
  { noteId, version, text, mentions }: RevisionToAdd,
): Promise<void> {
  const id = newId()
  const words = encrypt(context.keyring, noteRevisions.words, id, text)
  await tx.insert(noteRevisions).values({ id, noteId, version, at: now, words, mentions })
}

/** An edit of the author's own note. */
interface Edit {
  text: string
  mentions: readonly string[]
  /** Whether they saw the current version; undefined without If-Match. */
  isCurrent: IsCurrent | undefined
}

/**
 * Edits a note and keeps its previous revisions. Idempotent for the same text.
 *
 * @throws DomainError not-found, invalid (400) for a newly mentioned user without access, forbidden for another user's
 * note, stale (412) where it was changed meanwhile, conflict (409) after too many revisions
 */
export async function editNote(
  act: CommandContext,
  { id, noteId }: { id: string; noteId: string },
  { text, isCurrent, ...named }: Edit,
): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx, context, actor } = work
    await lockAccess(work, id)
    const [note] = await tx
      .select()
      .from(notes)
      .where(and(eq(notes.id, noteId), eq(notes.applicationId, id)))
      .for('update')
    if (note === undefined) throw notFound()
    if (note.authorId !== actor.userId) {
      throw new DomainError('forbidden', 'Only the author can change a note. Please add your own.')
    }
    const [present] = await tx
      .select()
      .from(noteRevisions)
      .where(and(eq(noteRevisions.noteId, noteId), eq(noteRevisions.version, note.version)))
    if (
      present !== undefined &&
      decrypt(context.keyring, noteRevisions.words, present.id, present.words) === text
    )
      return
    if (isCurrent?.(note) === false) throw changedMeanwhile()
    if (note.version >= MAX_REVISIONS) {
      throw new DomainError('conflict', 'This note has been changed too many times. Please write a new one.')
    }
    const version = note.version + 1
    await tx.update(notes).set({ version }).where(eq(notes.id, noteId))
    const mentions = [...new Set(named.mentions)]
    await notifyMentioned(work, { applicationId: id, noteId, mentions, before: present?.mentions ?? [] })
    await addRevision(work, { noteId, version, text, mentions })
    await record(work, 'note.edited', id, { noteId, version })
  })
}

function changedMeanwhile(): DomainError {
  return new DomainError(
    'stale',
    'You changed this note in another window. What you typed is still here: check the note, then save again.',
    { code: 'version-conflict' },
  )
}

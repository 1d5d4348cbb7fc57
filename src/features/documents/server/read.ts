import { isUnreadable, unreadableReasons } from '#base/rules/files/safety.ts'
import { recordRead } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import type { StoredObject } from '#base/server/storage/object-store.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import { reportLetterMissing } from './letter-to-sign.ts'
import { faisLetterFor, readableDocument, staffLetter, type DocumentRow } from './queries.ts'
import { nameOf } from './encrypted-name.ts'

/** An opened document. The caller must read its stream or destroy it. */
export interface OpenedDocument extends StoredObject {
  document: DocumentRow
  name: string
}

/**
 * Opens a file of an application, and records the access.
 *
 * @param ahead true for a preview that the reader did not request: it does not count as opened
 * @throws DomainError not-found for one that is missing, removed or out of the reader's scope, all with the same text;
 * conflict for one that waits for the virus scanner, or did not pass it
 */
export async function openDocument(
  act: CommandContext,
  id: string,
  { ahead }: { ahead?: '1' | undefined } = {},
): Promise<OpenedDocument> {
  const document = await readableDocument(act.context.database.db, id, act.actor)
  if (document === null) throw notFound()
  const details = { documentId: document.id, kind: document.kind }
  const event = ahead === undefined ? 'document.read' : 'document.fetched-ahead'
  return openFile(act.context, document, () =>
    recordRead({ ...act, tx: act.context.database.db }, event, document.applicationId, details),
  )
}

/**
 * Records that a reader opened a file that was prefetched.
 *
 * @throws DomainError not-found as `openDocument`
 */
export async function recordOpened(act: CommandContext, id: string): Promise<void> {
  const { db } = act.context.database
  const document = await readableDocument(db, id, act.actor)
  if (document === null) throw notFound()
  const details = { documentId: id, kind: document.kind }
  await recordRead({ ...act, tx: db }, 'document.read', document.applicationId, details)
}

/**
 * Opens the current FAIS letter of a client's manager, and records which version was read.
 *
 * @throws DomainError not-found where there is no manager, or no letter yet; conflict as `openDocument`
 */
export async function openFaisLetter(act: CommandContext): Promise<OpenedDocument> {
  const { context, actor } = act
  const { applicationId, hasManager, letter } = await faisLetterFor(context.database.db, actor.userId)
  if (letter === null) {
    await reportLetterMissing(act)
    throw noLetter(hasManager)
  }
  const details = { documentId: letter.id, sha256: letter.sha256 }
  return openFile(context, letter, () =>
    recordRead({ ...act, tx: act.context.database.db }, 'fais-letter.downloaded', applicationId, details),
  )
}

/**
 * Opens any version of any manager's FAIS letter for account administrators, and records the access.
 *
 * @throws DomainError not-found for any other id; conflict as `openDocument`
 */
export async function openStaffLetter(act: CommandContext, id: string): Promise<OpenedDocument> {
  const { context } = act
  const letter = await staffLetter(context.database.db, id)
  if (letter === null) throw notFound()
  const details = { documentId: letter.id, kind: letter.kind }
  return openFile(context, letter, () =>
    recordRead({ ...act, tx: act.context.database.db }, 'document.read', letter.ownerId, details),
  )
}

/** The text of specification section 8, or our own where it does not fit. */
function noLetter(hasManager: boolean): DomainError {
  return new DomainError(
    'not-found',
    hasManager
      ? 'Your wealth manager hasn’t provided the FAIS document yet. Please contact us.'
      : 'Failed to download FAIS document. Please ensure you have a wealth manager assigned.',
  )
}

/** Opens first and records then: failed reads are not recorded, and unrecorded ones fail. */
export async function openFile(
  { store, keyring, log }: Context,
  document: DocumentRow,
  recordReading: () => Promise<void>,
): Promise<OpenedDocument> {
  if (isUnreadable(document.virusScan))
    throw new DomainError('conflict', unreadableReasons[document.virusScan])
  const object = await store.get(document.objectKey)
  if (object === null) {
    log.error({ documentId: document.id }, 'a registered document is missing from the store')
    throw new DomainError(
      'unavailable',
      `“${nameOf(keyring, document)}” is missing from our store. Please contact us.`,
    )
  }
  try {
    await recordReading()
  } catch (error) {
    object.stream.destroy()
    throw error
  }
  return { document, name: nameOf(keyring, document), ...object }
}

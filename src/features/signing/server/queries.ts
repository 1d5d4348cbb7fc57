import { and, asc, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { SignableView } from '#features/signing/api/signing.ts'
import { isUnreadable } from '#base/rules/files/safety.ts'
import { signables, type SignableName } from '#features/signing/rules/signables.ts'
import type { Actor } from '#features/access/server/actor.ts'
import { applicationOfClient } from '#features/wizard/server/queries.ts'
import type { Context } from '#base/server/context.ts'
import { auditEvents } from '#features/audit/schema.ts'
import type { Database, Transaction } from '#base/server/db/database.ts'
import { documents } from '#features/access/schema/tables.ts'
import { documentSignatures, sealCertificates } from '#features/signing/schema/signing-schema.ts'
import { faisLetterFor, type DocumentRow } from '#features/documents/server/queries.ts'
import { isValidAt } from '#base/server/seal/seal.ts'

export type SignatureRow = typeof documentSignatures.$inferSelect

/** What a client has to sign, and the progress. */
export interface SignableState {
  unsignable: SignableView['unsignable']
  /** The document to sign now; null where there is none. */
  document: DocumentRow | null
  version: number
  openedAt: Date | null
  /** When it was first on the screen in this session. */
  displayedAt: Date | null
  signer: { name: string; idNumber: string | null }
  applicationId: string
}

/**
 * The document that a client has to sign now.
 *
 * @throws DomainError not-found for a user who has no application
 */
export async function signableOf(
  context: Context,
  _kind: SignableName,
  actor: Actor,
  now: Date,
): Promise<SignableState> {
  const { db } = context.database
  const [{ letter }, { application }] = await Promise.all([
    faisLetterFor(db, actor.userId),
    applicationOfClient(context, actor.userId),
  ])
  const { fullName, idNumber } = application.answers
  const name = (fullName ?? actor.fullName ?? '').trim()
  const [version, openedAt, displayedAt] =
    letter === null
      ? [0, null, null]
      : await Promise.all([
          versionOf(db, letter),
          firstTime(db, 'fais-letter.downloaded', letter, actor.userId),
          firstTime(db, 'fais-letter.displayed', letter, actor.userId, { sessionId: actor.sessionId }),
        ])
  return {
    unsignable: whyNot(context, { letter, name, now }),
    document: letter,
    version,
    openedAt,
    displayedAt,
    signer: { name, idNumber },
    applicationId: application.id,
  }
}

function whyNot(
  { seal }: Pick<Context, 'seal'>,
  { letter, name, now }: { letter: DocumentRow | null; name: string; now: Date },
): SignableView['unsignable'] {
  if (seal === null || !isValidAt(seal, now)) return 'no-seal'
  if (letter === null) return 'no-document'
  if (isUnreadable(letter.virusScan)) return 'unreadable'
  if (letter.downloadOnly === 'encrypted') return 'encrypted'
  if (letter.sealable === false) return 'unsealable'
  return name === '' ? 'no-name' : null
}

/** The version number of a letter among its owner's, from 1. */
async function versionOf(db: Database, { ownerId, uploadedAt }: DocumentRow): Promise<number> {
  return db.$count(
    documents,
    and(
      eq(documents.ownerId, ownerId),
      eq(documents.kind, 'staffFais'),
      isNull(documents.removedAt),
      lte(documents.uploadedAt, uploadedAt),
    ),
  )
}

/** When a user first opened this version, or saw it in a session, from the audit log; null where they have not. */
async function firstTime(
  db: Database,
  action: 'fais-letter.downloaded' | 'fais-letter.displayed',
  { id, sha256 }: Pick<DocumentRow, 'id' | 'sha256'>,
  userId: string,
  session: { sessionId?: string } = {},
): Promise<Date | null> {
  const [first] = await db
    .select({ at: auditEvents.at })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.actorId, userId),
        eq(auditEvents.action, action),
        sql`${auditEvents.details} @> ${JSON.stringify({ documentId: id, sha256, ...session })}::jsonb`,
      ),
    )
    .orderBy(asc(auditEvents.at))
    .limit(1)
  return first?.at ?? null
}

/** The signatures of documents, by document id. */
export async function signaturesOf(
  db: Database | Transaction,
  documentIds: readonly string[],
): Promise<Map<string, SignatureRow>> {
  if (documentIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(documentSignatures)
    .where(inArray(documentSignatures.documentId, [...documentIds]))
  return new Map(rows.map((row) => [row.documentId, row]))
}

/** The signature with this digest, and its application. */
export async function signatureByDigest(
  db: Database,
  digest: string,
): Promise<{ signature: SignatureRow; applicationId: string | null } | null> {
  const [found] = await db
    .select({ signature: documentSignatures, applicationId: documents.applicationId })
    .from(documentSignatures)
    .innerJoin(documents, eq(documents.id, documentSignatures.documentId))
    .where(eq(documentSignatures.digest, digest))
  return found ?? null
}

/** Every certificate that documents were sealed with, the newest first; PEM. */
export async function certificatesUsed(db: Database): Promise<string[]> {
  const rows = await db
    .select({ pem: sealCertificates.pem })
    .from(sealCertificates)
    .orderBy(desc(sealCertificates.firstUsedAt))
  return rows.map(({ pem }) => pem)
}

/** The API's representation of a document to sign. */
export function presentSignable(kind: SignableName, state: SignableState): SignableView {
  const { title, statementsVersion: wording, statements } = signables[kind]
  const { document, version, openedAt, displayedAt, unsignable, signer } = state
  return {
    unsignable,
    document: document && {
      title,
      version,
      sha256: document.sha256,
      bytes: document.bytes,
      openedAt: openedAt?.toISOString() ?? null,
      displayedAt: displayedAt?.toISOString() ?? null,
    },
    signerName: signer.name,
    wording,
    statements: [...statements],
  }
}

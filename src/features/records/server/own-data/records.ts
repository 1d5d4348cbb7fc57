import { and, asc, eq, gt, inArray, or } from 'drizzle-orm'
import { reasonForClient } from '#features/applications/rules/lifecycle/tracker.ts'
import { auditEvents as events } from '#features/audit/rules/events.ts'
import { deviceName } from '#features/sign-in/rules/device-name.ts'
import { confirmations, confirmationNames } from '#features/applications/rules/wizard/confirmations.ts'
import { identifiedByTexts, signables } from '#features/signing/rules/signables.ts'
import { actorLabels } from '#features/access/rules/roles.ts'
import type { Actor } from '#features/access/server/actor.ts'
import { presentApplication } from '#features/wizard/server/present.ts'
import type { ApplicationView } from '#features/wizard/server/queries.ts'
import type { Context } from '#base/server/context.ts'
import { annualReviews } from '#features/annual-reviews/schema.ts'
import { clientNotices, statusReasons } from '#features/applications/schema/review-schema.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { passkeys } from '#features/sign-in/schema/passkey-schema.ts'
import { documents, sessions, users } from '#features/access/schema/tables.ts'
import { documentSignatures } from '#features/signing/schema/signing-schema.ts'
import { decrypt } from '#base/server/db/encrypted-columns.ts'
import { isTemplate, templates } from '#features/mail/server/templates/templates.ts'
import { decryptSignerDetails } from '#features/signing/server/signer-details.ts'

/** Number of rows read together. */
const PAGE = 500

type Reads = Pick<Context, 'database' | 'keyring'>

/** The account, its sessions and its passkeys. */
export async function accountRecord({ database: { db } }: Reads, userId: string) {
  const [account] = await db
    .select({
      username: users.username,
      fullName: users.fullName,
      role: users.role,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(eq(users.id, userId))
  const open = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt))
  const own = await db
    .select({ name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
  return {
    ...account,
    passkeys: own,
    sessions: open.map(({ userAgent, ip, createdAt, lastSeenAt }) => ({
      device: deviceName(userAgent),
      userAgent,
      address: ip,
      startedAt: createdAt,
      lastSeenAt,
    })),
  }
}

/**
 * The application with all answers, confirmed statements, and reasons given to the client. Internal notes of staff are
 * excluded (decisions, "The client's own data").
 */
export async function applicationRecord(context: Reads & Pick<Context, 'settings'>, view: ApplicationView) {
  const { db } = context.database
  const { id, confirmations: confirmed } = view.application
  const [reasons, reviews, notices] = await Promise.all([
    db.select().from(statusReasons).where(eq(statusReasons.applicationId, id)).orderBy(asc(statusReasons.at)),
    db
      .select()
      .from(annualReviews)
      .where(eq(annualReviews.applicationId, id))
      .orderBy(asc(annualReviews.completedAt)),
    db
      .select()
      .from(clientNotices)
      .where(eq(clientNotices.applicationId, id))
      .orderBy(asc(clientNotices.sentAt)),
  ])
  return {
    ...presentApplication(context, view),
    consents: confirmationNames.map((name) => ({
      statement: confirmations[name].statement,
      confirmedAt: confirmed[name]?.at ?? null,
      wording: confirmed[name]?.wording ?? null,
      ...(confirmed[name]?.links !== undefined && { links: confirmed[name].links }),
    })),
    reasonsGivenForStatuses: reasons
      .filter(({ status, reason }) => reasonForClient(status, reason) !== null)
      .map(({ status, reason, at }) => ({ status, reason, at })),
    annualReviews: reviews.map(({ completedAt }) => ({ completedAt })),
    notices: notices.map(({ kind, sentAt }) => ({ kind, sentAt })),
  }
}

/** A user's signatures on screen with their recorded details, including those of replaced documents. */
export async function signatureRecords({ database: { db }, keyring }: Reads, userId: string) {
  const rows = await db
    .select({ signature: documentSignatures })
    .from(documentSignatures)
    .innerJoin(documents, eq(documents.id, documentSignatures.documentId))
    .where(eq(documents.ownerId, userId))
    .orderBy(asc(documentSignatures.signedAt))
  return rows.map(({ signature }) => {
    const { documentId, kind, particulars, signedVersion, signedSha256, signedBytes } = signature
    const { name, ip, device, passkey } = decryptSignerDetails(keyring, documentId, particulars)
    const { wording, by, openedAt, displayedAt, signedAt, level } = signature
    return {
      documentId,
      title: signables[kind].title,
      version: signedVersion,
      sha256: signedSha256,
      bytes: signedBytes,
      wording,
      by,
      name,
      address: ip,
      device,
      identifiedBy: identifiedByTexts[signature.identifiedBy ?? 'password'],
      ...(passkey && { passkey }),
      openedAt,
      displayedAt,
      signedAt,
      level,
    }
  })
}

/** The mails to a user, without secrets that give access to an account. */
export async function* mailRecords(
  { database: { db }, keyring }: Reads,
  recipient: string,
): AsyncGenerator<object> {
  let last = ''
  for (;;) {
    const page = await db
      .select()
      .from(mailOutbox)
      .where(and(eq(mailOutbox.recipient, recipient), last === '' ? undefined : gt(mailOutbox.id, last)))
      .orderBy(asc(mailOutbox.id))
      .limit(PAGE)
    for (const mail of page) {
      const { template, subject, createdAt, sentAt } = mail
      const isReadable = isTemplate(template) && !templates[template].secret && mail.textBody !== ''
      const text = isReadable ? decrypt(keyring, mailOutbox.textBody, mail.id, mail.textBody) : null
      yield { subject, writtenAt: createdAt, sentAt, text }
    }
    last = page.at(-1)?.id ?? ''
    if (page.length < PAGE) return
  }
}

/** The audit events of a client: their actions, and actions on their account and application. */
export async function* activityRecords(
  { database: { db } }: Reads,
  { userId }: Pick<Actor, 'userId'>,
  applicationId: string,
): AsyncGenerator<object> {
  let last = 0
  for (;;) {
    const page = await db
      .select()
      .from(auditEvents)
      .where(
        and(
          or(eq(auditEvents.actorId, userId), inArray(auditEvents.objectId, [userId, applicationId])),
          gt(auditEvents.id, last),
        ),
      )
      .orderBy(asc(auditEvents.id))
      .limit(PAGE)
    for (const { at, action, success, actorId, actorRole, ip } of page) {
      const isOwn = actorId === userId
      if (!isOwn && !events[action].isShownToClient) continue
      const by = isOwn ? 'You' : actorRole === null ? 'Not signed in' : actorLabels[actorRole]
      // IP addresses of staff are not included.
      const address = isOwn || actorId === null ? ip : null
      yield { at, what: events[action].label, success, by, address }
    }
    last = page.at(-1)?.id ?? last
    if (page.length < PAGE) return
  }
}

import { asc, eq } from 'drizzle-orm'
import type { Context } from '#server/shared/context.ts'
import { auditEvents } from '#server/platform/db/audit-schema.ts'
import { mailOutbox } from '#server/platform/db/mail-schema.ts'
import { decrypt } from '#server/platform/db/encrypted-columns.ts'

/** Audit rows about a user or an application, oldest first. */
export async function auditAbout({ database: { db } }: Context, objectId: string) {
  return db.select().from(auditEvents).where(eq(auditEvents.objectId, objectId)).orderBy(asc(auditEvents.id))
}

/** Pending mails to a user, oldest first, decrypted. */
export async function mailsTo({ database: { db }, keyring }: Context, recipient: string) {
  const rows = await db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, recipient))
    .orderBy(asc(mailOutbox.id))
  return rows.map((row) => ({
    ...row,
    ...(row.textBody !== '' && {
      text: decrypt(keyring, mailOutbox.textBody, row.id, row.textBody),
      html: decrypt(keyring, mailOutbox.htmlBody, row.id, row.htmlBody),
    }),
  }))
}

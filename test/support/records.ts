import { asc, eq } from 'drizzle-orm'
import type { Context } from '#base/server/context.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { decrypt } from '#base/server/db/encrypted-columns.ts'

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

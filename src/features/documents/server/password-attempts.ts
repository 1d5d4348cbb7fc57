import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '#base/server/db/database.ts'
import { uploads } from '#features/documents/schema/uploads.ts'
import { DomainError } from '#base/server/domain-error.ts'

/** Real users need one or two; each attempt takes a second of a processor. */
const MAX_ATTEMPTS = 10

/**
 * Counts a password attempt before it is made, so that simultaneous ones count too.
 *
 * @throws DomainError throttled above the limit: the file must be uploaded again, which is limited as well
 */
export async function countAttempt(db: Database, uploadId: string, name: string): Promise<void> {
  const counted = await db
    .update(uploads)
    .set({ passwordAttempts: sql`${uploads.passwordAttempts} + 1` })
    .where(and(eq(uploads.id, uploadId), lt(uploads.passwordAttempts, MAX_ATTEMPTS)))
    .returning({ id: uploads.id })
  if (counted.length > 0) return
  throw new DomainError(
    'throttled',
    `${MAX_ATTEMPTS} passwords didn’t open ${name}. Please check the password, and upload the file again.`,
    { code: 'throttled' },
  )
}

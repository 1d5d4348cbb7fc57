import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { applicationSummaries as summaries } from '#features/applications/schema/review-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { spreadReviews, undoSpread } from '#features/annual-reviews/server/spread-reviews.ts'
import { record } from '#features/audit/server/record.ts'
import { importedApplications } from '#features/imports/schema.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { refusedAt } from '#features/sign-in/server/password-rules.ts'
import { lockImport } from './create-import.ts'
import { isReviewDue } from './due-reviews.ts'

/**
 * Spreads the annual reviews of an import that are due now over some months, those that are due longest first.
 *
 * @throws DomainError not-found; conflict (409) for an import that has not ended; invalid (400) for more months than
 * there are between two reviews
 */
export async function spreadImportedReviews(act: CommandContext, id: string, over: number): Promise<void> {
  const months = act.context.settings.branding.office.annualReview
  if (over > months.due)
    throw refusedAt('months', `Reviews are held every ${months.due} months. Please choose fewer.`)
  await inTransaction(act, async (work) => {
    const { tx, now } = work
    const { state } = await lockImport(tx, id)
    if (state !== 'done') {
      throw new DomainError('conflict', 'Reviews can be spread once their import has ended.', {
        code: 'too-late',
      })
    }
    const due = await tx
      .select({ id: summaries.applicationId })
      .from(importedApplications)
      .innerJoin(summaries, eq(summaries.applicationId, importedApplications.applicationId))
      .where(and(eq(importedApplications.importId, id), isReviewDue(now, months)))
      .orderBy(asc(summaries.reviewBaseAt), asc(summaries.applicationId))
    if (due.length === 0) return
    await spreadReviews(
      work,
      due.map((client) => client.id),
      over,
    )
    await record(work, 'import.reviews-spread', null, { importId: id, clients: due.length, months: over })
  })
}

/** Has the annual reviews of an import due as before they were spread. Idempotent. */
export async function undoSpreadOfImport(act: CommandContext, id: string): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx } = work
    await lockImport(tx, id)
    const spread = await tx
      .select({ id: applications.id })
      .from(importedApplications)
      .innerJoin(applications, eq(applications.id, importedApplications.applicationId))
      .where(and(eq(importedApplications.importId, id), isNotNull(applications.reviewCountedFrom)))
    if (spread.length === 0) return
    await undoSpread(
      work,
      spread.map((client) => client.id),
    )
    await record(work, 'import.reviews-spread-undone', null, { importId: id, clients: spread.length })
  })
}

import { eq, sql } from 'drizzle-orm'
import { formatReference } from '#domain/applications/reference.ts'
import type { Settings } from '#server/config/settings.ts'
import type { Transaction } from '#server/db/database.ts'
import { applications, users } from '#server/db/schema.ts'
import type { MailSite } from './templates/site.ts'
import { TO_COME } from './templates/templates.ts'

/** The site that mails lead to: where people open it, or where a server without such a setting listens. */
export function originOf({ baseUrl, port }: Pick<Settings, 'baseUrl' | 'port'>): string {
  return baseUrl?.origin ?? `http://localhost:${port}`
}

/**
 * What a mail may say about the firm, and to whom it speaks.
 *
 * @param applicationId the application that it is about; the reader's own where it is not said
 * @param rehearsedAt when the act was rehearsed: an application that it begins has no reference yet
 */
export async function siteFor(
  tx: Transaction,
  settings: Settings,
  {
    recipient,
    applicationId,
    rehearsedAt,
  }: { recipient: string; applicationId: string | null; rehearsedAt: Date | null },
): Promise<MailSite> {
  const { branding } = settings
  const isMeant =
    applicationId === null ? eq(applications.userId, users.id) : eq(applications.id, applicationId)
  const [found] = await tx
    .select({
      name: sql<
        string | null
      >`coalesce(${users.fullName}, case when ${applications.userId} = ${users.id} then ${applications.answers} ->> 'fullName' end)`,
      role: users.role,
      reference: applications.reference,
      begunAt: applications.createdAt,
    })
    .from(users)
    .leftJoin(applications, isMeant)
    .where(eq(users.username, recipient))
  const reference = found?.reference ?? null
  const isToCome = rehearsedAt !== null && found?.begunAt?.getTime() === rehearsedAt.getTime()
  return {
    branding,
    origin: originOf(settings),
    reader: found === undefined ? null : { name: found.name, role: found.role },
    reference: reference && (isToCome ? TO_COME : formatReference(branding.referencePrefix, reference)),
  }
}

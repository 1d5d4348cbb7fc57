import { and, eq, isNull, sql } from 'drizzle-orm'
import { formatReference } from '#base/rules/identifiers/reference.ts'
import { formatPhoneNumber } from '#base/rules/south-africa/phone-number.ts'
import type { Settings } from '#base/server/config/settings.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { addressConfirmations } from '#features/access/schema/sign-in-schema.ts'
import { managers } from '#features/applications/server/record/manager-columns.ts'
import type { MailSite } from './templates/site.ts'
import { TO_COME } from './templates/templates.ts'

/** The site's origin in links of mails: as configured, or where the server listens. */
export function originOf({ baseUrl, port }: Pick<Settings, 'baseUrl' | 'port'>): string {
  return baseUrl?.origin ?? `http://localhost:${port}`
}

/** Recipient and subject of a mail. */
interface Addressed {
  recipient: string
  /** The application it is about; null for the recipient's own. */
  applicationId: string | null
}

/**
 * Template context of all mails: the firm, recipients and references, read with one query.
 *
 * @param dryRunAt time of a dry run, in which new applications have no reference yet
 * @returns the context of a mail, by its index
 */
export async function sitesOf(
  tx: Transaction,
  settings: Settings,
  { mails, dryRunAt }: { mails: readonly Addressed[]; dryRunAt: Date | null },
): Promise<(index: number) => MailSite> {
  const { branding } = settings
  const origin = originOf(settings)
  const readers = await findReaders(tx, mails)
  return (index) => {
    const found = readers.get(index)
    const reference = found?.reference ?? null
    const isToCome = dryRunAt !== null && found?.begunAt?.getTime() === dryRunAt.getTime()
    return {
      branding,
      hasDueDiligence: settings.dueDiligence.on,
      origin,
      recipient: mails[index]?.recipient ?? '',
      reader:
        found === undefined
          ? null
          : {
              // A stranger may have registered the address.
              name: found.isUnconfirmed ? null : found.name,
              role: found.role,
              isUnconfirmed: found.isUnconfirmed,
            },
      contact: found?.contact ?? null,
      reference: reference && (isToCome ? TO_COME : formatReference(branding.referencePrefix, reference)),
    }
  }
}

/** The account of each recipient, by the mail's index; none for unknown recipients. */
async function findReaders(tx: Transaction, mails: readonly Addressed[]) {
  const [recipients, about] = [
    mails.map(({ recipient }) => recipient),
    mails.map(({ applicationId }) => applicationId),
  ]
  const meant = sql`coalesce(mail.about, (select own.id from ${applications} own where own.user_id = ${users.id}))`
  const rows = await tx
    .select({
      index: sql`mail.place`.mapWith(Number),
      name: sql<
        string | null
      >`coalesce(${users.fullName}, case when ${applications.userId} = ${users.id} then ${applications.answers} ->> 'fullName' end)`,
      role: users.role,
      reference: applications.reference,
      begunAt: applications.createdAt,
      isOwn: sql<boolean>`${applications.userId} = ${users.id}`,
      isUnconfirmed: sql<boolean>`exists (
        select from ${addressConfirmations} waiting where waiting.user_id = ${users.id})`,
      manager: { name: managers.fullName, email: managers.username, phone: managers.phone },
    })
    .from(
      sql`unnest(${sql.param(recipients)}::text[], ${sql.param(about)}::uuid[]) with ordinality mail (recipient, about, place)`,
    )
    .innerJoin(users, sql`${users.username} = mail.recipient`)
    .leftJoin(applications, sql`${applications.id} = ${meant}`)
    .leftJoin(managers, and(eq(managers.id, applications.wealthManagerId), isNull(managers.deactivatedAt)))
  return new Map(
    rows.map(({ index, isOwn, manager, ...row }) => {
      const contact =
        isOwn && manager?.name
          ? { ...manager, name: manager.name, phone: manager.phone && formatPhoneNumber(manager.phone) }
          : null
      return [index - 1, { ...row, contact }]
    }),
  )
}

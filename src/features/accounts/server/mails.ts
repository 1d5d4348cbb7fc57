import { eq } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { roleLabels, type Role } from '#features/access/rules/roles.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { formatPhoneNumber } from '#base/rules/south-africa/phone-number.ts'
import type { Settings } from '#base/server/config/settings.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { importedApplications } from '#features/imports/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { requiredProviders } from '#features/sign-in/server/sso-only.ts'
import type { TemporaryPassword } from '#features/sign-in/server/temporary-passwords.ts'

/** A client's manager as introduced in mails. */
export type Introduced = Pick<typeof users.$inferSelect, 'fullName' | 'username' | 'phone'>

/** A temporary password to be mailed. */
interface NewPassword {
  user: { username: string; fullName: string | null; role: Role }
  /** The inviting manager. */
  manager: Introduced | null
  temporary: TemporaryPassword
  why: 'invitation' | 'reset'
  /** The status of an imported application; null for others. */
  imported?: ApplicationStatus | null
}

/**
 * Every invitation names the firm, and the client agrees to the firm's terms: without them, none can be sent.
 *
 * @throws DomainError conflict (409)
 */
export function requireFirm({ missingFirmSettings }: Pick<Settings, 'missingFirmSettings'>): void {
  if (missingFirmSettings.length === 0) return
  throw new DomainError(
    'conflict',
    `No one can be invited or imported yet: the setup of the firm is not complete (${missingFirmSettings.join(', ')}). ` +
      'A system administrator completes it under System Administration, Firm.',
    { code: 'setup-incomplete' },
  )
}

/** Mails a temporary password, in the text that fits the user and the reason. */
export async function queueNewPassword(
  work: TransactionContext<Doer | null, 'keyring' | 'settings'>,
  { user, manager, temporary, why, imported = null }: NewPassword,
): Promise<void> {
  if (why === 'invitation') requireFirm(work.context.settings)
  const { username: recipient, fullName, role } = user
  const { password: temporaryPassword, token, expiresAt } = temporary
  if (token === null) {
    const data = { fullName, temporaryPassword, expiresAt }
    await queueMail(work, { template: 'password-reset-by-staff', recipient, data })
  } else if (role === 'client') {
    const data = { fullName, token, expiresAt, ...introduced(manager) }
    if (imported === null || imported === 'draft') {
      const wasImported = imported === null ? {} : { imported: true }
      await queueMail(work, { template: 'invitation', recipient, data: { ...data, ...wasImported } })
    } else {
      await queueMail(work, { template: 'invitation-imported', recipient, data })
    }
  } else {
    const provider = await requiredProviders(work.tx, work.context.settings, user)
    const data = { fullName, token, expiresAt, roleLabel: roleLabels[role], provider }
    await queueMail(work, { template: 'staff-invitation', recipient, data })
  }
}

/** The status of a user's application that was imported; null where it was not. */
export async function importedStatusOf(tx: Transaction, userId: string): Promise<ApplicationStatus | null> {
  const [found] = await tx
    .select({ status: applications.status })
    .from(applications)
    .innerJoin(importedApplications, eq(importedApplications.applicationId, applications.id))
    .where(eq(applications.userId, userId))
  return found?.status ?? null
}

/** The manager to be introduced in an invitation; null where there is none. */
export async function managerOf(
  tx: Transaction,
  { wealthManagerId }: { wealthManagerId: string | null },
): Promise<Introduced | null> {
  if (wealthManagerId === null) return null
  const { fullName, username, phone } = users
  const [found] = await tx
    .select({ fullName, username, phone })
    .from(users)
    .where(eq(users.id, wealthManagerId))
  return found ?? null
}

function introduced(manager: Introduced | null) {
  if (manager === null) return { managerName: null, managerEmail: null, managerPhone: null }
  const { fullName, username, phone } = manager
  return {
    managerName: accountName({ fullName, username }),
    managerEmail: username,
    managerPhone: phone && formatPhoneNumber(phone),
  }
}

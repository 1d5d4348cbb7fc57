import { confirmationPath } from '#features/sign-in/rules/address-confirmation.ts'
import { formatMailedCode } from '#base/rules/input/mailed-code.ts'
import { signInPath } from '#features/access/rules/sign-in-path.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { greeting, text } from './content.ts'
import type { MailSite } from './site.ts'
import { secondFactorChanges } from './second-factor-changes.ts'
import { contactUs, greetReader, supportLine, type TemplatesFor } from './template.ts'

/** Data of the account mails. */
export interface AccountMailData {
  'forgotten-password': { fullName: string | null; temporaryPassword: string; expiresAt: Date }
  'password-changed': { fullName: string | null; at: Date }
  'password-reset-by-staff': { fullName: string | null; temporaryPassword: string; expiresAt: Date }
  'address-confirmation': { token: string; expiresAt: Date }
  'second-factor-changed': { fullName: string | null; change: keyof typeof secondFactorChanges; at: Date }
  'recovery-code-used': { fullName: string | null; at: Date; left: number }
  'audit-log-altered': { eventId: number; reason: string; at: Date }
}

/** What to do about a change that the owner did not make. */
export const notYou = (site: MailSite) =>
  text(`If this wasn’t you, change your password at once and ${contactUs(site)}.`)

/** A temporary password, like an invitation, is used up by choosing a password, not by signing in. */
export const worksUntil = (expiresAt: Date) =>
  `You can use it until you choose your own password. It expires on ${formatDateTime(expiresAt)} (SAST).`

/** Mails about accounts: passwords, invitations, the second factor. */
export const accountMails: TemplatesFor<AccountMailData> = {
  'forgotten-password': {
    secret: true,
    write: ({ fullName, temporaryPassword, expiresAt }, site) => ({
      subject: 'Your temporary password',
      preheader: 'Sign in with it and choose a new password. It expires soon.',
      parts: [
        greetReader(fullName, site),
        text(
          `We received a request to reset the password for your ${site.branding.firmName} account. Sign in with this temporary password and choose a new one.`,
        ),
        { kind: 'code', text: temporaryPassword },
        text(`${worksUntil(expiresAt)} Until then, your current password also works.`),
        { kind: 'link', label: 'Sign in', href: `${site.origin}${signInPath(site.recipient)}` },
        text('If this wasn’t you, you can ignore this email.'),
        supportLine(site),
      ],
    }),
  },
  'password-changed': {
    secret: false,
    write: ({ fullName, at }, site) => ({
      subject: 'Your password was changed',
      preheader: `On ${formatDateTime(at)} (SAST). If it was you, there’s nothing you need to do.`,
      parts: [
        greetReader(fullName, site),
        text(
          `The password of your account with ${site.branding.firmName} was changed on ${formatDateTime(at)} (SAST). We signed you out on every other device.`,
        ),
        text(`If this wasn’t you, request a temporary password at once and ${contactUs(site)}.`),
        { kind: 'link', label: 'Request a temporary password', href: `${site.origin}/reset-password` },
      ],
    }),
  },
  'second-factor-changed': {
    secret: false,
    write: ({ fullName, change, at }, site) => ({
      subject: secondFactorChanges[change].subject,
      preheader: 'If it was you, there’s nothing you need to do. If not, contact us at once.',
      parts: [
        greetReader(fullName, site),
        text(secondFactorChanges[change].happened),
        { kind: 'facts', facts: [['When', `${formatDateTime(at)} (SAST)`]] },
        notYou(site),
        { kind: 'link', label: 'See your account', href: `${site.origin}/account` },
      ],
    }),
  },
  'recovery-code-used': {
    secret: false,
    write: ({ fullName, at, left }, site) => ({
      subject: 'A recovery code was used to sign in',
      preheader: `You have ${left} left. If it wasn’t you, contact us at once.`,
      parts: [
        greetReader(fullName, site),
        text('Someone used one of your recovery codes to sign in to your account.'),
        {
          kind: 'facts',
          facts: [
            ['When', `${formatDateTime(at)} (SAST)`],
            ['Codes left', String(left)],
          ],
        },
        notYou(site),
        { kind: 'link', label: 'Make new recovery codes', href: `${site.origin}/account` },
      ],
    }),
  },
  'audit-log-altered': {
    secret: false,
    write: ({ eventId, reason, at }, site) => ({
      subject: 'The audit log was altered',
      preheader: 'Don’t repair anything yet: first copy the database and the anchors of every server.',
      parts: [
        greetReader(null, site),
        text(
          `The audit log of ${site.branding.firmName} doesn’t match what was written. Someone with owner access to the database changed it, or a backup was restored beside newer anchors.`,
        ),
        {
          kind: 'facts',
          facts: [
            ['First row', `number ${eventId}: ${reason}`],
            ['Found', `${formatDateTime(at)} (SAST)`],
          ],
        },
        text(
          'Please don’t repair anything yet. Back up the database as it is, copy the anchors of every server (docs/emergencies.md, "The audit log is not sound"), and find out who could write to it.',
        ),
        { kind: 'link', label: 'See the audit log', href: `${site.origin}/system-admin?tab=audit-logs` },
      ],
    }),
  },
  'password-reset-by-staff': {
    secret: true,
    write: ({ fullName, temporaryPassword, expiresAt }, site) => ({
      subject: 'Your password was reset',
      preheader: 'Your temporary password is in this email. It expires soon.',
      parts: [
        greetReader(fullName, site),
        text(
          `The password of your account with ${site.branding.firmName} was reset by a system administrator, and you were signed out everywhere. Sign in with this temporary password and choose a new one:`,
        ),
        { kind: 'code', text: temporaryPassword },
        text(worksUntil(expiresAt)),
        { kind: 'link', label: 'Sign in', href: `${site.origin}${signInPath(site.recipient)}` },
        text(`If you didn’t expect this, please ${contactUs(site)}.`),
      ],
    }),
  },
  /** Anyone can register another person's address, so it contains no text from the registration. */
  'address-confirmation': {
    secret: true,
    write: ({ token, expiresAt }, site) => ({
      subject: 'Please confirm your email address',
      preheader: 'Confirm your address with one click. If it wasn’t you, there’s nothing you need to do.',
      parts: [
        greeting(null),
        text(
          `Someone used this email address to open an account with ${site.branding.firmName}. If it was you, please confirm your address. If you aren’t signed in, the link asks for the password you chose.`,
        ),
        {
          kind: 'link',
          label: 'Confirm this address',
          href: `${site.origin}${confirmationPath(token)}`,
        },
        text(`If the button doesn’t work, open ${site.origin}${confirmationPath()} and type this code:`),
        { kind: 'code', text: formatMailedCode(token) },
        text(
          `It expires on ${formatDateTime(expiresAt)} (SAST). We’ll remove the account if it isn’t confirmed by then.`,
        ),
        text(
          'If it wasn’t you, you can ignore this email. Without this link and the password, the account can’t be used.',
        ),
        supportLine({ ...site, reference: null }),
      ],
    }),
  },
}

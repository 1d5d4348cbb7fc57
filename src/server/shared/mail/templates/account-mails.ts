import {
  AT_HAND,
  HOW_LONG,
  HOW_PROTECTED,
  STOP_ANY_TIME,
  WHY_ASKED,
} from '#domain/applications/wizard/before-you-begin.ts'
import { confirmationPath } from '#domain/auth/address-confirmation.ts'
import { formatMailedCode } from '#domain/auth/mailed-code.ts'
import { signInPath } from '#domain/auth/sign-in-path.ts'
import { formatDateTime } from '#domain/time/dates.ts'
import { greeting, text } from './content.ts'
import type { MailSite } from './site.ts'
import { secondFactorChanges } from './second-factor-changes.ts'
import { greetReader, supportLine, type TemplatesFor } from './template.ts'

/** What each kind of mail about an account has to be told. */
export interface AccountMailData {
  'forgotten-password': { fullName: string | null; temporaryPassword: string; expiresAt: Date }
  'password-changed': { fullName: string | null; at: Date }
  invitation: {
    fullName: string | null
    /** Who looks after the client; null where nobody does yet. */
    managerName: string | null
    managerEmail: string | null
    /** Their own number, as it is read; null where they gave none. */
    managerPhone: string | null
    temporaryPassword: string
    expiresAt: Date
  }
  'staff-invitation': {
    fullName: string | null
    roleLabel: string
    temporaryPassword: string
    expiresAt: Date
  }
  'password-reset-by-staff': { fullName: string | null; temporaryPassword: string; expiresAt: Date }
  'address-confirmation': { token: string; expiresAt: Date }
  'second-factor-changed': { fullName: string | null; change: keyof typeof secondFactorChanges; at: Date }
  'recovery-code-used': { fullName: string | null; at: Date; left: number }
  'audit-log-altered': { eventId: number; reason: string; at: Date }
}

const notYou = ({ branding }: MailSite) =>
  text(
    `If this was not you, change your password at once and tell us: ${branding.supportEmail}, ${branding.supportPhone}.`,
  )

/** Signing in does not use a temporary password up; choosing a password of one's own does. */
const worksUntil = (expiresAt: Date) =>
  `It works until you have chosen your own password, and no later than ${formatDateTime(expiresAt)} (SAST).`

/** The mails about accounts: passwords, invitations, the second factor. */
export const accountMails: TemplatesFor<AccountMailData> = {
  'forgotten-password': {
    secret: true,
    write: ({ fullName, temporaryPassword, expiresAt }, site) => ({
      subject: 'Your temporary password',
      preheader: 'Sign in with it and choose a new password. It works for a limited time.',
      parts: [
        greetReader(fullName, site),
        text(
          `Somebody asked for a temporary password for your account with ${site.branding.firmName}. Sign in with it and choose a new password.`,
        ),
        { kind: 'code', text: temporaryPassword },
        text(`${worksUntil(expiresAt)} Until then your current password keeps working too.`),
        { kind: 'link', label: 'Sign in', href: `${site.origin}${signInPath(site.recipient)}` },
        text(
          'If this was not you, you do not need to do anything: nobody can use this password without this email.',
        ),
        supportLine(site),
      ],
    }),
  },
  'password-changed': {
    secret: false,
    write: ({ fullName, at }, site) => ({
      subject: 'Your password was changed',
      preheader: `On ${formatDateTime(at)} (SAST). If it was you, there is nothing to do.`,
      parts: [
        greetReader(fullName, site),
        text(
          `The password of your account with ${site.branding.firmName} was changed on ${formatDateTime(at)} (SAST). You were signed out on every other device.`,
        ),
        text(
          `If this was not you, ask for a temporary password at once and tell us: ${site.branding.supportEmail}, ${site.branding.supportPhone}.`,
        ),
        { kind: 'link', label: 'Ask for a temporary password', href: `${site.origin}/reset-password` },
      ],
    }),
  },
  'second-factor-changed': {
    secret: false,
    write: ({ fullName, change, at }, site) => ({
      subject: secondFactorChanges[change].subject,
      preheader: 'If it was you, there is nothing to do. If not, tell us at once.',
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
      preheader: `You have ${left} left. If it was not you, tell us at once.`,
      parts: [
        greetReader(fullName, site),
        text('Somebody signed in to your account with one of your recovery codes.'),
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
      preheader: 'Repair nothing: first copy the database and the anchors of every server.',
      parts: [
        greetReader(null, site),
        text(
          `The audit log of ${site.branding.firmName} is not as it was written. Somebody who owns the database has changed it, or a backup was restored beside newer anchors.`,
        ),
        {
          kind: 'facts',
          facts: [
            ['First row', `number ${eventId}: ${reason}`],
            ['Found', `${formatDateTime(at)} (SAST)`],
          ],
        },
        text(
          'Please repair nothing. Back up the database as it is, copy the anchors of every server (docs/emergencies.md, "The audit log is not sound"), and find out who could write to it.',
        ),
        { kind: 'link', label: 'See the audit log', href: `${site.origin}/system-admin?tab=audit-logs` },
      ],
    }),
  },
  invitation: {
    secret: true,
    write: ({ fullName, managerName, managerEmail, managerPhone, temporaryPassword, expiresAt }, site) => ({
      subject: `Your invitation to ${site.branding.firmName}`,
      preheader: `Complete your application with ${site.branding.firmName} online. Your temporary password is in here.`,
      parts: [
        greetReader(fullName, site),
        text(
          `${managerName ?? site.branding.firmName} invites you to complete your application online. ${HOW_LONG} ${STOP_ANY_TIME}`,
        ),
        text(
          'Sign in with this email address and this temporary password, and choose a password of your own:',
        ),
        { kind: 'code', text: temporaryPassword },
        text(worksUntil(expiresAt)),
        {
          kind: 'link',
          label: 'Begin your application',
          href: `${site.origin}${signInPath(site.recipient)}`,
        },
        text('Please have these ready:'),
        { kind: 'list', items: AT_HAND },
        text(`Why we ask: ${WHY_ASKED}`),
        text(`How it is protected: ${HOW_PROTECTED}`),
        ...(managerName && managerEmail
          ? [
              text(
                `${managerName} looks after you: ${managerPhone ? `call ${managerPhone} or ` : ''}email ${managerEmail}.`,
              ),
            ]
          : []),
        supportLine(site),
      ],
    }),
  },
  'staff-invitation': {
    secret: true,
    write: ({ fullName, roleLabel, temporaryPassword, expiresAt }, site) => ({
      subject: `Your account with ${site.branding.firmName}`,
      preheader: 'Sign in with the temporary password in here, and choose your own.',
      parts: [
        greetReader(fullName, site),
        text(
          `You now have an account with ${site.branding.firmName}: ${roleLabel}. Sign in with this email address and this temporary password, and choose a password of your own:`,
        ),
        { kind: 'code', text: temporaryPassword },
        text(worksUntil(expiresAt)),
        { kind: 'link', label: 'Sign in', href: `${site.origin}${signInPath(site.recipient)}` },
        supportLine(site),
      ],
    }),
  },
  'password-reset-by-staff': {
    secret: true,
    write: ({ fullName, temporaryPassword, expiresAt }, site) => ({
      subject: 'Your password was reset',
      preheader: 'A temporary password is in here. It works for a limited time.',
      parts: [
        greetReader(fullName, site),
        text(
          `The password of your account with ${site.branding.firmName} was reset by a system administrator, and you were signed out everywhere. Sign in with this temporary password and choose a new one:`,
        ),
        { kind: 'code', text: temporaryPassword },
        text(worksUntil(expiresAt)),
        { kind: 'link', label: 'Sign in', href: `${site.origin}${signInPath(site.recipient)}` },
        text(
          `If you did not expect this, please tell us: ${site.branding.supportEmail}, ${site.branding.supportPhone}.`,
        ),
      ],
    }),
  },
  /** Anybody can register anybody's address: nothing in it was written by whoever did. */
  'address-confirmation': {
    secret: true,
    write: ({ token, expiresAt }, site) => ({
      subject: 'Please confirm your email address',
      preheader: 'One click, and your address is confirmed. If it was not you, there is nothing to do.',
      parts: [
        greeting(null),
        text(
          `Somebody created an account with ${site.branding.firmName} for this email address. If it was you, please confirm that the address is yours. If you are not signed in, the link asks for the password you chose.`,
        ),
        {
          kind: 'link',
          label: 'Confirm this address',
          href: `${site.origin}${confirmationPath(token)}`,
        },
        text(`If the button does not work, open ${site.origin}${confirmationPath()} and type this code:`),
        { kind: 'code', text: formatMailedCode(token) },
        text(
          `It works until ${formatDateTime(expiresAt)} (SAST). An account that is not confirmed by then is removed.`,
        ),
        text(
          'If it was not you, you do not need to do anything: without this link and its password the account is of no use.',
        ),
        supportLine({ ...site, reference: null }),
      ],
    }),
  },
}

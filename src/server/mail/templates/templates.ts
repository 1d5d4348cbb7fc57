import { statuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { clientStatuses } from '#domain/applications/lifecycle/tracker.ts'
import { formatDate, formatDateTime } from '#domain/time/dates.ts'
import { greeting, text, type MailContent } from './content.ts'
import type { MailSite } from './site.ts'

/** What each kind of mail has to be told. */
export interface MailData {
  'forgotten-password': { fullName: string | null; temporaryPassword: string; expiresAt: Date }
  'password-changed': { fullName: string | null; at: Date }
  invitation: {
    fullName: string | null
    managerName: string | null
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
  'registration-welcome': { fullName: string | null; username: string }
  'application-submitted': { fullName: string; applicationId: string }
  'application-to-review': { fullName: string; applicationId: string }
  'application-status': { fullName: string | null; status: keyof typeof clientStatuses }
  'client-status': { fullName: string; status: ApplicationStatus; applicationId: string }
  'application-reminder': { fullName: string | null; step: string }
  'annual-review': { fullName: string | null; dueAt: Date }
  'file-infected': { fullName: string | null; fileName: string; kind: string }
  'second-factor-changed': { fullName: string | null; change: keyof typeof secondFactorChanges; at: Date }
  'recovery-code-used': { fullName: string | null; at: Date; left: number }
}

export type MailTemplate = keyof MailData

interface TemplateOf<Name extends MailTemplate> {
  /** Holds something secret: what was written is wiped from the outbox once it is sent. */
  secret: boolean
  write: (data: MailData[Name], site: MailSite) => MailContent
}

const supportLine = ({ branding }: MailSite) =>
  text(
    `Questions? Write to ${branding.supportEmail} or call ${branding.supportPhone}, Monday to Friday, 08:00–17:00 SAST.`,
  )

/** What happened to a second factor, as its owner is told. */
const secondFactorChanges = {
  enrolled: {
    subject: 'Your authenticator is set up',
    happened: 'An authenticator was set up for your account. From now on signing in asks for its code.',
  },
  removed: {
    subject: 'Your authenticator was turned off',
    happened: 'The authenticator of your account was turned off. Signing in asks for your password alone.',
  },
  reset: {
    subject: 'Your authenticator was removed',
    happened:
      'A system administrator removed the authenticator of your account and signed you out everywhere. Please set a new one up when you sign in.',
  },
  'recovery-codes-renewed': {
    subject: 'You have new recovery codes',
    happened: 'New recovery codes were made for your account. Those you had before do not work any more.',
  },
} as const

const notYou = ({ branding }: MailSite) =>
  text(
    `If this was not you, change your password at once and tell us: ${branding.supportEmail}, ${branding.supportPhone}.`,
  )

/** Every kind of mail that the product sends. */
export const templates: { [Name in MailTemplate]: TemplateOf<Name> } = {
  'forgotten-password': {
    secret: true,
    write: ({ fullName, temporaryPassword, expiresAt }, site) => ({
      subject: 'Your temporary password',
      parts: [
        greeting(fullName),
        text(
          `Somebody asked for a temporary password for your account with ${site.branding.firmName}. Sign in with it and choose a new password.`,
        ),
        { kind: 'code', text: temporaryPassword },
        text(
          `It works once, until ${formatDateTime(expiresAt)} (SAST). Until you use it, your present password keeps working.`,
        ),
        { kind: 'link', label: 'Sign in', href: `${site.origin}/auth` },
        text(
          'If this was not you, you need not do anything: nobody can use this password without this e-mail.',
        ),
        supportLine(site),
      ],
    }),
  },
  'password-changed': {
    secret: false,
    write: ({ fullName, at }, site) => ({
      subject: 'Your password was changed',
      parts: [
        greeting(fullName),
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
      parts: [
        greeting(fullName),
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
      parts: [
        greeting(fullName),
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
  invitation: {
    secret: true,
    write: ({ fullName, managerName, temporaryPassword, expiresAt }, site) => ({
      subject: `Your invitation to ${site.branding.firmName}`,
      parts: [
        greeting(fullName),
        text(
          `${managerName ?? site.branding.firmName} invites you to complete your application online. It takes some minutes, on a phone or a computer, and you can stop and go on whenever you like.`,
        ),
        text(
          'Sign in with this email address and this temporary password, and choose a password of your own:',
        ),
        { kind: 'code', text: temporaryPassword },
        text(`It works once, until ${formatDateTime(expiresAt)} (SAST).`),
        { kind: 'link', label: 'Begin your application', href: `${site.origin}/auth` },
        supportLine(site),
      ],
    }),
  },
  'staff-invitation': {
    secret: true,
    write: ({ fullName, roleLabel, temporaryPassword, expiresAt }, site) => ({
      subject: `Your account with ${site.branding.firmName}`,
      parts: [
        greeting(fullName),
        text(
          `There is an account for you with ${site.branding.firmName}: ${roleLabel}. Sign in with this email address and this temporary password, and choose a password of your own:`,
        ),
        { kind: 'code', text: temporaryPassword },
        text(`It works once, until ${formatDateTime(expiresAt)} (SAST).`),
        { kind: 'link', label: 'Sign in', href: `${site.origin}/auth` },
        supportLine(site),
      ],
    }),
  },
  'password-reset-by-staff': {
    secret: true,
    write: ({ fullName, temporaryPassword, expiresAt }, site) => ({
      subject: 'Your password was reset',
      parts: [
        greeting(fullName),
        text(
          `The password of your account with ${site.branding.firmName} was reset by a system administrator, and you were signed out everywhere. Sign in with this temporary password and choose a new one:`,
        ),
        { kind: 'code', text: temporaryPassword },
        text(`It works once, until ${formatDateTime(expiresAt)} (SAST).`),
        { kind: 'link', label: 'Sign in', href: `${site.origin}/auth` },
        text(
          `If you did not expect this, please tell us: ${site.branding.supportEmail}, ${site.branding.supportPhone}.`,
        ),
      ],
    }),
  },
  'registration-welcome': {
    secret: false,
    write: ({ fullName, username }, site) => ({
      subject: `Welcome to ${site.branding.firmName}`,
      parts: [
        greeting(fullName),
        text(
          `Your account is ready. You sign in with your email address, ${username}. Your application is saved as you go, so you can stop at any time and continue on another device.`,
        ),
        { kind: 'link', label: 'Continue your application', href: `${site.origin}/` },
        supportLine(site),
      ],
    }),
  },
  'application-submitted': {
    secret: false,
    write: ({ fullName, applicationId }, site) => ({
      subject: 'We have received your application',
      parts: [
        greeting(fullName),
        text(`Thank you. Your application has reached ${site.branding.firmName}.`),
        { kind: 'facts', facts: [['Application', applicationId]] },
        text('What happens next:'),
        {
          kind: 'list',
          items: [
            'Your wealth manager reviews your application within 2–3 business days.',
            'You hear from us by e-mail as soon as there is news.',
            'Then we arrange your consultation.',
          ],
        },
        { kind: 'link', label: 'See where your application stands', href: `${site.origin}/` },
        supportLine(site),
      ],
    }),
  },
  'application-to-review': {
    secret: false,
    write: ({ fullName, applicationId }, site) => ({
      subject: `New application from ${fullName}`,
      parts: [
        text('Good day,'),
        text(`${fullName} has submitted an application, and it is waiting for your review.`),
        { kind: 'facts', facts: [['Application', applicationId]] },
        { kind: 'link', label: 'Open your dashboard', href: `${site.origin}/wealth-manager` },
      ],
    }),
  },
  'file-infected': {
    secret: false,
    write: ({ fullName, fileName, kind }, site) => ({
      subject: 'A file that you uploaded holds a virus',
      parts: [
        greeting(fullName),
        text('The virus scanner found a virus in a file that you uploaded, so we deleted the file:'),
        {
          kind: 'facts',
          facts: [
            ['File', fileName],
            ['Uploaded as', kind],
          ],
        },
        text(
          'Please have your computer or phone checked, and upload another copy, scanned from the paper say. If your application has been submitted already, please send it to us in another way.',
        ),
        { kind: 'link', label: 'Open your application', href: `${site.origin}/` },
        supportLine(site),
      ],
    }),
  },
  'application-status': {
    secret: false,
    write: ({ fullName, status }, site) => ({
      subject: clientStatuses[status].heading,
      parts: [
        greeting(fullName),
        text(`There is news of your application with ${site.branding.firmName}.`),
        { kind: 'facts', facts: [['Status', clientStatuses[status].label]] },
        text(clientStatuses[status].message),
        { kind: 'link', label: 'See where your application stands', href: `${site.origin}/` },
        supportLine(site),
      ],
    }),
  },
  'client-status': {
    secret: false,
    write: ({ fullName, status, applicationId }, site) => ({
      subject: `${statuses[status]}: ${fullName}`,
      parts: [
        text('Good day,'),
        text(`The status of your client ${fullName} has changed.`),
        {
          kind: 'facts',
          facts: [
            ['Status', statuses[status]],
            ['Application', applicationId],
          ],
        },
        { kind: 'link', label: 'Open your dashboard', href: `${site.origin}/wealth-manager` },
      ],
    }),
  },
  'application-reminder': {
    secret: false,
    write: ({ fullName, step }, site) => ({
      subject: `Your application with ${site.branding.firmName} is waiting for you`,
      parts: [
        greeting(fullName),
        text(
          `You have begun your application. Everything that you entered is saved, and you can go on at: ${step}.`,
        ),
        { kind: 'link', label: 'Continue your application', href: `${site.origin}/` },
        supportLine(site),
      ],
    }),
  },
  'annual-review': {
    secret: false,
    write: ({ fullName, dueAt }, site) => ({
      subject: 'It is time for your annual review',
      parts: [
        greeting(fullName),
        text(
          `Once a year ${site.branding.firmName} looks at your plans with you: what has changed, and what should. Your review is due on ${formatDate(dueAt)}.`,
        ),
        text(
          `Please write to ${site.branding.supportEmail} or call ${site.branding.supportPhone}, Monday to Friday, 08:00–17:00 SAST, to arrange a time that suits you.`,
        ),
      ],
    }),
  },
}

/** Whether a mail is of a kind that this version knows. */
export function isTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(templates, name)
}

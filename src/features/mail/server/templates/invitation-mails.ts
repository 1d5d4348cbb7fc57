import {
  AT_HAND,
  HOW_LONG,
  HOW_PROTECTED,
  STOP_ANY_TIME,
  TASKS_AFTERWARDS,
  WHY_ASKED,
} from '#features/applications/rules/wizard/before-you-begin.ts'
import { formatMailedCode } from '#base/rules/input/mailed-code.ts'
import { invitationPath } from '#features/accounts/rules/invitations.ts'
import { text, type MailPart } from './content.ts'
import type { MailSite } from './site.ts'
import { greetReader, supportLine, type TemplatesFor } from './template.ts'
import { worksUntil } from './account-mails.ts'

/** Data of the invitations. */
export interface InvitationMailData {
  invitation: {
    fullName: string | null
    /** The client's manager; null without one. */
    managerName: string | null
    managerEmail: string | null
    /** Their own number, formatted; null without one. */
    managerPhone: string | null
    token: string
    expiresAt: Date
    /** Whether answers were imported from the firm's records (POPIA s18). */
    imported?: boolean
  }
  /** For a client who was imported as onboarded. */
  'invitation-imported': InvitationMailData['invitation']
  'staff-invitation': {
    fullName: string | null
    roleLabel: string
    token: string
    /** Where staff sign in at a provider alone: the mail has no code then. */
    provider: string | null
    expiresAt: Date
  }
}

/** The button of an invitation, and what to type where it doesn't work. */
const arrival = (label: string, token: string, expiresAt: Date, { origin }: MailSite): MailPart[] => [
  { kind: 'link', label, href: `${origin}${invitationPath(token)}` },
  text(`If the button doesn’t work, open ${origin}${invitationPath()} and type this code:`),
  { kind: 'code', text: formatMailedCode(token) },
  text(worksUntil(expiresAt)),
]

type Manager = Pick<InvitationMailData['invitation'], 'managerName' | 'managerEmail' | 'managerPhone'>

/** What a client calls the manager: by the address until there is a name. */
const calledBy = ({ managerName, managerEmail }: Omit<Manager, 'managerPhone'>) => managerName || managerEmail

/** Introduces the client's wealth manager, if there is one. */
const introduction = ({ managerPhone, ...manager }: Manager): MailPart[] =>
  manager.managerEmail
    ? [
        text(
          `${calledBy(manager)} is your wealth manager. ${managerPhone ? `Call ${managerPhone} or email` : 'Email'} ${manager.managerEmail}.`,
        ),
      ]
    : []

/** Invitations of clients and staff. */
export const invitationMails: TemplatesFor<InvitationMailData> = {
  invitation: {
    secret: true,
    write: ({ fullName, token, expiresAt, imported = false, ...manager }, site) => ({
      subject: `Your invitation to ${site.branding.firmName}`,
      preheader: `Complete your application with ${site.branding.firmName} online. Open it with one press.`,
      parts: [
        greetReader(fullName, site),
        text(
          `${calledBy(manager) || site.branding.firmName} invites you to complete your application online. ${HOW_LONG} ${STOP_ANY_TIME}`,
        ),
        ...(imported
          ? [
              text(
                `We have filled in what ${site.branding.firmName} already has on record about you, from the system that we used before. Please check it and correct what has changed.`,
              ),
            ]
          : []),
        text('The button opens your application. You then choose your own password, and you’re in.'),
        ...arrival('Begin your application', token, expiresAt, site),
        text('Have these ready:'),
        { kind: 'list', items: AT_HAND },
        ...(site.hasDueDiligence ? [text(TASKS_AFTERWARDS)] : []),
        text(`Why we ask: ${WHY_ASKED}`),
        text(`How we protect your information: ${HOW_PROTECTED}`),
        ...introduction(manager),
        supportLine(site),
      ],
    }),
  },
  'invitation-imported': {
    secret: true,
    write: ({ fullName, token, expiresAt, ...manager }, site) => ({
      subject: `Your account with ${site.branding.firmName}`,
      preheader: `We have moved your details to our online service. Please check them.`,
      parts: [
        greetReader(fullName, site),
        text(
          `We have moved your details to the online service of ${site.branding.firmName}, from the system that we used before. You remain our client, and nothing about your investments changes. Please check your details, and tell us what is no longer right.`,
        ),
        text('The button opens your account. You then choose your own password, and you’re in.'),
        ...arrival('Open your account', token, expiresAt, site),
        text(`How we protect your information: ${HOW_PROTECTED}`),
        ...introduction(manager),
        supportLine(site),
      ],
    }),
  },
  'staff-invitation': {
    secret: true,
    write: ({ fullName, roleLabel, token, expiresAt, provider }, site) => ({
      subject: `Your account with ${site.branding.firmName}`,
      preheader:
        provider === null
          ? 'Open it with one press, then choose your own password.'
          : `Open it with ${provider}.`,
      parts: [
        greetReader(fullName, site),
        text(
          `You now have an account with ${site.branding.firmName}: ${roleLabel}. ${
            provider === null
              ? 'The button opens it, and you then choose your own password.'
              : `Sign in with ${provider}; you need no password here.`
          }`,
        ),
        ...(provider === null
          ? arrival('Open your account', token, expiresAt, site)
          : [{ kind: 'link' as const, label: 'Sign in', href: `${site.origin}/auth` }]),
        supportLine(site),
      ],
    }),
  },
}

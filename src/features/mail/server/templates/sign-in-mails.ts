import { formatDateTime } from '#base/rules/time/dates.ts'
import { notYou } from './account-mails.ts'
import { text } from './content.ts'
import { greetReader, type TemplatesFor } from './template.ts'

const passkeyChanges = {
  added: {
    subject: 'A passkey was added',
    happened: 'A passkey was added to your account. You can sign in with it instead of your password.',
  },
  'added-as-second-factor': {
    subject: 'A passkey was added',
    happened:
      'A passkey was added to your account. From now on, you sign in with it, alone or after your password. We signed you out on every other device.',
  },
  removed: {
    subject: 'A passkey was removed',
    happened: 'A passkey was removed from your account. It no longer signs in here.',
  },
  'removed-as-second-factor': {
    subject: 'A passkey was removed',
    happened:
      'The last passkey of your account was removed. You now sign in with your password only, and your recovery codes no longer work.',
  },
  copied: {
    subject: 'Please check one of your passkeys',
    happened:
      'A sign-in with one of your passkeys was rejected, since the passkey may have been copied. If you don’t know why, remove it on your account page.',
  },
} as const

/** Data of mails about the ways to sign in. */
export interface SignInMailData {
  'passkey-changed': {
    fullName: string | null
    passkeyName: string
    change: keyof typeof passkeyChanges
    at: Date
  }
  'identity-changed': { fullName: string | null; provider: string; change: 'linked' | 'removed'; at: Date }
  /** The answer to a forgotten password where staff sign in at a provider alone. */
  'firm-signs-in-elsewhere': { fullName: string | null; provider: string }
  'break-glass-used': { fullName: string | null; account: string; ip: string; at: Date }
}

/** Mails about passkeys and single sign-on. */
export const signInMails: TemplatesFor<SignInMailData> = {
  'passkey-changed': {
    secret: false,
    write: ({ fullName, passkeyName, change, at }, site) => ({
      subject: passkeyChanges[change].subject,
      preheader: 'If it was you, there’s nothing you need to do. If not, contact us at once.',
      parts: [
        greetReader(fullName, site),
        text(passkeyChanges[change].happened),
        {
          kind: 'facts',
          facts: [
            ['Passkey', passkeyName],
            ['When', `${formatDateTime(at)} (SAST)`],
          ],
        },
        { kind: 'link', label: 'Your account', href: `${site.origin}/account` },
        notYou(site),
      ],
    }),
  },
  'identity-changed': {
    secret: false,
    write: ({ fullName, provider, change, at }, site) => ({
      subject:
        change === 'linked'
          ? `You can now sign in with ${provider}`
          : `Signing in with ${provider} was turned off`,
      preheader: 'If it was you, there’s nothing you need to do. If not, contact us at once.',
      parts: [
        greetReader(fullName, site),
        text(
          change === 'linked'
            ? `Your account with ${site.branding.firmName} was linked to your sign-in at ${provider}.`
            : `Your account with ${site.branding.firmName} is no longer linked to a sign-in at ${provider}.`,
        ),
        { kind: 'facts', facts: [['When', `${formatDateTime(at)} (SAST)`]] },
        { kind: 'link', label: 'Your account', href: `${site.origin}/account` },
        notYou(site),
      ],
    }),
  },
  'firm-signs-in-elsewhere': {
    secret: false,
    write: ({ fullName, provider }, site) => ({
      subject: `Please sign in with ${provider}`,
      preheader: 'Your account has no password of its own to reset.',
      parts: [
        greetReader(fullName, site),
        text(
          `We received a request to reset the password for your ${site.branding.firmName} account. Your firm signs in with ${provider}, so there is no password to reset here.`,
        ),
        text(`If you can’t sign in there, please ask the people who manage ${provider} at your firm.`),
        { kind: 'link', label: 'Sign in', href: `${site.origin}/auth` },
        text('If this wasn’t you, you can ignore this email.'),
      ],
    }),
  },
  'break-glass-used': {
    secret: false,
    write: ({ fullName, account, ip, at }, site) => ({
      subject: 'A break-glass account signed in',
      preheader: 'If none of you did this, act at once.',
      parts: [
        greetReader(fullName, site),
        text(
          `Staff of ${site.branding.firmName} sign in with single sign-on. One of the accounts that may use a password all the same has just signed in.`,
        ),
        {
          kind: 'facts',
          facts: [
            ['Account', account],
            ['When', `${formatDateTime(at)} (SAST)`],
            ['From', ip === '' ? 'An unknown address' : ip],
          ],
        },
        text(
          'If you don’t know why, deactivate the account at once, change its password and second factor, and look through the audit log.',
        ),
        { kind: 'link', label: 'See the audit log', href: `${site.origin}/system-admin?tab=audit-logs` },
      ],
    }),
  },
}

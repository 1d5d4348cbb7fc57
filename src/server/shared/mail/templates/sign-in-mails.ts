import { formatDateTime } from '#domain/time/dates.ts'
import { notYou } from './account-mails.ts'
import { text } from './content.ts'
import { greetReader, type TemplatesFor } from './template.ts'

const passkeyChanges = {
  added: {
    subject: 'A passkey was added',
    happened: 'A passkey was added to your account. You can sign in with it instead of your password.',
  },
  removed: {
    subject: 'A passkey was removed',
    happened: 'A passkey was removed from your account. It no longer signs in here.',
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
}

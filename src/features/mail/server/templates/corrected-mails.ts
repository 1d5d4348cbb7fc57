import { keepAddressPath, newAddressPath } from '#features/sign-in/rules/address-change.ts'
import { formatMailedCode } from '#base/rules/input/mailed-code.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { greeting, text } from './content.ts'
import { contactUs, greetReader, supportLine, type TemplatesFor } from './template.ts'

/** Data of mails about corrections to a client's account by staff. */
export interface CorrectedMailData {
  'new-address': { fullName: string | null; token: string; expiresAt: Date }
  'address-change-asked': { fullName: string | null; newAddress: string; token: string; expiresAt: Date }
  'address-changed': { fullName: string | null; newAddress: string; at: Date }
  'name-corrected': { fullName: string | null; at: Date }
}

/** Mails about corrected names and addresses (docs/decisions/0050). */
export const correctedMails: TemplatesFor<CorrectedMailData> = {
  /** Goes to a client's new address, which may belong to someone else: it does not name the client. */
  'new-address': {
    secret: true,
    write: ({ fullName, token, expiresAt }, site) => ({
      subject: 'Please confirm your new email address',
      preheader: 'Open the link and sign in as you do now. This address then replaces the old one.',
      parts: [
        greeting(fullName),
        text(
          `${site.branding.firmName} received a request to make this the email address of your account. To confirm it, open the link and sign in with your current address and password.`,
        ),
        { kind: 'link', label: 'Use this address', href: `${site.origin}${newAddressPath(token)}` },
        text(`If the button doesn’t work, open ${site.origin}${newAddressPath()} and type this code:`),
        { kind: 'code', text: formatMailedCode(token) },
        text(
          `It expires on ${formatDateTime(expiresAt)} (SAST). You’ll then be signed out everywhere. Sign in again with this address and your existing password.`,
        ),
        text(
          'If you weren’t expecting this, you can ignore this email. Nothing changes unless the link is opened.',
        ),
        supportLine({ ...site, reference: null }),
      ],
    }),
  },
  'address-change-asked': {
    secret: true,
    write: ({ fullName, newAddress, token, expiresAt }, site) => ({
      subject: 'Request to change your email address',
      preheader: 'If you asked for it, there’s nothing you need to do. If not, stop it with one click.',
      parts: [
        greetReader(fullName, site),
        text(
          `${site.branding.firmName} received a request to change the email address of your account to ${newAddress}. It changes once you open the link that we sent there and sign in, before ${formatDateTime(expiresAt)} (SAST).`,
        ),
        text('If you didn’t ask for this, please stop it and contact us:'),
        { kind: 'link', label: 'Keep my address', href: `${site.origin}${keepAddressPath(token)}` },
        text(`If the button doesn’t work, open ${site.origin}${keepAddressPath()} and type this code:`),
        { kind: 'code', text: formatMailedCode(token) },
        supportLine(site),
      ],
    }),
  },
  'address-changed': {
    secret: false,
    write: ({ fullName, newAddress, at }, site) => ({
      subject: 'Your email address was changed',
      preheader: `On ${formatDateTime(at)} (SAST). If it was you, there’s nothing you need to do.`,
      parts: [
        greetReader(fullName, site),
        text(
          `You confirmed a new email address for your account with ${site.branding.firmName} on ${formatDateTime(at)} (SAST): ${newAddress}. From now on, you sign in with it and our emails go there. You were signed out everywhere. Your password stays the same.`,
        ),
        text(`If this wasn’t you, ${contactUs(site, ' at once')}.`),
        { kind: 'link', label: 'Sign in', href: `${site.origin}/auth` },
      ],
    }),
  },
  'name-corrected': {
    secret: false,
    write: ({ fullName, at }, site) => ({
      subject: 'We corrected your name',
      preheader: 'Please contact us if it isn’t correct.',
      parts: [
        greetReader(fullName, site),
        text(
          `On ${formatDateTime(at)} (SAST) ${site.branding.firmName} corrected the name on your account. It is now ${fullName || 'empty'}. The answers in your application stay the same.`,
        ),
        { kind: 'link', label: 'See your account', href: `${site.origin}/account` },
        supportLine(site),
      ],
    }),
  },
}

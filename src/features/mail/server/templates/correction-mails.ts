import { referencePart, reviewLink } from './application-links.ts'
import { text } from './content.ts'
import { closing, greetReader, type TemplatesFor } from './template.ts'

/** Data of the correction request mails. */
export interface CorrectionMailData {
  /** `items` name what is requested and why, never a value. */
  'corrections-asked': { fullName: string | null; items: readonly string[]; due: string }
  'corrections-reminder': { fullName: string | null; items: readonly string[]; due: string }
  'corrections-withdrawn': { fullName: string | null }
  /** `items` name what was sent, never a value; `answerBy` is null where no day is promised. */
  'corrections-received': { fullName: string | null; items: readonly string[]; answerBy: string | null }
  'corrections-answered': { fullName: string; count: number; applicationId: string }
  /** `due` is the day of the expected answer; null once answered. */
  'corrections-handed-over': { fullName: string | null; due: string | null; applicationId: string }
}

/** Mails of a correction request, to clients and their managers. */
export const correctionMails: TemplatesFor<CorrectionMailData> = {
  'corrections-asked': {
    secret: false,
    write: ({ fullName, items, due }, site) => ({
      subject: 'We need a little more information',
      preheader: `Please send it by ${due}. Everything else stays as you sent it.`,
      parts: [
        greetReader(fullName, site),
        text(`${site.branding.firmName} is reviewing your application and needs this from you:`),
        { kind: 'list', items },
        text(`Please send it by ${due}. Sign in and we’ll take you through it step by step.`),
        { kind: 'link', label: 'See what we need', href: `${site.origin}/` },
        ...closing(site),
      ],
    }),
  },
  'corrections-reminder': {
    secret: false,
    write: ({ fullName, items, due }, site) => ({
      subject: 'We still need some information',
      preheader: `Please send it by ${due}. What you’ve already done is saved.`,
      parts: [
        greetReader(fullName, site),
        text(
          `Your application with ${site.branding.firmName} is waiting for you. We asked for this by ${due}:`,
        ),
        { kind: 'list', items },
        text('What you’ve already done is saved.'),
        { kind: 'link', label: 'See what we need', href: `${site.origin}/` },
        ...closing(site),
      ],
    }),
  },
  'corrections-withdrawn': {
    secret: false,
    write: ({ fullName }, site) => ({
      subject: 'We don’t need anything more for your application',
      preheader: 'There’s nothing left for you to send.',
      parts: [
        greetReader(fullName, site),
        text(
          'We asked you for more information, but no longer need it. What you’ve already sent stays with your application.',
        ),
        { kind: 'link', label: 'View your application', href: `${site.origin}/` },
        ...closing(site),
      ],
    }),
  },
  'corrections-received': {
    secret: false,
    write: ({ fullName, items, answerBy }, site) => {
      const next = answerBy === null ? 'We’ll check them next.' : `You’ll hear from us by ${answerBy}.`
      return {
        subject: 'We’ve received your changes',
        preheader: `Thank you. ${next}`,
        parts: [
          greetReader(fullName, site),
          text(`Thank you. We’ve received your changes:`),
          { kind: 'list', items },
          text(next),
          { kind: 'link', label: 'View your application', href: `${site.origin}/` },
          ...closing(site),
        ],
      }
    },
  },
  'corrections-answered': {
    secret: false,
    write: ({ fullName, count, applicationId }, site) => ({
      subject: `Client replied: ${fullName || 'a client'}`,
      preheader: `${count} ${count === 1 ? 'change' : 'changes'} to review.`,
      parts: [
        greetReader(null, site),
        text(
          `${fullName || 'A client'} has sent corrections: ${count} ${count === 1 ? 'change' : 'changes'} to review.`,
        ),
        ...referencePart(site),
        reviewLink(applicationId, site),
      ],
    }),
  },
  'corrections-handed-over': {
    secret: false,
    write: ({ fullName, due, applicationId }, site) => ({
      subject: `Now your client: ${fullName || 'a client'}, with open corrections`,
      preheader:
        due === null
          ? 'The client has replied. Please review the changes.'
          : `The client has until ${due} to reply.`,
      parts: [
        greetReader(null, site),
        text(`${fullName || 'A client'} is now your client, with corrections still open.`),
        text(
          due === null
            ? 'The client has sent corrections. Please review them.'
            : `The client was asked for corrections and has until ${due}. We’ll notify you when they reply.`,
        ),
        ...referencePart(site),
        reviewLink(applicationId, site),
      ],
    }),
  },
}

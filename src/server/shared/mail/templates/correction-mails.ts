import { referencePart, reviewLink } from './application-links.ts'
import { text } from './content.ts'
import { greetReader, supportLine, type TemplatesFor } from './template.ts'

/** What each kind of mail about corrections has to be told. */
export interface CorrectionMailData {
  /** `items` say what is asked for and why, never a value. */
  'corrections-asked': { fullName: string | null; items: readonly string[]; due: string }
  'corrections-reminder': { fullName: string | null; items: readonly string[]; due: string }
  'corrections-withdrawn': { fullName: string | null }
  'corrections-answered': { fullName: string; count: number; applicationId: string }
  /** `due` is the day by which the client is to answer; null where they have. */
  'corrections-handed-over': { fullName: string | null; due: string | null; applicationId: string }
}

/** The mails of a round of corrections: to the client, and to who looks after the client. */
export const correctionMails: TemplatesFor<CorrectionMailData> = {
  'corrections-asked': {
    secret: false,
    write: ({ fullName, items, due }, site) => ({
      subject: 'We need something more for your application',
      preheader: `Please send it by ${due}. Everything else stays as you sent it.`,
      parts: [
        greetReader(fullName, site),
        text(`${site.branding.firmName} is going through your application and needs this from you:`),
        { kind: 'list', items },
        text(`Please send it by ${due}. Sign in to see what to do, step by step.`),
        { kind: 'link', label: 'See what we need', href: `${site.origin}/` },
        supportLine(site),
      ],
    }),
  },
  'corrections-reminder': {
    secret: false,
    write: ({ fullName, items, due }, site) => ({
      subject: 'We still need something for your application',
      preheader: `Please send it by ${due}. What you have already done is saved.`,
      parts: [
        greetReader(fullName, site),
        text(
          `Your application with ${site.branding.firmName} is waiting for you. This is what we asked for, by ${due}:`,
        ),
        { kind: 'list', items },
        text('What you have already done is saved.'),
        { kind: 'link', label: 'See what we need', href: `${site.origin}/` },
        supportLine(site),
      ],
    }),
  },
  'corrections-withdrawn': {
    secret: false,
    write: ({ fullName }, site) => ({
      subject: 'We do not need anything more for your application',
      preheader: 'There is nothing left for you to send.',
      parts: [
        greetReader(fullName, site),
        text(
          'We asked you for something more, and no longer need it. What you have already sent is kept with your application.',
        ),
        { kind: 'link', label: 'See where your application stands', href: `${site.origin}/` },
        supportLine(site),
      ],
    }),
  },
  'corrections-answered': {
    secret: false,
    write: ({ fullName, count, applicationId }, site) => ({
      subject: `Client answered: ${fullName || 'a client'}`,
      preheader: `${count} ${count === 1 ? 'thing' : 'things'} to look at.`,
      parts: [
        greetReader(null, site),
        text(
          `${fullName || 'A client'} has sent back what was asked for: ${count} ${count === 1 ? 'thing' : 'things'} to look at.`,
        ),
        ...referencePart(site),
        reviewLink(applicationId, site),
      ],
    }),
  },
  'corrections-handed-over': {
    secret: false,
    write: ({ fullName, due, applicationId }, site) => ({
      subject: `Now your client: ${fullName || 'somebody'} - a round of corrections is open`,
      preheader:
        due === null
          ? 'The client has answered: it is waiting for you to look at it.'
          : `The client has until ${due} to answer.`,
      parts: [
        greetReader(null, site),
        text(`${fullName || 'A client'} is now your client, and a round of corrections is open.`),
        text(
          due === null
            ? 'The client has sent back what was asked for: it is waiting for you to look at it.'
            : `The client was asked for something and has until ${due}. You will hear once they answer.`,
        ),
        ...referencePart(site),
        reviewLink(applicationId, site),
      ],
    }),
  },
}

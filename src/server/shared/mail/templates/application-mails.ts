import { REVIEWED_WITHIN } from '#domain/applications/lifecycle/promised-answer.ts'
import { statuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { clientStatuses, messageForClient } from '#domain/applications/lifecycle/tracker.ts'
import { referenceFacts, referencePart, reviewLink } from './application-links.ts'
import { text } from './content.ts'
import { greetReader, supportLine, type TemplatesFor } from './template.ts'

/** What each kind of mail about an application has to be told. */
export interface ApplicationMailData {
  /** `answerBy` is the day by which there is an answer. */
  'application-submitted': { fullName: string; applicationId: string; answerBy: string }
  'application-to-review': { fullName: string; applicationId: string }
  'application-status': {
    fullName: string | null
    status: keyof typeof clientStatuses
    /** Why, where the client is told: of a rejection. */
    reason: string | null
  }
  'client-status': { fullName: string; status: ApplicationStatus; applicationId: string }
  'application-reminder': { fullName: string | null; step: string }
  /** After a decision or cancellation was taken back; `draft` where the client can go on filling it in. Why is not told. */
  'application-reopened': { fullName: string | null; draft: boolean }
  /** `due` follows "is due". */
  'annual-review': { fullName: string | null; due: string }
  'letter-encrypted': { fullName: string | null }
  'file-infected': { fullName: string | null; fileName: string; kind: string }
  /** Null where the client has no manager. */
  'letter-missing': { managerName: string | null }
}

/** The mails about applications: to the client, and to who looks after the client. */
export const applicationMails: TemplatesFor<ApplicationMailData> = {
  'application-submitted': {
    secret: false,
    write: ({ fullName, answerBy }, site) => ({
      subject: 'We have received your application',
      preheader: `Thank you. You will have our answer by ${answerBy}.`,
      parts: [
        greetReader(fullName, site),
        text(`Thank you. Your application has reached ${site.branding.firmName}.`),
        ...referencePart(site),
        text('What happens next:'),
        {
          kind: 'list',
          items: [
            `Your wealth manager will review your application within ${REVIEWED_WITHIN}: you will have our answer by ${answerBy}.`,
            'We will email you as soon as there is news.',
            'Then we will arrange your consultation.',
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
      subject: `New application from ${fullName || 'a client'}`,
      preheader: 'It is waiting for your review, with all its documents.',
      parts: [
        greetReader(null, site),
        text(`${fullName || 'A client'} has submitted an application, and it is waiting for your review.`),
        ...referencePart(site),
        reviewLink(applicationId, site),
      ],
    }),
  },
  'letter-encrypted': {
    secret: false,
    write: ({ fullName }, site) => ({
      subject: 'Your FAIS letter cannot be signed on the screen',
      preheader: 'Your clients have to print it. Please upload one without a password.',
      parts: [
        greetReader(fullName, site),
        text(
          'Your FAIS letter is protected with a password, so your clients cannot sign it on the screen: they have to print it, sign it on paper and upload it.',
        ),
        text('Please have the letter saved without a password, and uploaded in place of this one.'),
        { kind: 'link', label: 'Open your dashboard', href: `${site.origin}/wealth-manager` },
        supportLine(site),
      ],
    }),
  },
  'file-infected': {
    secret: false,
    write: ({ fullName, fileName, kind }, site) => ({
      subject: 'A file you uploaded has a virus',
      preheader: 'We deleted the file. Please upload another copy.',
      parts: [
        greetReader(fullName, site),
        text('The virus scanner found a virus in a file you uploaded, so we deleted it:'),
        {
          kind: 'facts',
          facts: [
            ['File', fileName],
            ['Uploaded as', kind],
          ],
        },
        text(
          'Please have your computer or phone checked, and upload another copy, for example a scan of the paper. If you have already submitted your application, please send it to us some other way.',
        ),
        { kind: 'link', label: 'Open your application', href: `${site.origin}/` },
        supportLine(site),
      ],
    }),
  },
  'letter-missing': {
    secret: false,
    write: ({ managerName }, site) => ({
      subject: 'A client cannot sign: there is no FAIS letter',
      preheader: 'Without a letter they cannot finish their application.',
      parts: [
        greetReader(null, site),
        text(
          managerName === null
            ? 'A client has reached the FAIS disclosure letter, and no wealth manager is assigned to them.'
            : `A client of ${managerName} has reached the FAIS disclosure letter, and there is none yet.`,
        ),
        text(
          managerName === null
            ? 'They cannot finish their application until a wealth manager with a letter is assigned. A system administrator can do that.'
            : 'None of their clients can finish an application until there is one. A system administrator can upload it, next to the account.',
        ),
        { kind: 'link', label: 'Open the site', href: `${site.origin}/` },
      ],
    }),
  },
  'application-status': {
    secret: false,
    write: ({ fullName, status, reason }, site) => ({
      subject: clientStatuses[status].heading,
      preheader: messageForClient(status, reason),
      parts: [
        greetReader(fullName, site),
        text(`There is news about your application with ${site.branding.firmName}.`),
        { kind: 'facts', facts: [['Status', clientStatuses[status].label]] },
        text(messageForClient(status, reason)),
        ...(reason === null ? [] : [text(`The reason: ${reason}`)]),
        { kind: 'link', label: 'See where your application stands', href: `${site.origin}/` },
        supportLine(site),
      ],
    }),
  },
  'client-status': {
    secret: false,
    write: ({ fullName, status, applicationId }, site) => ({
      subject: `${statuses[status]}: ${fullName || 'a client'}`,
      preheader: statusChanged(fullName),
      parts: [
        greetReader(null, site),
        text(statusChanged(fullName)),
        {
          kind: 'facts',
          facts: [['Status', statuses[status]], ...referenceFacts(site)],
        },
        reviewLink(applicationId, site),
      ],
    }),
  },
  'application-reminder': {
    secret: false,
    write: ({ fullName, step }, site) => ({
      subject: `Your application with ${site.branding.firmName} is waiting for you`,
      preheader: `Everything you entered is saved. Carry on at: ${step}.`,
      parts: [
        greetReader(fullName, site),
        text(
          `You have started your application. Everything you entered is saved, and you can carry on at: ${step}.`,
        ),
        { kind: 'link', label: 'Continue your application', href: `${site.origin}/` },
        supportLine(site),
      ],
    }),
  },
  'application-reopened': {
    secret: false,
    write: ({ fullName, draft }, site) => ({
      subject: 'Your application is open again',
      preheader: draft
        ? 'Everything you entered is still there: please carry on where you left off.'
        : 'We are looking at it again, and will let you know as soon as there is news.',
      parts: [
        greetReader(fullName, site),
        text(
          draft
            ? `Your application with ${site.branding.firmName} is no longer cancelled. It is open again, with everything you entered: please carry on where you left off.`
            : `Your application with ${site.branding.firmName} is being reviewed again. What we told you about its status no longer applies; we will let you know as soon as there is news.`,
        ),
        { kind: 'link', label: 'See where your application stands', href: `${site.origin}/` },
        supportLine(site),
      ],
    }),
  },
  'annual-review': {
    secret: false,
    write: ({ fullName, due }, site) => ({
      subject: 'It is time for your annual review',
      preheader: `It is due ${due}: call or email us, and we will arrange a time.`,
      parts: [
        greetReader(fullName, site),
        text(
          `Once a year ${site.branding.firmName} goes through your plans with you: what has changed, and what should. Your review is due ${due}.`,
        ),
        text(
          `Please email ${site.branding.supportEmail} or call ${site.branding.supportPhone}, Monday to Friday, 08:00–17:00 SAST, to arrange a time that suits you.`,
        ),
        ...referencePart(site),
        { kind: 'link', label: 'See who to call', href: `${site.origin}/` },
      ],
    }),
  },
}

/** Of a client who has not given a name yet, too. */
function statusChanged(fullName: string): string {
  return `The status of ${fullName ? `your client ${fullName}` : 'one of your clients'} has changed.`
}

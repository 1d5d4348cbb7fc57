import { reviewRhythmText } from '#features/applications/rules/annual-reviews.ts'
import { reviewPromiseText } from '#features/brand/rules/office.ts'
import { statuses, type ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import {
  type clientStatuses,
  headingForClient,
  messageForClient,
} from '#features/applications/rules/lifecycle/tracker.ts'
import { referenceFacts, referencePart, reviewLink } from './application-links.ts'
import { text } from './content.ts'
import { closing, emailOrCall, greetReader, supportLine, type TemplatesFor } from './template.ts'

/** Data of the application mails. */
export interface ApplicationMailData {
  /** `answerBy` is the promised day of the answer. */
  'application-submitted': { fullName: string; applicationId: string; answerBy: string }
  'application-to-review': { fullName: string; applicationId: string }
  'application-status': {
    fullName: string | null
    status: keyof typeof clientStatuses
    /** The reason, where clients may read it: for a rejection. */
    reason: string | null
    /** The promised day of the answer, while a review is under way; null without one. */
    answerBy: string | null
  }
  'client-status': { fullName: string; status: ApplicationStatus; applicationId: string }
  'application-reminder': { fullName: string | null; step: string }
  /** After a reopening; `draft` if the client can edit again. The reason is not included. */
  'application-reopened': { fullName: string | null; draft: boolean }
  /** `due` follows "is due". */
  'annual-review': { fullName: string | null; due: string }
  /** The manager whose letter cannot be sealed. */
  'letter-encrypted': { fullName: string | null }
  'file-infected': { fullName: string | null; fileName: string; kind: string }
  /** Null without a manager. */
  'letter-missing': { managerName: string | null }
}

/** What has happened, in a sentence. */
const newsOf: Readonly<Record<keyof typeof clientStatuses, (firm: string) => string>> = {
  submitted: (firm) => `${firm} has received your application.`,
  under_review: (firm) => `${firm} has started to review your application.`,
  approved: (firm) => `Good news: ${firm} has approved your application.`,
  rejected: (firm) => `We’re sorry: ${firm} could not approve your application.`,
  onboarded: (firm) => `Welcome: you’re now a client of ${firm}.`,
  cancelled: (firm) => `Your application with ${firm} was cancelled.`,
}

/** Mails about applications, to clients and their managers. */
export const applicationMails: TemplatesFor<ApplicationMailData> = {
  'application-submitted': {
    secret: false,
    write: ({ fullName, answerBy }, site) => ({
      subject: 'We’ve received your application',
      preheader: `Thank you. You’ll hear from us by ${answerBy}.`,
      parts: [
        greetReader(fullName, site),
        text(`Thank you. We’ve received your application.`),
        ...referencePart(site),
        text('What happens next:'),
        {
          kind: 'list',
          items: [
            `Your wealth manager will review your application within ${reviewPromiseText(site.branding.office)}. You’ll hear from us by ${answerBy}.`,
            'We’ll email you as soon as we have an update.',
            'Then we’ll arrange your consultation.',
          ],
        },
        { kind: 'link', label: 'View your application', href: `${site.origin}/` },
        ...closing(site),
      ],
    }),
  },
  'application-to-review': {
    secret: false,
    write: ({ fullName, applicationId }, site) => ({
      subject: `New application from ${fullName || 'a client'}`,
      preheader: 'It is ready for your review, with all its documents.',
      parts: [
        greetReader(null, site),
        text(`${fullName || 'A client'} has submitted an application. It is ready for your review.`),
        ...referencePart(site),
        reviewLink(applicationId, site),
      ],
    }),
  },
  'letter-encrypted': {
    secret: false,
    write: ({ fullName }, site) => ({
      subject: 'A FAIS letter can’t be signed on screen',
      preheader: 'Clients have to print it. Please replace it with a copy that they can sign on screen.',
      parts: [
        greetReader(null, site),
        text(
          `The FAIS letter of ${fullName || 'a wealth manager'} is password-protected or damaged, or a client’s browser couldn’t show it, so it can’t be signed on screen. Clients have to print it, sign it on paper and upload it.`,
        ),
        text(
          'Please print the letter to a new PDF without protection. A system administrator can upload it under Users in place of this one.',
        ),
        { kind: 'link', label: 'Open the site', href: `${site.origin}/` },
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
        text('Our virus scanner found a virus in a file you uploaded, so we deleted it:'),
        {
          kind: 'facts',
          facts: [
            ['File', fileName],
            ['Uploaded as', kind],
          ],
        },
        text(
          'Please have your computer or phone checked, and upload another copy, for example a scan of the original. If you’ve already submitted your application, please send it to us another way.',
        ),
        { kind: 'link', label: 'Open your application', href: `${site.origin}/` },
        supportLine(site),
      ],
    }),
  },
  'letter-missing': {
    secret: false,
    write: ({ managerName }, site) => ({
      subject: 'A client can’t sign: there is no FAIS letter',
      preheader: 'Without a letter, they can’t finish their application.',
      parts: [
        greetReader(null, site),
        text(
          managerName === null
            ? 'A client needs to sign the FAIS disclosure letter, but has no wealth manager.'
            : `A client of ${managerName || 'a colleague'} needs to sign the FAIS disclosure letter, but there isn’t one yet.`,
        ),
        text(
          managerName === null
            ? 'They can’t finish their application until a wealth manager with a letter is assigned. A system administrator can do that.'
            : 'None of their clients can finish an application until there is one. A system administrator can upload it under Users.',
        ),
        { kind: 'link', label: 'Open the site', href: `${site.origin}/` },
      ],
    }),
  },
  'application-status': {
    secret: false,
    write: ({ fullName, status, reason, answerBy }, site) => ({
      subject: headingForClient(status, site.branding.firmName),
      preheader: messageForClient(status, reason),
      parts: [
        greetReader(fullName, site),
        text(newsOf[status](site.branding.firmName)),
        ...(reason === null ? [] : [text(`Reason: ${reason}`)]),
        text(messageForClient(status, reason)),
        ...(answerBy === null ? [] : [text(`You’ll hear from us by ${answerBy}.`)]),
        { kind: 'link', label: 'View your application', href: `${site.origin}/` },
        ...closing(site),
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
      preheader: `Everything you entered is saved. Continue with: ${step}.`,
      parts: [
        greetReader(fullName, site),
        text(`You’ve started your application. Everything you entered is saved. Your next step: ${step}.`),
        { kind: 'link', label: 'Continue your application', href: `${site.origin}/` },
        ...closing(site),
      ],
    }),
  },
  'application-reopened': {
    secret: false,
    write: ({ fullName, draft }, site) => ({
      subject: 'We’ve reopened your application',
      preheader: draft
        ? 'Everything you entered is still there. Please carry on where you left off.'
        : 'We’re reviewing it again, and will email you as soon as we have an update.',
      parts: [
        greetReader(fullName, site),
        text(
          draft
            ? `Your application with ${site.branding.firmName} is no longer cancelled. Everything you entered is still there. Please carry on where you left off.`
            : `Your application with ${site.branding.firmName} is being reviewed again. What we told you about its status no longer applies. We’ll email you as soon as we have an update.`,
        ),
        { kind: 'link', label: 'View your application', href: `${site.origin}/` },
        ...closing(site),
      ],
    }),
  },
  'annual-review': {
    secret: false,
    write: ({ fullName, due }, site) => ({
      subject: 'Your annual review is due',
      preheader: `It is due ${due}. Call or email us to arrange a time.`,
      parts: [
        greetReader(fullName, site),
        text(
          `${reviewRhythmText(site.branding.office.annualReview)} we review your plans together. Your review is due ${due}.`,
        ),
        ...(site.contact === null
          ? [text(`Please ${emailOrCall(site)}, to arrange a time that suits you.`), ...referencePart(site)]
          : [text('Please call or email me to arrange a time that suits you.')]),
        { kind: 'link', label: 'View your contact', href: `${site.origin}/` },
        ...(site.contact === null ? [] : closing(site)),
      ],
    }),
  },
}

/** Also for a client without a name yet. */
function statusChanged(fullName: string): string {
  return `The status of ${fullName ? `your client ${fullName}` : 'one of your clients'} has changed.`
}

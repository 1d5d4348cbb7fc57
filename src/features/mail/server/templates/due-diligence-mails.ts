import { approvalKinds, type ApprovalKind } from '#features/approvals/rules/approvals.ts'
import { referencePart, reviewLink } from './application-links.ts'
import { text } from './content.ts'
import { closing, greetReader, type TemplatesFor } from './template.ts'

/** Data of the due diligence mails. `items` name tasks and reasons, never a value. */
export interface DueDiligenceMailData {
  'pack-asked': { fullName: string | null; items: readonly string[]; due: string }
  'pack-reminder': { fullName: string | null; items: readonly string[]; due: string }
  'pack-again': { fullName: string | null; items: readonly string[]; due: string }
  'papers-expiring': { fullName: string | null; items: readonly string[] }
  'pack-handed-in': { fullName: string; items: readonly string[]; applicationId: string }
  'approval-asked': { authorName: string; kind: ApprovalKind; due: string; applicationId: string | null }
  'hit-open': { prohibited: boolean }
  /** `date`: of the list in use; null for none. */
  'lists-old': { date: string | null }
}

const LAW = 'The law requires us to identify and verify our clients (Financial Intelligence Centre Act).'

/** Mails about due diligence tasks, to clients and their managers, and about approvals, to admins. */
export const dueDiligenceMails: TemplatesFor<DueDiligenceMailData> = {
  'pack-asked': {
    secret: false,
    write: ({ fullName, items, due }, site) => ({
      subject: 'We need some documents from you',
      preheader: `Please send them by ${due}. Most people need about 20 minutes.`,
      parts: [
        greetReader(fullName, site),
        text(`${LAW} ${site.branding.firmName} needs this from you:`),
        { kind: 'list', items },
        text(`Please send it by ${due}. You can do it in any order, and on your phone.`),
        { kind: 'link', label: 'See what we need', href: `${site.origin}/pack` },
        ...closing(site),
      ],
    }),
  },
  'pack-reminder': {
    secret: false,
    write: ({ fullName, items, due }, site) => ({
      subject: 'We still need some documents from you',
      preheader: `Please send them by ${due}. What you’ve already done is saved.`,
      parts: [
        greetReader(fullName, site),
        text(`${site.branding.firmName} still needs this from you by ${due}:`),
        { kind: 'list', items },
        text('What you’ve already done is saved.'),
        { kind: 'link', label: 'See what we need', href: `${site.origin}/pack` },
        ...closing(site),
      ],
    }),
  },
  'pack-again': {
    secret: false,
    write: ({ fullName, items, due }, site) => ({
      subject: 'Please send us this again',
      preheader: `Please send it by ${due}. Everything else stays as it is.`,
      parts: [
        greetReader(fullName, site),
        text(`${site.branding.firmName} has looked at what you sent, and needs this again:`),
        { kind: 'list', items },
        text(`Please send it by ${due}.`),
        { kind: 'link', label: 'See what we need', href: `${site.origin}/pack` },
        ...closing(site),
      ],
    }),
  },
  'papers-expiring': {
    secret: false,
    write: ({ fullName, items }, site) => ({
      subject: 'Please renew your documents with us',
      preheader: 'Something that you gave us expires soon.',
      parts: [
        greetReader(fullName, site),
        text(`${LAW} This expires soon, or has expired:`),
        { kind: 'list', items },
        text('Please send us the new document when you have it.'),
        { kind: 'link', label: 'See what we need', href: `${site.origin}/pack` },
        ...closing(site),
      ],
    }),
  },
  'pack-handed-in': {
    secret: false,
    write: ({ fullName, items, applicationId }, site) => ({
      subject: `Documents to verify: ${fullName || 'a client'}`,
      preheader: 'A client has sent FICA documents.',
      parts: [
        greetReader(null, site),
        text(`${fullName || 'A client'} has handed this in for you to verify:`),
        { kind: 'list', items },
        ...referencePart(site),
        reviewLink(applicationId, site),
      ],
    }),
  },
  'approval-asked': {
    secret: false,
    write: ({ authorName, kind, due }, site) => ({
      subject: 'A request for approval is waiting',
      preheader: 'A senior manager who did not ask for it decides.',
      parts: [
        greetReader(null, site),
        text(`${authorName || 'A colleague'} asks for an approval: ${approvalKinds[kind]}.`),
        ...referencePart(site),
        text(`A senior manager who did not ask for it can decide until ${due}.`),
        { kind: 'link', label: 'Open Compliance', href: `${site.origin}/admin/compliance` },
      ],
    }),
  },
  'hit-open': {
    secret: false,
    write: ({ prohibited }, site) => ({
      subject: prohibited ? 'Compliance needs you today' : 'Something is waiting in Compliance',
      preheader: prohibited
        ? 'A decision needs a senior manager at once.'
        : 'Please decide on it when you next sign in.',
      parts: [
        greetReader(null, site),
        text(
          prohibited
            ? 'A match was confirmed that the law asks you to act on at once. The client’s page says what to do, or Compliance for a member of staff. Please tell no one else.'
            : 'Something new is waiting for a decision in Compliance.',
        ),
        { kind: 'link', label: 'Open Compliance', href: `${site.origin}/admin/compliance` },
      ],
    }),
  },
  'lists-old': {
    secret: false,
    write: ({ date }, site) => ({
      subject: date === null ? 'No United Nations list is in use' : 'The sanctions list is too old',
      preheader: `No client can be approved or onboarded until a ${date === null ? 'list' : 'newer one'} is loaded.`,
      parts: [
        greetReader(null, site),
        text(
          date === null
            ? 'No United Nations list is in use, so clients are not compared with it. No client can be approved or onboarded until one is loaded.'
            : `The United Nations list in use is of ${date}. No client can be approved or onboarded until a newer one is loaded.`,
        ),
        { kind: 'link', label: 'Load a list', href: `${site.origin}/sanctions-lists` },
      ],
    }),
  },
}

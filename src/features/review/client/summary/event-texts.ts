import type { AuditAction } from '#features/audit/rules/events.ts'

/** The events of an application; a status change has its own text. */
type ApplicationEvent = Exclude<
  Extract<
    AuditAction,
    | `application.${string}`
    | `correction.${string}`
    | `note.${string}`
    | `check.${string}`
    | `document.${string}`
    | `fais-letter.${string}`
    | `annual-review.${string}`
  >,
  'application.status-changed'
>

const TEXTS: Readonly<Record<ApplicationEvent, string>> = {
  'application.created': 'Application created',
  'application.imported': 'Imported from a file',
  'application.manager-changed': 'Wealth manager changed',
  'application.saved': 'Answers saved',
  'application.draft-saved': 'Answers saved while typing',
  'application.confirmed': 'Statements confirmed',
  'application.read': 'Application viewed',
  'application.fetched-ahead': 'Application preloaded, not viewed yet',
  'application.downloaded': 'All documents downloaded',
  'application.reminders-stopped': 'Automatic reminders stopped',
  'application.reminders-started': 'Automatic reminders started again',
  'application.reminded': 'Reminder sent',
  'application.reminder-taken-back': 'Reminder undone before it was sent',
  'annual-review.taken-back': 'Annual review undone',
  'correction.taken-back': 'Corrections undone before the email was sent',
  'correction.noted': 'Added to request',
  'correction.struck-off': 'Removed from request',
  'correction.opened': 'Client asked to add or correct something',
  'correction.asked': 'Corrections requested from client',
  'correction.replied': 'Client added a note to a correction',
  'correction.answered': 'Client sent corrections',
  'correction.judged': 'Correction reviewed',
  'correction.closed': 'Correction request closed',
  'correction.reminded': 'Corrections reminder sent',
  'check.settled': 'Check settled',
  'check.reopened': 'Check reopened',
  'check.proved': 'Answer confirmed by a document',
  'check.proof-withdrawn': 'Confirmation by a document removed',
  'note.written': 'Note added',
  'note.edited': 'Note changed',
  'annual-review.notified': 'Annual review notification sent',
  'annual-review.spread': 'Annual review moved, with others of its import',
  'annual-review.spread-undone': 'Annual review moved back',
  'annual-review.completed': 'Annual review completed',
  'document.registered': 'Document uploaded',
  'document.infected': 'Document rejected: virus found',
  'document.superseded': 'Document replaced',
  'document.removed': 'Document removed',
  'document.phone-link-made': 'Link for photos from a phone created',
  'document.phone-link-opened': 'Link for photos opened on a phone',
  'document.restored': 'Removed document restored',
  'document.signed': 'Document signed on screen',
  'document.time-stamped': 'Signature timestamped',
  'document.sign-failed': 'Signing on screen failed',
  'document.verified': 'Signed document verified',
  'document.fetched-ahead': 'Document preloaded, not viewed yet',
  'document.read': 'Document viewed',
  'fais-letter.downloaded': 'FAIS letter downloaded',
  'fais-letter.displayed': 'FAIS letter shown on screen',
  'fais-letter.missed': 'No FAIS letter to sign',
}

/** The text of an event; an unknown one's name. */
export function eventText(action: string): string {
  const known: Readonly<Record<string, string | undefined>> = TEXTS
  return known[action] ?? action.replaceAll(/[.-]/gu, ' ')
}

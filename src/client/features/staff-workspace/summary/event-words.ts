import type { AuditAction } from '#domain/audit/events.ts'

/** The events that can be about an application; a change of status says itself what it changed. */
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

const words: Readonly<Record<ApplicationEvent, string>> = {
  'application.created': 'Application created',
  'application.manager-changed': 'Wealth manager changed',
  'application.saved': 'Answers saved',
  'application.draft-saved': 'Answers saved while typing',
  'application.normalised': 'Spelling of answers made uniform',
  'application.confirmed': 'Statements confirmed',
  'application.read': 'Application viewed',
  'application.fetched-ahead': 'Application fetched ahead, not viewed yet',
  'application.downloaded': 'All documents downloaded',
  'application.reminded': 'Reminder sent',
  'application.reminder-taken-back': 'Reminder taken back before it left',
  'annual-review.taken-back': 'Annual review: undone a moment later',
  'correction.taken-back': 'Corrections: undone before the email left',
  'correction.noted': 'Request noted',
  'correction.struck-off': 'Request removed',
  'correction.asked': 'Client asked for corrections',
  'correction.replied': 'Client wrote about a correction',
  'correction.answered': 'Client sent corrections back',
  'correction.judged': 'Correction looked at',
  'correction.closed': 'Round of corrections closed',
  'correction.reminded': 'Client reminded of corrections',
  'check.settled': 'Check settled',
  'check.reopened': 'Check reopened',
  'note.written': 'Note written',
  'note.edited': 'Note changed',
  'annual-review.notified': 'Client told that the annual review is due',
  'annual-review.completed': 'Annual review completed',
  'document.registered': 'Document uploaded',
  'document.infected': 'Document refused: it has a virus',
  'document.superseded': 'Document replaced by another',
  'document.removed': 'Document removed',
  'document.restored': 'Removed document restored',
  'document.signed': 'Document signed on the screen',
  'document.time-stamped': 'Seal of the signed document time-stamped',
  'document.sign-failed': 'Signing on the screen failed',
  'document.verified': 'Sealed document verified by somebody',
  'document.fetched-ahead': 'Document fetched ahead, not viewed yet',
  'document.read': 'Document viewed',
  'fais-letter.downloaded': 'FAIS letter downloaded',
  'fais-letter.missed': 'No FAIS letter to sign',
}

/** An event in words; one that this page does not know yet, by its name. */
export function eventWords(action: string): string {
  const known: Readonly<Record<string, string | undefined>> = words
  return known[action] ?? action.replaceAll(/[.-]/gu, ' ')
}

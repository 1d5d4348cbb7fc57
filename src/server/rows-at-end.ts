import type { auditEvents } from '#server/db/audit-schema.ts'
import type { mailOutbox } from '#server/db/mail-schema.ts'

/**
 * What is written at the end of a transaction, many rows by one statement, where much is done in it: nothing in the transaction
 * reads it before (docs/decisions/0106).
 */
export interface RowsAtEnd {
  events: (typeof auditEvents.$inferInsert)[]
  mails: (typeof mailOutbox.$inferInsert)[]
}

/** Nothing yet. */
export function noRowsYet(): RowsAtEnd {
  return { events: [], mails: [] }
}

/** Forgets what came after a moment. @returns what takes rows back to the moment of this call */
export function markOf({ events, mails }: RowsAtEnd): () => void {
  const [eventsThen, mailsThen] = [events.length, mails.length]
  return () => {
    events.length = eventsThen
    mails.length = mailsThen
  }
}

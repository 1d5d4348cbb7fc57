import type { AuditAction } from './events.ts'

/** Everything that the log records, in the words of its readers. */
export const auditActionWords = {
  'session.signed-in': 'Signed in',
  'session.sign-in-failed': 'Sign-in failed',
  'session.signed-out': 'Signed out',
  'address.became-suspicious': 'Address became suspicious',
  'address.cleared': 'Suspicious address cleared',
  'password.changed': 'Password changed',
  'password.change-failed': 'Password change failed',
  'password.reset-requested': 'Password reset requested',
  'user.created': 'User created',
  'user.invited': 'User invited',
  'application.created': 'Application created',
  'application.saved': 'Answers saved',
  'application.confirmed': 'Statements confirmed',
  'application.read': 'Application viewed',
  'application.downloaded': 'All documents downloaded',
  'application.reminded': 'Reminder sent',
  'application.status-changed': 'Application status changed',
  'annual-review.notified': 'Annual review announced',
  'annual-review.completed': 'Annual review completed',
  'document.registered': 'Document uploaded',
  'document.infected': 'Infected document refused',
  'document.removed': 'Document removed',
  'document.read': 'Document viewed',
  'fais-letter.downloaded': 'FAIS letter downloaded',
  'mail.given-up': 'Mail given up',
  'audit-log.exported': 'Audit log exported',
  'audit-log.found-altered': 'Audit log found altered',
} as const satisfies Record<AuditAction, string>

export const auditActions = Object.keys(auditActionWords) as [AuditAction, ...AuditAction[]]

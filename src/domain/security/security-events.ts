import type { AuditAction, AuditDetails } from '#domain/audit/events.ts'

type FailureReason = AuditDetails['session.sign-in-failed']['reason']

/** What of the audit log counts as suspicious: an action, where it has reasons only with certain ones. */
interface SuspiciousEvent {
  action: AuditAction
  reasons?: readonly FailureReason[]
  /** For those who ask what the figure means. */
  meaning: string
}

/** What counts as suspicious activity, here and nowhere else (docs/security.md; decisions, "Brute force"). */
export const suspiciousEvents: readonly SuspiciousEvent[] = [
  {
    action: 'address.became-suspicious',
    meaning: 'An address failed to sign in 20 times within 15 minutes and was blocked.',
  },
  {
    action: 'session.sign-in-failed',
    reasons: ['throttled', 'deactivated'],
    meaning: 'A sign-in to an account that was guessed at before and is slowed down, or that is deactivated.',
  },
  { action: 'document.infected', meaning: 'A virus was found in an uploaded file.' },
  { action: 'audit-log.found-altered', meaning: 'The audit log was found altered.' },
]

/** The parts of the log about who gets in and who may do what: the word before an action's dot. */
export const securitySubjects = [
  'session',
  'password',
  'second-factor',
  'address',
  'user',
  'audit-log',
] as const

/** What else of the log is about security. */
export const furtherSecurityEvents = ['document.infected'] as const satisfies readonly AuditAction[]

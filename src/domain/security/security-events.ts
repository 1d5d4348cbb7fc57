import type { AuditAction, AuditDetails } from '#domain/audit/events.ts'

type FailureReason = AuditDetails['session.sign-in-failed']['reason']

/** A suspicious audit event: an action, optionally limited to certain reasons. */
interface SuspiciousEvent {
  action: AuditAction
  reasons?: readonly FailureReason[]
  /** Explanation for dashboard users. */
  meaning: string
}

/** The only definition of suspicious activity (docs/security.md; decisions, "Brute force"). */
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

/** Prefixes of actions about access and permissions. */
export const securitySubjects = [
  'session',
  'password',
  'second-factor',
  'address',
  'user',
  'audit-log',
] as const

/** Further security events. */
export const furtherSecurityEvents = ['document.infected'] as const satisfies readonly AuditAction[]

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
    meaning: 'An IP address was blocked after 20 failed sign-ins within 15 minutes.',
  },
  {
    action: 'session.sign-in-failed',
    reasons: ['throttled', 'deactivated'],
    meaning: 'A sign-in to an account that is slowed down after failed attempts, or deactivated.',
  },
  { action: 'document.infected', meaning: 'A virus was found in an uploaded file.' },
  { action: 'audit-log.found-altered', meaning: 'The audit log was found altered.' },
]

/** Prefixes of actions about access and permissions. */
export const securitySubjects = [
  'session',
  'password',
  'second-factor',
  'sso',
  'passkey',
  'address',
  'user',
  'audit-log',
] as const

/** Further security events. */
export const furtherSecurityEvents = ['document.infected'] as const satisfies readonly AuditAction[]

import type { AuditAction, AuditDetails } from '#features/audit/rules/events.ts'

/** A detail of an event, and the values with which the event is suspicious. */
type Values<Action extends AuditAction> = {
  [Name in keyof AuditDetails[Action]]-?: {
    detail: Name & string
    values: readonly Extract<AuditDetails[Action][Name], string>[]
  }
}[keyof AuditDetails[Action]]

/** A suspicious audit event: an action, optionally limited to some values of a detail. */
export type SuspiciousEvent = {
  [Action in AuditAction]: {
    action: Action
    only?: Values<Action>
    /** Explanation for dashboard users. */
    meaning: string
  }
}[AuditAction]

/** What counted as suspicious in version 1.0, whose index still has this condition. */
export const suspiciousEventsOf10: readonly SuspiciousEvent[] = [
  {
    action: 'address.became-suspicious',
    meaning: 'An IP address was blocked after 20 failed sign-ins within 15 minutes.',
  },
  {
    action: 'session.sign-in-failed',
    only: { detail: 'reason', values: ['throttled', 'deactivated'] },
    meaning: 'A sign-in to an account that is slowed down after failed attempts, or deactivated.',
  },
  { action: 'document.infected', meaning: 'A virus was found in an uploaded file.' },
  { action: 'audit-log.found-altered', meaning: 'The audit log was found altered.' },
]

/** The only definition of suspicious activity (docs/security.md; decisions, "Brute force"). */
export const suspiciousEvents: readonly SuspiciousEvent[] = [
  ...suspiciousEventsOf10,
  {
    action: 'session.signed-in',
    only: { detail: 'by', values: ['break-glass'] },
    meaning: 'A sign-in with a break-glass account, past single sign-on.',
  },
  {
    action: 'sso.refused',
    only: { detail: 'reason', values: ['address-not-vouched'] },
    meaning: 'A person arrived from the provider with an email address that it does not vouch for.',
  },
  {
    action: 'passkey.refused',
    only: { detail: 'reason', values: ['counter'] },
    meaning: 'A passkey whose counter went back: it may have been copied.',
  },
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

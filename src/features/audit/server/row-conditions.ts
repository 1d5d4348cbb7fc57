import {
  furtherSecurityEvents,
  securitySubjects,
  suspiciousEvents,
  suspiciousEventsOf10,
  type SuspiciousEvent,
} from '#features/audit/rules/security/security-events.ts'

/** Names of the domain, which contain no quotes, as SQL. */
function listOf(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ')
}

function anyOf(events: readonly SuspiciousEvent[]): string {
  return events
    .map(({ action, only }) =>
      only === undefined
        ? `action = '${action}'`
        : `(action = '${action}' and details->>'${only.detail}' in (${listOf(only.values)}))`,
    )
    .join(' or ')
}

/**
 * SQL condition of suspicious rows in `audit_events`. An index has the same condition: changing the domain rule needs a
 * migration.
 */
export const isSuspicious = anyOf(suspiciousEvents)

/** The condition of version 1.0, which may still run beside this one during an update. */
export const wasSuspiciousIn10 = anyOf(suspiciousEventsOf10)

/** SQL condition of security events. */
export const isSecurityEvent = `(split_part(action, '.', 1) in (${listOf(securitySubjects)}) or action in (${listOf(furtherSecurityEvents)}))`

import {
  furtherSecurityEvents,
  securitySubjects,
  suspiciousEvents,
} from '#domain/security/security-events.ts'

/** Names of the domain, which contain no quotes, as SQL. */
function listOf(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ')
}

/**
 * SQL condition of suspicious rows in `audit_events`. An index has the same condition: changing the domain rule needs a
 * migration.
 */
export const isSuspicious = suspiciousEvents
  .map(({ action, reasons }) =>
    reasons === undefined
      ? `action = '${action}'`
      : `(action = '${action}' and details->>'reason' in (${listOf(reasons)}))`,
  )
  .join(' or ')

/** SQL condition of security events. */
export const isSecurityEvent = `(split_part(action, '.', 1) in (${listOf(securitySubjects)}) or action in (${listOf(furtherSecurityEvents)}))`

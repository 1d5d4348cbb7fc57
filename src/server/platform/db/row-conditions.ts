import {
  furtherSecurityEvents,
  securitySubjects,
  suspiciousEvents,
} from '#domain/security/security-events.ts'

/** Names of the domain, which hold no quotes, as SQL. */
function listOf(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ')
}

/**
 * Which rows of `audit_events` are suspicious, as SQL. An index has the same text for its condition: whoever changes
 * the rule in the domain generates a migration.
 */
export const isSuspicious = suspiciousEvents
  .map(({ action, reasons }) =>
    reasons === undefined
      ? `action = '${action}'`
      : `(action = '${action}' and details->>'reason' in (${listOf(reasons)}))`,
  )
  .join(' or ')

/** Which rows are about security, as SQL. */
export const isSecurityEvent = `(split_part(action, '.', 1) in (${listOf(securitySubjects)}) or action in (${listOf(furtherSecurityEvents)}))`

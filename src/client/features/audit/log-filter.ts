import type { QueryOf } from '#domain/api/contract.ts'
import { auditActions } from '#domain/audit/action-labels.ts'
import type { AuditAction } from '#domain/audit/events.ts'
import {
  given,
  oneOf,
  readView,
  typedText,
  type ViewPart,
  type ViewParts,
} from '#client/shared/lists/view.ts'

/** What the audit log is narrowed by, as its form holds it: empty where nothing is. Kept in the address bar. */
export interface LogFilter {
  user: string
  action: AuditAction | ''
  outcome: 'success' | 'failure' | ''
  /** Calendar days in South Africa, yyyy-MM-dd: from the first moment of one to the last of the other. */
  from: string
  to: string
}

const MAX_USERNAME_LENGTH = 254
const DAY = /^\d{4}-\d{2}-\d{2}$/u
const DAY_MS = 86_400_000
/** South Africa keeps one time all year. */
const OFFSET = '+02:00'

const day: ViewPart<string> = { first: '', read: (text) => (isDay(text) ? text : undefined) }

/** How an address names a filter. */
export const logFilter: ViewParts<LogFilter> = {
  user: typedText(MAX_USERNAME_LENGTH),
  action: oneOf(auditActions),
  outcome: oneOf(['success', 'failure']),
  from: day,
  to: day,
}

export const noFilter = readView(new URLSearchParams(), logFilter)

function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(startOf(text))
}

function startOf(date: string): number {
  return Date.parse(`${date}T00:00:00${OFFSET}`)
}

/** What the server is asked for. */
export function queryOf({
  user,
  action,
  outcome,
  from,
  to,
}: LogFilter): QueryOf<'GET /api/system-admin/audit-logs/export'> {
  return {
    ...given({ user, action, outcome }),
    from: from === '' ? undefined : new Date(startOf(from)).toISOString(),
    to: to === '' ? undefined : new Date(startOf(to) + DAY_MS).toISOString(),
  }
}

import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { QueryOf } from '#base/rules/api/contract.ts'
import { auditGroupNames, type AuditGroup } from '#features/audit/rules/event.ts'
import { auditActions } from '#features/audit/rules/events.ts'
import type { AuditAction } from '#features/audit/rules/events.ts'
import {
  nonEmpty,
  oneOf,
  readView,
  typedText,
  writeView,
  type ViewPart,
  type ViewParts,
} from '#base/client/lists/view.ts'

/** The filter of the audit log, in the address bar; empty values do not filter. */
export interface LogFilter {
  /** The actor: email address, id or name. */
  user: string
  /** A client (name, email address or user id), or an application (reference or id). */
  about: string
  group: AuditGroup | ''
  action: AuditAction | ''
  outcome: 'success' | 'failure' | ''
  /** Calendar days in South Africa, yyyy-MM-dd, both inclusive. */
  from: string
  to: string
}

const MAX_NAME_LENGTH = 254
const DAY = /^\d{4}-\d{2}-\d{2}$/u
/** South Africa has no daylight saving time. */
const OFFSET = '+02:00'

const day: ViewPart<string> = { first: '', read: (text) => (isDay(text) ? text : undefined) }

/** The parser of a filter in an address. */
export const logFilter: ViewParts<LogFilter> = {
  user: typedText(MAX_NAME_LENGTH),
  about: typedText(MAX_NAME_LENGTH),
  group: oneOf(auditGroupNames),
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

/** The address of a log page with what was done to a client; `group` narrows it. */
export function logAddress(page: string, about: string, group: AuditGroup | '' = ''): string {
  const [path = '', query] = page.split('?')
  const params = writeView(new URLSearchParams(query), { ...noFilter, about, group }, logFilter)
  return `${path}?${params.toString()}`
}

/** The filter as query parameters. */
export function queryOf({
  from,
  to,
  ...named
}: LogFilter): QueryOf<'GET /api/system-admin/audit-logs/export'> {
  return {
    ...nonEmpty(named),
    from: from === '' ? undefined : new Date(startOf(from)).toISOString(),
    to: to === '' ? undefined : new Date(startOf(to) + DAY_MS).toISOString(),
  }
}

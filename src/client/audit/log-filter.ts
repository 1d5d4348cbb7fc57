import type { QueryOf } from '#domain/api/contract.ts'
import { auditActionWords } from '#domain/audit/action-words.ts'
import type { AuditAction } from '#domain/audit/events.ts'

/** What the audit log is narrowed by, as its form holds it: empty where nothing is. Kept in the address bar. */
export interface LogFilter {
  user: string
  action: AuditAction | ''
  outcome: 'success' | 'failure' | ''
  /** Calendar days in South Africa, yyyy-MM-dd: from the first moment of one to the last of the other. */
  from: string
  to: string
}

export const noFilter: LogFilter = { user: '', action: '', outcome: '', from: '', to: '' }

const names = Object.keys(noFilter) as (keyof LogFilter)[]
const DAY = /^\d{4}-\d{2}-\d{2}$/u
const DAY_MS = 86_400_000
/** South Africa keeps one time all year. */
const OFFSET = '+02:00'

function isAction(text: string): text is AuditAction {
  return Object.hasOwn(auditActionWords, text)
}

function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(startOf(text))
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00${OFFSET}`)
}

/** The filter that an address names. What it names wrongly is left out. */
export function readFilter(params: URLSearchParams): LogFilter {
  const given = (name: keyof LogFilter) => params.get(name)?.trim() ?? ''
  const [action, outcome, from, to] = [given('action'), given('outcome'), given('from'), given('to')]
  return {
    user: given('user'),
    action: isAction(action) ? action : '',
    outcome: outcome === 'success' || outcome === 'failure' ? outcome : '',
    from: isDay(from) ? from : '',
    to: isDay(to) ? to : '',
  }
}

/** An address for a filter: whatever else it holds stays in. */
export function writeFilter(params: URLSearchParams, filter: LogFilter): URLSearchParams {
  const written = new URLSearchParams(params)
  for (const name of names) {
    if (filter[name] === '') written.delete(name)
    else written.set(name, filter[name])
  }
  return written
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
    ...(user !== '' && { user }),
    ...(action !== '' && { action }),
    ...(outcome !== '' && { outcome }),
    ...(from !== '' && { from: new Date(startOf(from)).toISOString() }),
    ...(to !== '' && { to: new Date(startOf(to) + DAY_MS).toISOString() }),
  }
}

import { sql } from 'drizzle-orm'
import type * as recording from '#server/shared/audit/with-audit.ts'

/** A change on its own. */
export const withAudit: typeof recording.withAudit = (change) => change

/** Nothing. */
export const auditRows: typeof recording.auditRows = () => ''

/** What else was to change. */
export const withAuditOf: typeof recording.withAuditOf = (also) => sql`with ${also} select`

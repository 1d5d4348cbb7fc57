import type { auditRows as recorded, withAudit as recording } from '#server/audit/with-audit.ts'

/** A change by itself. */
export const withAudit: typeof recording = (change) => change

/** Nothing. */
export const auditRows: typeof recorded = () => ''

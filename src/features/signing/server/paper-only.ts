import { sql, type AnyColumn } from 'drizzle-orm'
import type { PaperOnly } from '#features/documents/rules/paper-only.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { documents } from '#features/access/schema/tables.ts'

/** Why clients must sign a letter on paper; null where they can sign on screen, and for none. */
export const paperOnlyOf = (documentId: AnyColumn) => sql<PaperOnly | null>`(
  select case
    when letter.download_only = 'encrypted' then 'encrypted'
    when not letter.sealable then 'unsealable'
    when exists (
      select from ${auditEvents}
      where ${auditEvents.action} = 'document.sign-failed'
        and ${auditEvents.details} @> jsonb_build_object('documentId', letter.id, 'reason', 'undrawn')
    ) then 'undrawn'
  end
  from ${documents} letter where letter.id = ${documentId})`

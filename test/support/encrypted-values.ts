import { getTableConfig } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { Context } from '#base/server/context.ts'
import { everyTable } from './every-table.ts'

/** Columns with encrypted texts, all of which a key rotation must cover. */
export const ENCRYPTED_COLUMNS: readonly string[] = [
  'applications.answers',
  'approvals.asked_words',
  'approvals.words',
  'audit_chain_keys.sealed',
  'check_settlements.content',
  'correction_items.after',
  'correction_items.before',
  'correction_items.reply',
  'correction_items.words',
  'declarations.content',
  'document_signatures.particulars',
  'documents.name',
  'due_diligence_tasks.comment',
  'due_diligence_tasks.draft',
  'hits.features',
  'hits.words',
  'idempotency_keys.sealed',
  'import_rows.cells',
  'import_rows.reason',
  'imports.content',
  'mail_outbox.html_body',
  'mail_outbox.text_body',
  'note_wordings.words',
  'retention_holds.lifted_words',
  'retention_holds.words',
  'risk_ratings.factors',
  'screening_subjects.facts',
  'screenings.details',
  'second_factors.secret',
  'sessions.refresh_token',
  'verifications.details',
  'verifications.note',
  'webhook_endpoints.previous_secret',
  'webhook_endpoints.secret',
]

const ENCRYPTED = /sealed:1:[0-9a-f]{8}:[\w-]+/gu

/** All encrypted texts in the database by column ("documents.name"). */
export async function encryptedValues({
  database: { db },
}: Pick<Context, 'database'>): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  for (const table of everyTable) {
    const { name } = getTableConfig(table)
    const { rows } = await db.execute<{ column: string; value: string }>(
      sql`select e.key as column, e.value::text from ${table} t, jsonb_each(to_jsonb(t)) e where e.value::text like '%sealed:1:%'`,
    )
    for (const { column, value } of rows) {
      const qualified = `${name}.${column}`
      const values = found.get(qualified) ?? new Set()
      found.set(qualified, new Set([...values, ...(value.match(ENCRYPTED) ?? [])]))
    }
  }
  return found
}

/** Tables with a row for each id. */
export async function tablesNaming({ database: { db } }: Pick<Context, 'database'>, id: string) {
  const naming: string[] = []
  for (const table of everyTable) {
    const { rows } = await db.execute(
      sql`select from ${table} t where to_jsonb(t)::text like ${`%${id}%`} limit 1`,
    )
    if (rows.length > 0) naming.push(getTableConfig(table).name)
  }
  return naming.toSorted()
}

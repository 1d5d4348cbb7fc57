import { date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { HoldReason } from '#features/due-diligence/rules/retention-holds.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { users } from '#features/access/schema/tables.ts'
import { ofRetained } from '#features/due-diligence/schema/due-diligence-schema.ts'

/** Holds: records stay until the last day also where their retention has ended. Texts are encrypted. */
export const retentionHolds = pgTable(
  'retention_holds',
  {
    id: uuid('id').primaryKey(),
    applicationId: ofRetained(),
    why: text('why').$type<HoldReason>().notNull(),
    /** The last day. */
    until: date('until', { mode: 'string' }).notNull(),
    /** Null for a hold that began with a confirmed match. */
    words: text('words'),
    heldBy: uuid('held_by')
      .notNull()
      .references(() => users.id),
    heldAt: timestampColumn('held_at').notNull(),
    liftedBy: uuid('lifted_by').references(() => users.id),
    liftedAt: timestampColumn('lifted_at'),
    liftedWords: text('lifted_words'),
  },
  (table) => [index('retention_holds_application').on(table.applicationId, table.heldAt)],
)

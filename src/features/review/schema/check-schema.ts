import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { CheckDecision, Decidable } from '#features/review/rules/checks.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { applications, users } from '#features/access/schema/tables.ts'

/** Staff decisions on an application's checks and proofs: append-only (docs/decisions/0138), deleted with their application. */
export const checkSettlements = pgTable(
  'check_settlements',
  {
    id: uuid('id').primaryKey(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** Number of the decision within the application, from 1. */
    number: integer('number').notNull(),
    path: text('path').notNull(),
    checkName: text('check_name').$type<Decidable['check']>().notNull(),
    decision: text('decision').$type<CheckDecision>().notNull(),
    /** The reason and the affected answers, encrypted. */
    content: text('content').notNull(),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id),
    at: timestampColumn('at').notNull(),
  },
  (table) => [
    uniqueIndex('check_settlements_application').on(table.applicationId, table.number),
    index('check_settlements_actor').on(table.actorId),
  ],
)

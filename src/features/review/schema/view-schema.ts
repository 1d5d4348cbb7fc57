import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/access/schema/tables.ts'

/** Saved views of staff lists, ordered per user (docs/decisions/0077). */
export const ownViews = pgTable(
  'own_views',
  {
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The list's URL query. */
    address: text('address').notNull(),
    /** Always false; servers of the previous release read it. */
    shared: boolean('shared').notNull(),
    /** Counted from 0. */
    position: integer('place').notNull(),
  },
  (table) => [
    index('own_views_owner').on(table.ownerId, table.position),
    index('own_views_shared').on(table.shared),
  ],
)

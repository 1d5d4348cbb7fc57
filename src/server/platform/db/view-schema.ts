import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './schema.ts'

/** Names that staff gave to addresses of their lists, each person's in their order (docs/decisions/0077). */
export const ownViews = pgTable(
  'own_views',
  {
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** What stands behind the "?" of the list's address. */
    address: text('address').notNull(),
    /** Whether everybody on the staff has it. */
    shared: boolean('shared').notNull(),
    /** Counted from 0. */
    position: integer('place').notNull(),
  },
  (table) => [
    index('own_views_owner').on(table.ownerId, table.position),
    index('own_views_shared').on(table.shared),
  ],
)

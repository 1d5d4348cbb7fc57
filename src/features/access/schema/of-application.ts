import { uuid } from 'drizzle-orm/pg-core'
import { applications } from '#features/access/schema/tables.ts'

export const ofApplication = () =>
  uuid('application_id')
    .notNull()
    .references(() => applications.id, { onDelete: 'cascade' })

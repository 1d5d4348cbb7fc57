import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ApprovalKind } from '#features/approvals/rules/approvals.ts'
import type { RiskLevel } from '#features/due-diligence/rules/rating/levels.ts'
import type { ModelContent, ModelState } from '#features/due-diligence/rules/rating/model.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { applications, users } from '#features/access/schema/tables.ts'

/** A firm's own versions of the risk model; version 1 is shipped (docs/decisions/0142). */
export const riskModels = pgTable(
  'risk_models',
  {
    /** From 2. */
    version: integer('version').primaryKey(),
    content: jsonb('content').$type<ModelContent>().notNull(),
    state: text('state').$type<ModelState>().notNull(),
    /** Null for the file of `firm:import`. */
    proposedBy: uuid('proposed_by').references(() => users.id),
    proposedAt: timestampColumn('proposed_at').notNull(),
    approvedBy: uuid('approved_by').references(() => users.id),
    inForceAt: timestampColumn('in_force_at'),
  },
  (table) => [
    check('risk_models_second_person', sql`${table.approvedBy} <> ${table.proposedBy}`),
    uniqueIndex('risk_models_state')
      .on(table.state)
      .where(sql`state in ('proposed', 'in-force')`),
  ],
)

/** Days on which the firm compared the model's countries with the published lists: append-only. */
export const countryConfirmations = pgTable(
  'country_confirmations',
  {
    id: uuid('id').primaryKey(),
    comparedOn: date('compared_on', { mode: 'string' }).notNull(),
    byId: uuid('by_id')
      .notNull()
      .references(() => users.id),
    at: timestampColumn('at').notNull(),
  },
  (table) => [index('country_confirmations_by').on(table.byId)],
)

/** Risk ratings of clients: the current one and those before. Never shown to clients and their managers. */
export const riskRatings = pgTable(
  'risk_ratings',
  {
    id: uuid('id').primaryKey(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'restrict' }),
    modelVersion: integer('model_version').notNull(),
    points: smallint('points').notNull(),
    level: text('level').$type<RiskLevel>().notNull(),
    /** Facts, factors and the judgement of staff; encrypted. */
    factors: text('factors').notNull(),
    /** The approval that the rating needs; null for none. */
    approval: text('approval').$type<ApprovalKind>(),
    /** The client has to say how their wealth came about. */
    asksWealth: boolean('asks_wealth').notNull(),
    ratedBy: uuid('rated_by')
      .notNull()
      .references(() => users.id),
    ratedAt: timestampColumn('rated_at').notNull(),
    /** Null for the current one. */
    supersededAt: timestampColumn('superseded_at'),
    /** When due diligence is refreshed. */
    refreshOn: date('refresh_on', { mode: 'string' }).notNull(),
    /** When the client was asked for the refresh. */
    refreshAskedAt: timestampColumn('refresh_asked_at'),
    /** For lists (`check-tasks.ts`): it rests on facts that have changed. */
    outdated: boolean('outdated').notNull().default(false),
  },
  (table) => [
    uniqueIndex('risk_ratings_current')
      .on(table.applicationId)
      .where(sql`superseded_at is null`),
    index('risk_ratings_application').on(table.applicationId, table.ratedAt),
    index('risk_ratings_to_refresh')
      .on(table.refreshOn)
      .where(sql`superseded_at is null and refresh_asked_at is null`),
  ],
)

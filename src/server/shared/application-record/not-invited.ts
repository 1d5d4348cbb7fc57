import { sql } from 'drizzle-orm'
import { applications, users } from '#server/platform/db/schema.ts'
import { temporaryPasswords } from '#server/platform/db/sign-in-schema.ts'

/** Whether an account was imported and its owner not invited yet: no password was ever given to them. */
export const isNotInvited = sql<boolean>`(${users.status} = 'invited' and ${users.passwordHash} is null and not exists (
  select from ${temporaryPasswords} where ${temporaryPasswords.userId} = ${users.id} and ${temporaryPasswords.kind} = 'given'))`

/**
 * Cancelled clients are not invited in batches. `offset 0` looks each up by index: right after an import, the planner
 * takes its rows for few, and would compare each with all cancelled applications.
 */
export const isNotCancelled = sql<boolean>`not exists (
  select from ${applications} where ${applications.userId} = ${users.id} and ${applications.status} = 'cancelled' offset 0)`

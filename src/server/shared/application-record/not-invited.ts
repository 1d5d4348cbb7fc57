import { sql } from 'drizzle-orm'
import { users } from '#server/platform/db/schema.ts'
import { temporaryPasswords } from '#server/platform/db/sign-in-schema.ts'

/** Whether an account was imported and its owner not invited yet: no password was ever given to them. */
export const isNotInvited = sql<boolean>`(${users.status} = 'invited' and ${users.passwordHash} is null and not exists (
  select from ${temporaryPasswords} where ${temporaryPasswords.userId} = ${users.id} and ${temporaryPasswords.kind} = 'given'))`

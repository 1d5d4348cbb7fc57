import { sql } from 'drizzle-orm'
import { users } from '#features/access/schema/tables.ts'
import { temporaryPasswords } from '#features/access/schema/sign-in-schema.ts'

/** Whether an account was imported and its owner not invited yet: no password was ever given to them. */
export const isNotInvited = sql<boolean>`(${users.status} = 'invited' and ${users.passwordHash} is null and not exists (
  select from ${temporaryPasswords} where ${temporaryPasswords.userId} = ${users.id} and ${temporaryPasswords.kind} = 'given'))`

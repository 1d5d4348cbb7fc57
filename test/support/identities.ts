import { newId } from '#base/server/db/id.ts'
import { identities } from '#features/sso/schema.ts'
import type { Context } from '#base/server/context.ts'

/** Links an account to a person at a provider, without a sign-in. */
export async function makeIdentity(
  { database, now }: Pick<Context, 'database' | 'now'>,
  userId: string,
  { provider = 'test', issuer = 'http://127.0.0.1/', subject = newId() } = {},
): Promise<string> {
  const id = newId()
  const row = { id, userId, provider, issuer, subject, emailAtLink: null }
  await database.db.insert(identities).values({ ...row, createdAt: now(), lastUsedAt: now() })
  return id
}

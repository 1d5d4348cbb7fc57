import { makeUser } from '#app/demo/factories/users.ts'
import { makeIdentity } from './identities.ts'
import type { TestServer } from './server.ts'
import { putSession } from './sessions.ts'

/** A session whose provider is asked whether its user is still welcome. */
export async function makeCheckedSession(context: TestServer['context']): Promise<void> {
  const { id: userId } = await makeUser(context, { role: 'admin' })
  const identityId = await makeIdentity(context, userId)
  const refresh = { token: 'a-refresh-token', checkAt: context.now() }
  const sso = { identityId, provider: 'test', provedAt: null, refresh }
  await putSession(context.database, {
    userId,
    role: 'admin',
    now: context.now(),
    sso,
    keyring: context.keyring,
  })
}

import { TOTP } from 'otpauth'
import { totp } from '#features/access/rules/second-factor.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import type { Role } from '#features/access/rules/roles.ts'
import type { HttpAnswer, HttpSession } from './http.ts'
import type { TestServer } from './server.ts'

/** Password of all users here. */
export const password = 'a quiet harbour wall'

/** The current code of an authenticator. @param steps number of 30-second steps ahead */
export function codeAt(secret: string, now: Date, steps = 0): string {
  return TOTP.generate({
    ...totp,
    secret: secretOf(secret),
    timestamp: now.getTime() + steps * totp.period * 1000,
  })
}

function secretOf(secret: string) {
  return new TOTP({ ...totp, secret }).secret
}

/** A staff user with an authenticator. */
export interface EnrolledUser extends MadeUser {
  secret: string
  recoveryCodes: string[]
  /** The browser that set it up. */
  session: HttpSession
}

function succeeding(answer: HttpAnswer): HttpAnswer {
  if (answer.status === 200) return answer
  throw new Error(`${answer.status}: ${answer.text}`)
}

/** Sets up an authenticator over HTTP; returns its secret and the recovery codes. */
export async function setUp(session: HttpSession, now: Date) {
  const begun = succeeding(await session.post('/api/account/second-factor', { password }))
  const { secret } = begun.body as { secret: string }
  const code = codeAt(secret, now)
  const confirmed = succeeding(await session.put('/api/account/second-factor', { code }))
  return { secret, ...(confirmed.body as { recoveryCodes: string[] }) }
}

/** Creates a user with an authenticator, which uses up the current code. */
export async function makeEnrolled(server: TestServer, role: Role = 'admin'): Promise<EnrolledUser> {
  const user = await makeUser(server.context, { role, password })
  const session = await server.as(user.username)
  return { ...user, session, ...(await setUp(session, server.context.now())) }
}

/** Signs in with the password, up to the second factor. */
export async function passwordGiven(
  server: TestServer,
  username: string,
  address?: string,
): Promise<HttpSession> {
  const session = server.visit(address)
  succeeding(await session.post('/api/login', { username, password }))
  return session
}

import { randomBytes } from 'node:crypto'
import type { Context } from '#base/server/context.ts'
import type { HttpSession } from './http.ts'
import { mailsTo } from './records.ts'
import type { TestServer } from './server.ts'

const PASSWORD = 'a quiet harbour wall'

/** A registered user, and their browser. */
export interface Registered {
  id: string
  username: string
  password: string
  session: HttpSession
}

/** Registers a user from a unique address, because registrations are limited by address. */
export async function registerUser(
  server: TestServer,
  { username = `${randomBytes(6).toString('hex')}@test.example`, fullName = 'Ayanda Khumalo' } = {},
): Promise<Registered> {
  const [a, b] = randomBytes(2)
  const session = server.visit(`10.9.${a}.${b}`)
  const { status, text, body } = await session.post('/api/register', {
    username,
    password: PASSWORD,
    fullName,
  })
  if (status !== 201) throw new Error(`${status} ${text}`)
  return { id: (body as { id: string }).id, username, password: PASSWORD, session }
}

/** The latest link mailed to a user, while its mail is in the outbox. */
export async function mailedLink(
  context: Context,
  username: string,
): Promise<{ link: string; token: string }> {
  const mails = await mailsTo(context, username)
  const last = mails.findLast(({ template }) => template === 'address-confirmation')
  const [link, token] =
    /\S+\/confirm#(\S+)/u.exec(last !== undefined && 'text' in last ? (last.text ?? '') : '') ?? []
  if (link === undefined || token === undefined) throw new Error(`No link waits for ${username}.`)
  return { link, token }
}

/** Confirms a registered user's address with the link. */
export async function confirm(context: Context, { username, session }: Registered): Promise<void> {
  const { token } = await mailedLink(context, username)
  const { status, text } = await session.post('/api/confirm-address', { token })
  if (status !== 200) throw new Error(`${status} ${text}`)
}

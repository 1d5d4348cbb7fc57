import { randomBytes } from 'node:crypto'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import type { HttpSession } from './http.ts'
import { mailsTo } from './records.ts'
import type { TestServer } from './server.ts'

/** A client with an unconfirmed new address from an admin. */
export interface ReaddressedClient extends MadeClient {
  email: string
  session: HttpSession
  admin: HttpSession
  /** Tokens of the mailed links. */
  confirm: string
  stop: string
}

export const newAddress = () => `${randomBytes(6).toString('hex')}@new.example`

/** The token of the latest link mailed to a user. @param page the link's page, such as "new-address" */
export async function mailedToken(server: TestServer, recipient: string, page: string): Promise<string> {
  const texts = (await mailsTo(server.context, recipient)).map((mail) => ('text' in mail ? mail.text : ''))
  const [, token] = new RegExp(`/${page}#(\\S+)`, 'u').exec(texts.toReversed().join('\n')) ?? []
  if (token === undefined) throw new Error(`No link to ${page} waits for ${recipient}.`)
  return token
}

/** Creates a client and requests a new address for them. */
export async function readdress(server: TestServer, password?: string): Promise<ReaddressedClient> {
  const client = await makeClient(server.context, { fullName: 'Thandiwe Nkosi', password })
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const email = newAddress()
  const session = await server.as(client.username)
  const { status, text } = await admin.post(`/api/admin/clients/${client.id}/correction`, { email })
  if (status !== 200) throw new Error(`${status} ${text}`)
  const confirm = await mailedToken(server, email, 'new-address')
  return {
    ...client,
    email,
    session,
    admin,
    confirm,
    stop: await mailedToken(server, client.username, 'keep-address'),
  }
}

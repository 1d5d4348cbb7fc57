import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#base/server/db/id.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { eq } from 'drizzle-orm'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { isAboutClients } from './recipient-policy.ts'
import { deliverDueMail } from './deliver.ts'
import { encrypt } from '#base/server/db/encrypted-columns.ts'
import { templates, type MailTemplate } from './templates/templates.ts'

const kinds = Object.keys(templates) as MailTemplate[]
const arrived = new Set<string>()

let server: TestServer
let gone: MadeUser
beforeAll(async () => {
  server = await startTestServer()
  const { context } = server
  gone = await makeUser(context, { role: 'wealth_manager' })
  const stays = await makeUser(context, { role: 'wealth_manager' })
  for (const { username } of [gone, stays]) {
    for (const kind of kinds) await wait(kind, username)
  }
  // The mails were queued before the account was closed.
  const { db } = context.database
  await db.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, gone.id))
  const transport = {
    send: ({ to, subject }: { to?: unknown; subject?: string }) => {
      arrived.add(`${JSON.stringify(to)} ${subject}`)
      return Promise.resolve()
    },
    close: () => undefined,
  }
  await deliverDueMail(context, transport)
})
afterAll(() => server.close())

async function wait(template: MailTemplate, recipient: string): Promise<void> {
  const { keyring, database } = server.context
  const id = newId()
  const now = new Date(0)
  await database.db.insert(mailOutbox).values({
    id,
    messageId: `<${id}@firm.example>`,
    recipient,
    template,
    subject: template,
    textBody: encrypt(keyring, mailOutbox.textBody, id, 'x'),
    htmlBody: encrypt(keyring, mailOutbox.htmlBody, id, 'x'),
    createdAt: now,
    nextAttemptAt: now,
  })
}

test.each(kinds)('%s is sent to a deactivated user only if it is not about clients', async (kind) => {
  const mail = (await mailsTo(server.context, gone.username)).find(({ template }) => template === kind)
  expect(mail?.sentAt === null).toBe(isAboutClients[kind])
  expect(mail?.givenUpAt === null).toBe(!isAboutClients[kind])
})

test('active users get all of them, and what was left out is recorded', async () => {
  expect(arrived.size).toBe(2 * kinds.length - kinds.filter((kind) => isAboutClients[kind]).length)
  const givenUp = (await auditAbout(server.context, gone.id)).filter(
    ({ action }) => action === 'mail.given-up',
  )
  expect(givenUp).toHaveLength(kinds.filter((kind) => isAboutClients[kind]).length)
})

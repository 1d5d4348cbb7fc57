import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemContext, inTransaction } from '#features/access/server/command-context.ts'
import { bulkActs } from '#features/review/schema/bulk-schema.ts'
import { newId } from '#base/server/db/id.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { createInsertBuffer } from '#base/server/insert-buffer.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { startSmtpServer, type TestSmtpServer } from '#test/support/smtp.ts'
import { deliverDueMail } from './deliver.ts'
import { queueMail } from './outbox.ts'
import { createFileTransport } from './transports/file-transport.ts'
import { createSmtpTransport } from './transports/smtp-transport.ts'
import type { MailTransport } from './transports/transport.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const start = new Date('2026-11-20T08:00:00Z').getTime()

let server: TestServer
let smtp: TestSmtpServer
let transport: MailTransport
let now = start
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(now) })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = start
  await server.context.database.db.delete(mailOutbox)
  smtp = await startSmtpServer()
  transport = createSmtpTransport(smtp.url)
})
afterEach(async () => {
  transport.close()
  await smtp.close()
})

const deliver = (over = transport) => deliverDueMail(server.context, over)

async function queue(recipient = 'client@test.example', fullName = 'Thandiwe Nkosi') {
  await inTransaction({ ...systemContext(server.context), now: new Date(now) }, (work) =>
    queueMail(work, {
      template: 'application-submitted',
      recipient,
      data: {
        fullName,
        applicationId: '0190b6f4-0000-7000-8000-000000000001',
        answerBy: 'Wednesday 25 November 2026',
      },
    }),
  )
}

async function queueSecret(recipient = 'client@test.example') {
  await inTransaction({ ...systemContext(server.context), now: new Date(now) }, (work) =>
    queueMail(work, {
      template: 'forgotten-password',
      recipient,
      data: { fullName: null, temporaryPassword: 'gT7#kmQ2-xWa9p', expiresAt: new Date(now + HOUR) },
    }),
  )
}

async function onlyRow() {
  const rows = await server.context.database.db.select().from(mailOutbox)
  expect(rows).toHaveLength(1)
  return rows[0]
}

describe('a mail', () => {
  test('arrives in both forms, from the firm, under its own Message-ID', async () => {
    await queue()
    expect(await deliver()).toBe(1)
    const [mail] = smtp.arrived
    const row = await onlyRow()
    expect(mail?.recipients).toEqual(['client@test.example'])
    expect(mail?.parsed.to).toEqual([{ name: '', address: 'client@test.example' }])
    expect(mail?.parsed.from).toMatchObject({ address: 'onboarding@localhost' })
    expect(mail?.parsed.subject).toBe('We’ve received your application')
    expect(mail?.parsed.text).toContain('Dear Thandiwe,')
    expect(mail?.parsed.html).toContain('Dear Thandiwe,')
    expect(mail?.parsed.messageId).toBe(row?.messageId)
    expect(mail?.parsed.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    expect(row?.sentAt?.getTime()).toBe(now)
  })

  test('is sent if and only if its cause is committed', async () => {
    const failing = inTransaction({ ...systemContext(server.context), now: new Date(now) }, async (work) => {
      await queueMail(work, {
        template: 'password-changed',
        recipient: 'client@test.example',
        data: { fullName: null, at: new Date(now) },
      })
      throw new Error('the cause fails')
    })
    await expect(failing).rejects.toThrow('the cause fails')
    expect(await deliver()).toBe(0)
  })

  test('is sent once, by however many servers', async () => {
    for (let count = 0; count < 12; count += 1) await queue(`client${count}@test.example`)
    const sent = await Promise.all([deliver(), deliver(), deliver(), deliver()])
    expect(sent.reduce((sum, count) => sum + count)).toBe(12)
    expect(new Set(smtp.arrived.map(({ parsed }) => parsed.messageId)).size).toBe(12)
    expect(smtp.arrived).toHaveLength(12)
  })

  test('is encrypted in the outbox, and its secrets are wiped once it is sent', async () => {
    await queueSecret()
    const before = await onlyRow()
    expect(before?.textBody).not.toContain('gT7#kmQ2-xWa9p')
    expect(before?.htmlBody).not.toContain('gT7#kmQ2-xWa9p')
    await deliver()
    expect(smtp.arrived[0]?.parsed.text).toContain('gT7#kmQ2-xWa9p')
    expect(await onlyRow()).toMatchObject({ textBody: '', htmlBody: '' })
  })
})

describe('mails of a bulk action', () => {
  const AT_ONCE = 30

  /** As a bulk action writes them, several at the end of a transaction. */
  async function queueOfMany(count = AT_ONCE) {
    await inTransaction({ ...systemContext(server.context), now: new Date(now) }, async (work) => {
      const atEnd = createInsertBuffer()
      for (let index = 0; index < count; index += 1) {
        await queueMail(
          { ...work, atEnd },
          {
            template: 'application-reminder',
            recipient: `client${index}@test.example`,
            data: { fullName: null, step: 'Assets' },
          },
        )
      }
      await atEnd.write(work)
    })
  }

  async function beginAct(): Promise<string> {
    const { id: actorId } = await makeUser(server.context, { role: 'admin' })
    const at = new Date(now)
    const act = { name: 'remind' } as const
    const times = { createdAt: at, beginsAt: at, startedAt: at }
    const id = newId()
    await server.context.database.db.insert(bulkActs).values({ id, actorId, act, total: 1, ...times })
    return id
  }

  async function endAct(id: string) {
    const { db } = server.context.database
    await db
      .update(bulkActs)
      .set({ endedAt: new Date(now) })
      .where(eq(bulkActs.id, id))
  }

  test('yield to individual mails, however long they have been due', async () => {
    await queueOfMany()
    now += MINUTE
    const alreadySent = 3
    const busy: MailTransport = {
      async send(mail) {
        await transport.send(mail)
        if (smtp.arrived.length === alreadySent) await queueSecret('waiting@test.example')
      },
      close: () => undefined,
    }
    expect(await deliver(busy)).toBe(AT_ONCE + 1)
    const order = smtp.arrived.map(({ recipients }) => recipients[0])
    expect(order.indexOf('waiting@test.example')).toBe(alreadySent)
  })

  test('yield to running bulk actions, and others do not; they are sent when the last has ended', async () => {
    const acts = [await beginAct(), await beginAct()]
    await queueOfMany(2)
    await queue()
    expect(await deliver()).toBe(1)
    for (const id of acts) {
      expect(await deliver()).toBe(0)
      await endAct(id)
    }
    expect(await deliver()).toBe(2)
  })

  test('yield to a stuck bulk action for at most a minute', async () => {
    const id = await beginAct()
    await queueOfMany(2)
    now += MINUTE - 1
    expect(await deliver()).toBe(0)
    now += 1
    expect(await deliver()).toBe(2)
    await endAct(id)
  })
})

describe('hostile input does no harm', () => {
  const names = [
    'Zoë "Zed" O\'Hara <b>bold</b>',
    'Thandi\r\nBcc: everyone@test.example',
    'Nkosi\nSubject: another',
    '李小龍 🦁 \u2028 x',
    'x'.repeat(2000),
  ]

  test.each(names)('in a name: %j', async (fullName) => {
    await inTransaction({ ...systemContext(server.context), now: new Date(now) }, (work) =>
      queueMail(work, {
        template: 'application-to-review',
        recipient: 'manager@test.example',
        data: { fullName, applicationId: '0190b6f4-0000-7000-8000-000000000001' },
      }),
    )
    await deliver()
    const [mail] = smtp.arrived
    expect(mail?.recipients).toEqual(['manager@test.example'])
    expect(mail?.parsed.bcc).toBeUndefined()
    expect(mail?.parsed.headers.filter(({ key }) => key === 'subject')).toHaveLength(1)
    expect(mail?.parsed.subject).toMatch(/^New application from /u)
    expect(mail?.parsed.subject).not.toMatch(/[\r\n]/u)
    expect(mail?.parsed.html).not.toContain('<b>bold</b>')
  })

  const addresses = [
    'a@test.example\r\nBcc: b@test.example',
    'a@test.example, b@test.example',
    '<a@test.example>',
    'A <a@test.example>',
    'a@test.example\u0000',
    '',
  ]

  test.each(addresses)('in an address: %j', async (recipient) => {
    await expect(queue(recipient)).rejects.toThrow('The recipient of a mail is not an address.')
  })
})

describe('when the mail server', () => {
  test('is unreachable, the mail waits, longer each time, and is sent when it is back', async () => {
    await queue()
    const name = (await onlyRow())?.messageId
    await smtp.close()
    const waits = []
    for (let attempt = 0; attempt < 9; attempt += 1) {
      expect(await deliver()).toBe(0)
      const due = (await onlyRow())?.nextAttemptAt.getTime() ?? 0
      waits.push((due - now) / MINUTE)
      now = due - 1
      expect(await deliver()).toBe(0)
      expect((await onlyRow())?.attempts).toBe(attempt + 1)
      now = due
    }
    expect(waits).toEqual([0.5, 1, 2, 4, 8, 16, 32, 60, 60])
    expect((await onlyRow())?.lastError).toContain('ECONNREFUSED')
    smtp = await startSmtpServer(smtp.port)
    expect(await deliver()).toBe(1)
    expect(smtp.arrived[0]?.parsed.messageId).toBe(name)
    expect(await onlyRow()).toMatchObject({ lastError: null })
  })

  test('is unreachable, one mail detects it, and the others do not wait for it', async () => {
    await queue('first@test.example')
    await queue('second@test.example')
    await smtp.close()
    await deliver()
    const rows = await server.context.database.db.select().from(mailOutbox)
    expect(rows.map(({ attempts }) => attempts).sort()).toEqual([0, 1])
    smtp = await startSmtpServer(smtp.port)
    now += MINUTE
    expect(await deliver()).toBe(2)
  })

  test('rejects it temporarily, the mail is sent later under the same Message-ID', async () => {
    await queue()
    smtp.refuse.recipient = () => 450
    expect(await deliver()).toBe(0)
    smtp.refuse.recipient = () => null
    now += MINUTE
    expect(await deliver()).toBe(1)
    expect(smtp.arrived).toHaveLength(1)
  })

  test('rejects one recipient, the others get theirs, and that one is given up after some tries', async () => {
    await queue('unknown@test.example')
    await queue('client@test.example')
    smtp.refuse.recipient = (address) => (address === 'unknown@test.example' ? 550 : null)
    expect(await deliver()).toBe(1)
    for (let attempt = 1; attempt < 8; attempt += 1) {
      now += HOUR
      await deliver()
    }
    const [refused] = await mailsTo(server.context, 'unknown@test.example')
    expect(refused).toMatchObject({ attempts: 8, sentAt: null })
    expect(refused?.givenUpAt?.getTime()).toBe(now)
    expect(refused?.lastError).toContain('550')
    now += 100 * HOUR
    await deliver()
    expect((await mailsTo(server.context, 'unknown@test.example'))[0]?.attempts).toBe(8)
  })

  test('dies in the middle of a mail, it is sent again under the same Message-ID', async () => {
    await queue()
    const dying = smtp
    dying.refuse.mail = () => {
      void dying.close()
      return 421
    }
    expect(await deliver()).toBe(0)
    smtp = await startSmtpServer()
    const other = createSmtpTransport(smtp.url)
    now += MINUTE
    expect(await deliver(other)).toBe(1)
    other.close()
    expect(smtp.arrived[0]?.parsed.messageId).toBe((await onlyRow())?.messageId)
  })
})

describe('when this server dies', () => {
  test('between sending and recording it, the mail is sent again under the same Message-ID', async () => {
    await queue()
    const crashing: MailTransport = {
      async send(mail) {
        await transport.send(mail)
        // State after a kill: sent, but not recorded.
        await new Promise(() => undefined)
      },
      close: () => undefined,
    }
    void deliver(crashing)
    await expect.poll(() => smtp.arrived.length).toBe(1)
    expect(await deliver()).toBe(0)
    now += 5 * MINUTE
    expect(await deliver()).toBe(1)
    expect(smtp.arrived).toHaveLength(2)
    expect(new Set(smtp.arrived.map(({ parsed }) => parsed.messageId)).size).toBe(1)
  })

  test('after claiming a mail, it is sent later', async () => {
    await queue()
    void deliver({ send: () => new Promise(() => undefined), close: () => undefined })
    await expect.poll(async () => (await onlyRow())?.attempts).toBe(1)
    expect(await deliver()).toBe(0)
    now += 5 * MINUTE
    expect(await deliver()).toBe(1)
    expect(smtp.arrived).toHaveLength(1)
  })
})

describe('without a mail server', () => {
  let folder: string
  beforeEach(() => {
    folder = path.join(makeFolder('onboarding-mail-'), 'outbox')
  })
  afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }))

  test('a mail becomes a file that mail programs open, readable by its owner only', async () => {
    await queue('client@test.example', "Zoë O'Hara")
    const files = createFileTransport(folder)
    expect(await deliver(files)).toBe(1)
    const names = readdirSync(folder)
    expect(names).toHaveLength(1)
    expect(names[0]).toMatch(/^2026-11-20T08-00-00\.000Z [\w@.-]+\.eml$/u)
    const file = path.join(folder, names[0] ?? '')
    const parsed = await PostalMime.parse(readFileSync(file))
    expect(parsed.messageId).toBe((await onlyRow())?.messageId)
    expect(parsed.text).toContain('Dear Zoë,')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  test('a repetition leaves one file', async () => {
    await queue()
    const files = createFileTransport(folder)
    await deliver(files)
    await server.context.database.db
      .update(mailOutbox)
      .set({ sentAt: null })
      .where(eq(mailOutbox.attempts, 1))
    now += HOUR
    await deliver(files)
    expect(readdirSync(folder)).toHaveLength(1)
  })

  test('a folder that cannot be written keeps the mail waiting', async () => {
    await queue()
    writeFileSync(folder, 'a file where the folder should be')
    const files = createFileTransport(folder)
    expect(await deliver(files)).toBe(0)
    expect(await onlyRow()).toMatchObject({ attempts: 1, sentAt: null })
  })
})

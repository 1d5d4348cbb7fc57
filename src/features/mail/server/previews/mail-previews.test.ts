import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailPreviewEndpoints, type PreviewedCall } from '#features/mail/api/mail-previews.ts'
import { REVIEW_MONTH_MS } from '#features/applications/rules/annual-reviews.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { decrypt } from '#base/server/db/encrypted-columns.ts'
import { TO_COME } from '#features/mail/server/templates/templates.ts'
import type { UndoToken } from '#features/applications/api/undo-token.ts'
import type { Note } from '#features/notes/api/notes.ts'
import { ask, makeReviewed, note, someAnswer } from '#test/support/corrections.ts'
import { withPack } from '#test/support/due-diligence.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import { clientsFile, importFile, makeImporter } from '#test/support/imports.ts'
import { sendLetter } from '#test/support/letters.ts'
import { writeNote } from '#test/support/notes.ts'
import { makeEnrolled } from '#test/support/second-factor.ts'
import { performDryRun } from './dry-run.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const now = new Date('2026-11-20T08:00:00Z')

let server: TestServer
let admin: HttpSession
let manager: MadeUser
let asManager: HttpSession
let another: MadeUser
let systemAdministrator: HttpSession
beforeAll(async () => {
  server = await startTestServer({ now: () => now, settings: { undoMs: 10_000 } })
  const { context } = server
  admin = await server.as((await makeUser(context, { role: 'admin' })).username)
  manager = await makeUser(context, { role: 'wealth_manager', fullName: 'Naledi Khumalo' })
  another = await makeUser(context, { role: 'wealth_manager', fullName: 'Pieter Botha' })
  for (const { id } of [manager, another]) await makeFaisDocument(context, { managerId: id })
  asManager = await server.as(manager.username)
  const { username } = await makeUser(context, { role: 'system_administrator' })
  systemAdministrator = await server.as(username)
})
afterAll(() => server.close())

/** A call that sends mail. */
interface Wanted {
  by: HttpSession
  params?: Record<string, string>
  body?: Record<string, unknown>
  /** The same with a missing object. */
  missing?: Record<string, string>
}

let invited = 0
const MISSING_ID = '0198c0de-0000-7000-8000-000000000000'
const missingObject = { id: MISSING_ID }
const client = (facts: Parameters<typeof makeClient>[1] = {}) =>
  makeClient(server.context, {
    wealthManagerId: manager.id,
    fullName: 'Thandiwe Nkosi',
    ...facts,
    // Created earlier, so that it has a reference.
    application: { createdAt: new Date(now.getTime() - 86_400_000), ...facts.application },
  })
const ofApplication = async (facts: Parameters<typeof makeClient>[1] = {}) => ({
  params: { id: (await client(facts)).applicationId },
  missing: missingObject,
})
const onboardedAt = new Date(now.getTime() - 12 * REVIEW_MONTH_MS)

/** A session of a firm with FICA checks. */
const withFica = (session: HttpSession): HttpSession => ({
  ...session,
  post: (...asked) => withPack(server, () => session.post(...asked)),
  request: (...asked) => withPack(server, () => session.request(...asked)),
})

/** An example of every call with a preview. */
const calls: Record<PreviewedCall, () => Promise<Wanted>> = {
  'POST /api/admin/applications/{id}/reminder': async () => ({ by: admin, ...(await ofApplication()) }),
  'POST /api/admin/applications/{id}/invitation': async () => ({
    by: admin,
    ...(await ofApplication({ invited: true })),
  }),
  'PATCH /api/admin/applications/{id}/status': async () => ({
    by: admin,
    ...(await ofApplication({ application: { status: 'approved' } })),
    body: { status: 'onboarded' },
  }),
  'PUT /api/admin/applications/{id}/status': async () => ({
    by: asManager,
    ...(await ofApplication({ application: { status: 'submitted' } })),
    body: { status: 'rejected', reason: 'Two answers differ.' },
  }),
  'POST /api/admin/applications/{id}/reopen': async () => ({
    by: admin,
    ...(await ofApplication({ application: { status: 'rejected' } })),
    body: { reason: 'A mistake.' },
  }),
  'POST /api/admin/applications/{id}/pack/ask': async () => ({
    by: withFica(admin),
    ...(await ofApplication()),
  }),
  'POST /api/admin/applications/{id}/corrections/send': async () => {
    const { client: made, manager: by, path } = await makeReviewed(server)
    await note(by, path, someAnswer)
    return { by, params: { id: made.applicationId }, missing: missingObject }
  },
  'POST /api/admin/applications/{id}/corrections/withdraw': async () => {
    const { client: made, manager: by, path } = await makeReviewed(server)
    await ask(by, path)
    return { by, params: { id: made.applicationId }, missing: missingObject }
  },
  'PUT /api/admin/applications/{id}/wealth-manager': async () => ({
    by: admin,
    ...(await ofApplication()),
    body: { wealthManagerId: another.id },
  }),
  'POST /api/admin/wealth-managers/{id}/hand-over': async () => {
    const leaving = await makeUser(server.context, { role: 'wealth_manager' })
    for (let count = 0; count < 2; count += 1) await client({ wealthManagerId: leaving.id })
    return { by: admin, params: { id: leaving.id }, body: { to: another.id }, missing: missingObject }
  },
  'POST /api/admin/clients/{id}/correction': async () => ({
    by: asManager,
    params: { id: (await client()).id },
    body: { fullName: 'Thandi Nkosi', email: 'thandi.nkosi@preview.example' },
    missing: missingObject,
  }),
  'POST /api/admin/applications/{id}/notes': async () => ({
    by: admin,
    ...(await ofApplication()),
    body: { subject: { kind: 'application' }, text: 'Seen at the bank.', mentions: [manager.id] },
  }),
  'PUT /api/admin/applications/{id}/notes/{noteId}': async () => {
    const { applicationId: id } = await client()
    const { body } = await writeNote(admin, `/api/admin/applications/${id}`)
    const { id: noteId } = body as Note
    return {
      by: admin,
      params: { id, noteId },
      missing: { id, noteId: MISSING_ID },
      body: { text: 'Seen at the bank, twice.', mentions: [manager.id] },
    }
  },
  'POST /api/admin/annual-reviews/notify': async () => {
    const { applicationId } = await client({ application: { status: 'onboarded', onboardedAt } })
    return { by: admin, body: { applicationIds: [applicationId] } }
  },
  'POST /api/admin/bulk-acts': async () => {
    const { applicationId } = await client()
    return { by: admin, body: { act: { name: 'remind' }, ids: [applicationId] } }
  },
  'PUT /api/admin/imports/{id}/invitations': async () => {
    const { session: by } = await makeImporter(server)
    const { id } = await importFile(server, by, clientsFile(1))
    const body = { perBatch: 10, batchesPerDay: 1, firstDay: '2026-11-23', firstHour: 9 }
    return { by, params: { id }, body, missing: missingObject }
  },
  'POST /api/send-invitation': async () => ({
    by: asManager,
    body: { email: `new${(invited += 1)}@preview.example`, fullName: 'New Client' },
  }),
  'POST /api/system-admin/users': async () => ({
    by: systemAdministrator,
    body: {
      username: `new${(invited += 1)}@preview.example`,
      role: 'wealth_manager',
      faisDocumentPath: await sendLetter(systemAdministrator),
    },
  }),
  'PATCH /api/system-admin/users/{id}': async () => ({
    by: systemAdministrator,
    params: { id: (await client()).id },
    body: { wealthManagerId: another.id },
    missing: missingObject,
  }),
  'POST /api/system-admin/users/{id}/reset-password': async () => ({
    by: systemAdministrator,
    params: { id: (await client()).id },
    missing: missingObject,
  }),
  'DELETE /api/system-admin/users/{id}/second-factor': async () => ({
    by: systemAdministrator,
    params: { id: (await makeEnrolled(server)).id },
    missing: missingObject,
  }),
}
const names = Object.keys(calls) as PreviewedCall[]
/** Bulk actions and invitations in batches run in a job. */
const inJobs = new Set<PreviewedCall>([
  'POST /api/admin/bulk-acts',
  'PUT /api/admin/imports/{id}/invitations',
])
const atOnce = names.filter((name) => !inJobs.has(name))

/**
 * Access to an account is never delayed; mentions in notes are mails of staff, and the note can be changed. Asking for
 * FICA checks cannot be undone yet.
 */
const sentAtOnce = new Set<PreviewedCall>([
  'POST /api/admin/applications/{id}/pack/ask',
  'POST /api/admin/applications/{id}/invitation',
  'POST /api/send-invitation',
  'POST /api/system-admin/users',
  'POST /api/system-admin/users/{id}/reset-password',
  'DELETE /api/system-admin/users/{id}/second-factor',
  'POST /api/admin/applications/{id}/notes',
  'PUT /api/admin/applications/{id}/notes/{noteId}',
])

/** The id for undoing a call: in its response, or with the application. */
async function undoOf({ by, params }: Wanted, body: unknown): Promise<string | undefined> {
  const { undo } = body as { undo?: UndoToken }
  if (undo) return undo.id
  const { body: application } = await by.get(`/api/admin/applications/${params?.['id']}`)
  return (application as { undo: UndoToken }).undo?.id
}

const look = (by: HttpSession, call: string, { params, body }: Pick<Wanted, 'params' | 'body'>) =>
  by.post('/api/staff/mail-previews', { call, params, body })
async function previewed(by: HttpSession, call: string, asked: Pick<Wanted, 'params' | 'body'>) {
  const answer = await look(by, call, asked)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return mailPreviewEndpoints['POST /api/staff/mail-previews'].answer.parse(answer.body)
}

function make(
  call: string,
  { by, params = {}, body }: Wanted,
  headers?: Record<string, string>,
): Promise<HttpAnswer> {
  const [method = '', path = ''] = call.split(' ')
  const address = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => params[name] ?? '')
  return by.request(method, address, { body, headers })
}

const queued = async () => {
  const rows = await server.context.database.db.select().from(mailOutbox)
  const { keyring } = server.context
  return rows.map((row) => ({
    ...row,
    text: decrypt(keyring, mailOutbox.textBody, row.id, row.textBody),
    html: decrypt(keyring, mailOutbox.htmlBody, row.id, row.htmlBody),
  }))
}

/** All stored data, except for rate limits of previews. */
async function everything(): Promise<Record<string, string>> {
  const { pool } = server.context.database
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like '%limit%'`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of rows) {
    const sum = await pool.query<{ sum: string }>(
      `select coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum from "${name}" t`,
    )
    sums[name] = sum.rows[0]?.sum ?? ''
  }
  return sums
}

/** Replaces secrets that are generated on sending. */
const withSecrets = (text: string) =>
  new RegExp(
    `^${text
      .split(TO_COME)
      .map((part) => RegExp.escape(part))
      .join('\\S+')}$`,
    'u',
  )

describe('every mail that staff cause', () => {
  test.each(atOnce)('%s is previewed as it is then sent, with its recipients', async (call) => {
    const wanted = await calls[call]()
    const { mails, applications } = await previewed(wanted.by, call, wanted)
    const before = new Set((await queued()).map(({ id }) => id))
    expect((await make(call, wanted)).status).toBeLessThan(300)
    const sent = (await queued()).filter(({ id }) => !before.has(id))
    expect(applications).toBeNull()
    expect(sent.length).toBeGreaterThan(0)
    expect(mails.map(({ people }) => people).reduce((sum, people) => sum + people, 0)).toBe(sent.length)
    for (const { recipient, subject, text } of mails) {
      const theirs = sent.find((mail) => mail.recipient === recipient && mail.subject === subject)
      expect(theirs?.text).toMatch(withSecrets(text))
    }
  })

  test.each(names)('the preview of %s changes nothing', async (call) => {
    const wanted = await calls[call]()
    const before = await everything()
    expect((await previewed(wanted.by, call, wanted)).mails).not.toEqual([])
    expect(await everything()).toEqual(before)
  })

  test.each(names)('the preview of %s needs its permission, and an object in scope', async (call) => {
    const wanted = await calls[call]()
    const stranger = await server.as((await makeUser(server.context, { role: 'wealth_manager' })).username)
    const looked = await look(stranger, call, wanted)
    const itself = await make(call, { ...wanted, by: stranger })
    expect(looked.status).toBe(call === 'POST /api/send-invitation' ? 200 : itself.status)
    if (looked.status !== 200) expect(looked.body).toEqual(itself.body)
    if (wanted.missing === undefined) return
    const gone = await look(wanted.by, call, { ...wanted, params: wanted.missing })
    expect(gone.status).toBe(404)
  })
})

test.each([
  ['a temporary password', 'POST /api/admin/applications/{id}/invitation'],
  ['a link', 'POST /api/admin/clients/{id}/correction'],
  ['the password of a new account', 'POST /api/system-admin/users'],
] as const)('%s is never shown: it is generated on sending', async (_, call) => {
  const wanted = await calls[call]()
  const { mails } = await previewed(wanted.by, call, wanted)
  const text = mails.map((mail) => mail.text).join('\n')
  expect(text).toContain(TO_COME)
})

describe('Send', () => {
  /** The mails that a call queued. */
  const sentBy = async (run: () => Promise<unknown>) => {
    const before = new Set((await queued()).map(({ id }) => id))
    await run()
    return (await queued()).filter(({ id }) => !before.has(id))
  }

  /** A browser repeats a press that was not answered yet with the key of the first. */
  const press = (call: PreviewedCall, wanted: Wanted, key: string) =>
    make(call, wanted, { 'idempotency-key': `"${key}"` })

  test.each(atOnce)('%s: two quick presses give one mail to each recipient', async (call) => {
    const wanted = await calls[call]()
    const key = randomUUID()
    const sent = await sentBy(async () => {
      for (let count = 0; count < 2; count += 1) await press(call, wanted, key)
    })
    const each = sent.map(({ recipient, template }) => `${template} to ${recipient}`)
    expect(each).not.toEqual([])
    expect(each).toEqual([...new Set(each)])
  })

  test.each(atOnce.filter((call) => !sentAtOnce.has(call)))(
    '%s is undone within ten seconds: the outbox is as before',
    async (call) => {
      const wanted = await calls[call]()
      const sent = await sentBy(async () => {
        const made = await make(call, wanted)
        expect([made.status, made.text]).toEqual([200, made.text])
        const id = await undoOf(wanted, made.body)
        expect((await wanted.by.post(`/api/admin/held-acts/${id}/undo`)).status).toBe(200)
      })
      expect(sent).toEqual([])
    },
  )

  test.each([...sentAtOnce])('%s cannot be undone: its mails are not delayed', async (call) => {
    const wanted = await calls[call]()
    const sent = await sentBy(() => make(call, wanted))
    expect(sent.map(({ nextAttemptAt }) => nextAttemptAt)).toEqual(sent.map(() => now))
  })
})

describe('of many', () => {
  const remind = (ids: string[]) => ({ body: { act: { name: 'remind' }, ids } })
  const CALL = 'POST /api/admin/bulk-acts'

  test('one mail is shown as an example, of a client who is not skipped', async () => {
    const [reminded, open] = [await client(), await client({ fullName: 'Zanele Dube' })]
    await admin.post(`/api/admin/applications/${reminded.applicationId}/reminder`, {})
    const { mails, applications } = await previewed(
      admin,
      CALL,
      remind([reminded.applicationId, open.applicationId]),
    )
    expect(applications).toBe(2)
    expect(mails).toMatchObject([{ recipient: open.username, toStaff: false, people: 1 }])
    expect(mails[0]?.text).toContain('Dear Zanele,')
  })

  test('managers get one mail with the right number of clients', async () => {
    const ids = [(await client()).applicationId, (await client()).applicationId]
    const act = { name: 'assign', wealthManagerId: another.id }
    const { mails, applications } = await previewed(admin, CALL, { body: { act, ids } })
    expect(applications).toBeNull()
    expect(mails.map(({ toStaff }) => toStaff)).toEqual([true, true])
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(
      [manager.username, another.username].toSorted(),
    )
    for (const { text } of mails) expect(text).toMatch(/\b2\b|two/u)
  })

  test('bulk previews need the permission of single actions', async () => {
    const { applicationId } = await client()
    const answer = await look(asManager, CALL, remind([applicationId]))
    expect(answer.status).toBe(403)
  })
})

test('errors of the call are returned unchanged', async () => {
  const call = 'PATCH /api/admin/applications/{id}/status'
  const { params } = await ofApplication({ application: { status: 'rejected' } })
  const wanted = { by: admin, params, body: { status: 'onboarded', unknown: 1 } }
  const [looked, made] = [await look(admin, call, wanted), await make(call, wanted)]
  expect([looked.status, looked.body]).toEqual([400, made.body])
  expect((await look(admin, 'POST /api/login', {})).status).toBe(400)
})

test('a preview does not use up an uploaded letter', async () => {
  const call = 'POST /api/system-admin/users'
  const wanted = await calls[call]()
  await previewed(systemAdministrator, call, wanted)
  const missing = { ...wanted.body, faisDocumentPath: '/objects/nothing' }
  expect((await look(systemAdministrator, call, { body: missing })).status).toBe(400)
  expect((await make(call, wanted)).status).toBe(201)
})

test('a dry run uses no other connection that could write beside the transaction', async () => {
  const { context } = server
  const beside = performDryRun(context, async ({ database }) => database.pool.totalCount)
  await expect(beside).rejects.toThrow('has one connection')
  const within = performDryRun(context, ({ database }) => database.pool.query('select 1'))
  expect((await within).mails).toEqual([])
  expect((await performDryRun(context, ({ database }) => database.db.execute('select 1'))).mails).toEqual([])
})

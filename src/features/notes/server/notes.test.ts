import { etagOf } from '#base/rules/api/etag.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ColleagueView, Note, NoteRevision } from '#features/notes/api/notes.ts'
import { MAX_NOTE_LENGTH, type NoteSubject } from '#features/notes/rules/notes.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { newId } from '#base/server/db/id.ts'
import { MAX_MENTION_MAILS } from './mention.ts'
import { makeReviewed, type Reviewed } from '#test/support/corrections.ts'
import type { HttpSession } from '#test/support/http.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { todayOf } from '#test/support/today.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { hasUnzip, unzip } from '#test/support/unzip.ts'
import { raw } from '#test/support/uploads.ts'

const NEEDLE = 'needle that no client may read'

let server: TestServer
let one: Reviewed
let admin: HttpSession
beforeAll(async () => {
  server = await startTestServer()
  one = await makeReviewed(server)
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
})
afterAll(() => server.close())

async function write(staff: HttpSession, text: string, subject: NoteSubject = { kind: 'application' }) {
  const answer = await staff.post(`${one.path}/notes`, { subject, text })
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, ''])
  return answer.body as Note
}

const listed = async (staff: HttpSession) => (await staff.get(`${one.path}/notes`)).body as Note[]

test('notes about an application, an answer and a document are shown to all reviewers, the latest first', async () => {
  await write(one.manager, 'The first')
  await write(admin, 'The income\nlooks low', { kind: 'answer', path: 'annualIncome' })
  await write(one.manager, 'Of another month', { kind: 'document', documentId: one.payslip.id })
  expect(await listed(admin)).toMatchObject([
    { text: 'Of another month', about: 'march.pdf', own: false, version: 1, editedAt: null },
    { text: 'The income\nlooks low', about: 'Annual Income', own: true },
    { text: 'The first', about: 'The application', authorName: one.managerUsername },
  ])
  const events = await auditAbout(server.context, one.client.applicationId)
  const written = events.filter(({ action }) => action === 'note.written').map(({ details }) => details)
  expect(written).toMatchObject([
    { subject: 'application' },
    { subject: 'annualIncome' },
    { subject: `document ${one.payslip.id}` },
  ])
  expect(JSON.stringify(events)).not.toContain('looks low')
})

test('an edited note keeps its revisions, and only its author may edit the current one', async () => {
  const note = await write(one.manager, 'As it was')
  const path = `${one.path}/notes/${note.id}`
  const tag = (version: number) => etagOf({ id: note.id, version })
  const changed = await one.manager.put(path, { text: 'As it is' }, { 'if-match': tag(1) })
  expect([changed.status, changed.headers.get('etag')]).toEqual([200, tag(2)])
  expect(changed.body).toMatchObject({ text: 'As it is', version: 2, editedAt: expect.any(String) as string })
  const stale = await one.manager.put(path, { text: 'Something else' }, { 'if-match': tag(1) })
  expect([stale.status, stale.body]).toMatchObject([412, { code: 'version-conflict' }])
  // Repeated after a lost response: unchanged, and nothing is added.
  expect((await one.manager.put(path, { text: 'As it is' }, { 'if-match': tag(1) })).status).toBe(200)
  expect((await admin.put(path, { text: 'Mine' }, { 'if-match': tag(2) })).status).toBe(403)
  const revisions = (await admin.get(`${path}/wordings`)).body as NoteRevision[]
  expect(revisions.map(({ version, text }) => [version, text])).toEqual([
    [2, 'As it is'],
    [1, 'As it was'],
  ])
})

test('a double click is saved once', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const body = { subject: { kind: 'application' }, text: 'Once' }
  const [first, second] = await Promise.all([
    one.manager.post(`${one.path}/notes`, body, key),
    one.manager.post(`${one.path}/notes`, body, key),
  ])
  expect(second.body).toEqual(first.body)
  expect((await listed(admin)).filter(({ text }) => text === 'Once')).toHaveLength(1)
})

test.each<[string, unknown]>([
  ['nothing', ''],
  ['too much', 'x'.repeat(MAX_NOTE_LENGTH + 1)],
  ['what cannot be printed', 'a\u0000b'],
])('%s is refused at the field', async (_what, text) => {
  const answer = await one.manager.post(`${one.path}/notes`, { subject: { kind: 'application' }, text })
  expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ path: 'text' }] }])
})

test('notes need an object of the application, and belong to its path', async () => {
  const other = await makeReviewed(server)
  const subject = { kind: 'document', documentId: other.payslip.id }
  const forged = await one.manager.post(`${one.path}/notes`, { subject, text: 'Forged' })
  expect([forged.status, forged.body]).toMatchObject([400, { errors: [{ path: 'subject.documentId' }] }])
  const question = { kind: 'answer', path: 'passwordHash' }
  expect((await one.manager.post(`${one.path}/notes`, { subject: question, text: 'x' })).status).toBe(400)
  const { id } = await write(one.manager, 'Of this client')
  for (const path of [`${other.path}/notes/${id}`, `${one.path}/notes/${newId()}`]) {
    for (const staff of [other.manager, admin]) {
      expect((await staff.put(path, { text: 'Elsewhere' })).status).toBe(404)
      expect((await staff.get(`${path}/wordings`)).status).toBe(404)
    }
  }
})

test("the client's next manager sees earlier notes, and the previous one none", async () => {
  const handed = await makeReviewed(server)
  const body = { subject: { kind: 'application' }, text: 'Ask for the will' }
  const { id } = (await handed.manager.post(`${handed.path}/notes`, body)).body as Note
  const next = await makeUser(server.context, { role: 'wealth_manager' })
  const moved = { wealthManagerId: next.id, withoutLetter: true }
  expect((await admin.put(`${handed.path}/wealth-manager`, moved)).status).toBe(200)
  expect((await (await server.as(next.username)).get(`${handed.path}/notes`)).body).toMatchObject([
    { text: 'Ask for the will' },
  ])
  expect((await handed.manager.get(`${handed.path}/notes`)).status).toBe(404)
  expect((await handed.manager.put(`${handed.path}/notes/${id}`, { text: 'Gone' })).status).toBe(404)
})

test.skipIf(!hasUnzip)(
  'clients see nothing of notes: neither in responses, lists, summaries or files, nor in exports of staff',
  async () => {
    await write(one.manager, NEEDLE)
    await write(one.manager, NEEDLE, { kind: 'document', documentId: one.payslip.id })
    expect(JSON.stringify(await listed(admin))).toContain(NEEDLE)
    for (const path of ['/api/application', '/api/application/progress', '/api/user']) {
      expect((await one.session.get(path)).text).not.toContain(NEEDLE)
    }
    expect((await admin.get('/api/admin/application-export?format=csv')).text).not.toContain(NEEDLE)
    const archives = [
      await raw(one.session, `${server.url}/api/account/data`),
      await raw(admin, `${server.url}${one.path}/download`),
    ]
    for (const { status, bytes } of archives) {
      expect(status).toBe(200)
      const files = [...unzip(bytes)]
      expect(files.length).toBeGreaterThan(2)
      for (const [name, content] of files) {
        const read = name.endsWith('.pdf') ? (await readPdf(content)).spoken : content.toString()
        expect([name, read.includes(NEEDLE)]).toEqual([name, false])
      }
    }
  },
)

test('the server cannot delete notes or revisions; they are deleted with their application', async () => {
  const { pool } = server.context.database
  for (const table of ['notes', 'note_wordings']) {
    await expect(pool.query(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' })
  }
  const left = await makeReviewed(server)
  await left.manager.post(`${left.path}/notes`, { subject: { kind: 'application' }, text: 'To go' })
  const count = async () =>
    (await pool.query('select from notes where application_id = $1', [left.client.applicationId])).rowCount
  expect(await count()).toBe(1)
  await pool.query('delete from documents where application_id = $1', [left.client.applicationId])
  await pool.query('delete from applications where id = $1', [left.client.applicationId])
  expect(await count()).toBe(0)
})

const mentionMailsTo = async (username: string) =>
  (await mailsTo(server.context, username)).filter(({ template }) => template === 'note-mention')

const mention = (staff: HttpSession, path: string, mentions: readonly string[]) =>
  staff.post(`${path}/notes`, {
    subject: { kind: 'application' },
    text: 'Needle for a colleague about Thandiwe',
    mentions,
  })

test('a mentioned user is mailed at once, with the reference and a link, without text or client', async () => {
  const here = await makeReviewed(server)
  const answer = await mention(admin, here.path, [here.managerId, here.managerId])
  expect(answer.body).toMatchObject({ mentions: [{ id: here.managerId, name: here.managerUsername }] })
  const [mail, ...more] = await mentionMailsTo(here.managerUsername)
  expect(more).toEqual([])
  const response = JSON.stringify([mail?.subject, mail && 'text' in mail && [mail.text, mail.html]])
  expect(response).toMatch(/PPW-[2-9HKMQRWXY]{4}-[2-9]{2}/u)
  expect(response).toContain(`/wealth-manager/review?application=${here.client.applicationId}`)
  for (const secret of ['Needle', 'Thandiwe', here.client.username]) expect(response).not.toContain(secret)
})

test('mails about mentions are limited per reader and day: further notes are saved, and show in the application', async () => {
  const here = await makeReviewed(server)
  const reader = await makeUser(server.context, { role: 'admin' })
  for (let times = 0; times < MAX_MENTION_MAILS + 2; times += 1) {
    expect((await mention(here.manager, here.path, [reader.id])).status).toBe(201)
  }
  expect(await mentionMailsTo(reader.username)).toHaveLength(MAX_MENTION_MAILS)
  const session = await server.as(reader.username)
  expect(await todayOf(session)).toHaveLength(MAX_MENTION_MAILS + 2)
  expect((await mention(here.manager, here.path, [here.managerId, reader.id])).status).toBe(201)

  const { pool } = server.context.database
  await pool.query(`update mail_outbox set created_at = created_at - interval '1 day' where recipient = $1`, [
    reader.username,
  ])
  await mention(here.manager, here.path, [reader.id])
  expect(await mentionMailsTo(reader.username)).toHaveLength(MAX_MENTION_MAILS + 1)
})

test('an edit notifies only newly mentioned users, and never the author', async () => {
  const here = await makeReviewed(server)
  const { body } = await mention(here.manager, here.path, [here.managerId])
  expect(await mentionMailsTo(here.managerUsername)).toEqual([])
  const path = `${here.path}/notes/${(body as Note).id}`
  const colleague = await makeUser(server.context, { role: 'admin' })
  for (const text of ['Once', 'Twice']) {
    const mentions = [here.managerId, colleague.id]
    expect((await here.manager.put(path, { text, mentions })).status).toBe(200)
  }
  expect(await mentionMailsTo(colleague.username)).toHaveLength(1)
})

test('users without access cannot be mentioned: another manager, a client, a system administrator, a deactivated user', async () => {
  const here = await makeReviewed(server)
  const { context } = server
  const gone = await makeUser(context, { role: 'admin' })
  await context.database.pool.query('update users set deactivated_at = now() where id = $1', [gone.id])
  const others = [
    await makeUser(context, { role: 'wealth_manager' }),
    await makeUser(context, { role: 'system_administrator' }),
    gone,
    here.client,
    { id: newId(), username: 'nobody@test.example' },
  ]
  const offered = (await here.manager.get(`${here.path}/colleagues`)).body as ColleagueView[]
  expect(offered.length).toBeGreaterThan(0)
  for (const { id, username } of others) {
    expect(offered.some((colleague) => colleague.id === id)).toBe(false)
    const refused = await mention(here.manager, here.path, [id])
    expect([refused.status, refused.body]).toMatchObject([400, { errors: [{ path: 'mentions' }] }])
    expect(await mentionMailsTo(username)).toEqual([])
  }
  expect((await here.manager.get(`${here.path}/notes`)).body).toEqual([])
})

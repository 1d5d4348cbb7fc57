import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportDetail, ImportRow } from '#domain/api/imports.ts'
import { makeClient } from '#server/app/demo/factories/applications.ts'
import { makeUser } from '#server/app/demo/factories/users.ts'
import { auditEvents } from '#server/platform/db/audit-schema.ts'
import { mailOutbox } from '#server/platform/db/mail-schema.ts'
import { users } from '#server/platform/db/schema.ts'
import type { HttpSession } from '#test/support/http.ts'
import {
  checkImport,
  checkStaffImport,
  clientsFile,
  IMPORTER_PASSWORD,
  makeImporter,
  makeStaffImporter,
  sendTable,
  STAFF_IMPORTS,
  staffFile,
} from '#test/support/imports.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let admin: HttpSession
beforeAll(async () => {
  server = await startTestServer()
  admin = (await makeStaffImporter(server)).session
})
afterAll(() => server.close())

const start = ({ id, figures }: ImportDetail, invite: boolean) =>
  admin.post(`${STAFF_IMPORTS}/${id}/start`, { figures, invite, password: IMPORTER_PASSWORD })
const rowsOf = async (id: string) => (await admin.get(`${STAFF_IMPORTS}/${id}/rows`)).body as ImportRow[]
const find = async (usernames: readonly string[]) =>
  server.context.database.db
    .select()
    .from(users)
    .where(inArray(users.username, [...usernames]))
const mailsTo = async (recipient: string) =>
  server.context.database.db
    .select({ template: mailOutbox.template })
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, recipient))

test('staff are matched, previewed and created, and invited later', async () => {
  await makeUser(server.context, { role: 'admin', username: 'known@firm.example' })
  await makeClient(server.context, { username: 'client@firm.example' })
  const file = [
    'Email;First Name;Surname;Role;Telephone',
    'johan@firm.example;Johan;Botha;Adviser;215550140',
    'anna@firm.example;Anna;Nel;Front desk;',
    'boss@firm.example;Big;Boss;System Administrator;',
    'known@firm.example;Known;Colleague;Admin;',
    'client@firm.example;Some;Client;Admin;',
    'johan@firm.example;Johan;Again;Adviser;',
    'phone@firm.example;Bad;Phone;Adviser;12',
  ].join('\n')
  const checked = await checkStaffImport(admin, file, { roles: [{ text: 'Front desk', role: 'admin' }] })
  expect(checked).toMatchObject({ kind: 'staff', figures: { create: 2, warning: 0, skip: 1, error: 4 } })
  expect((await rowsOf(checked.id)).map(({ row, problems }) => [row, problems[0]?.code])).toEqual([
    [2, undefined],
    [3, undefined],
    [4, 'role-unknown'],
    [5, 'exists'],
    [6, 'email-of-client'],
    [7, 'email-repeated'],
    [8, 'phone-invalid'],
  ])
  const done = (await start(checked, false)).body as ImportDetail
  expect(done).toMatchObject({ state: 'done', outcomes: { created: 2 }, notInvited: 2 })
  expect(await find(['johan@firm.example', 'anna@firm.example', 'boss@firm.example'])).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        fullName: 'Johan Botha',
        role: 'wealth_manager',
        phone: '+27215550140',
        passwordHash: null,
      }),
      expect.objectContaining({ fullName: 'Anna Nel', role: 'admin', phone: null, passwordHash: null }),
    ]),
  )
  expect(await find(['boss@firm.example'])).toEqual([])
  expect(await mailsTo('johan@firm.example')).toEqual([])
  // Twice: each is invited once.
  for (const _ of [1, 2]) {
    const invited = await admin.post(`${STAFF_IMPORTS}/${checked.id}/invitations`)
    expect(invited.body).toMatchObject({ notInvited: 0 })
  }
  expect(await mailsTo('johan@firm.example')).toEqual([{ template: 'staff-invitation' }])
})

test('staff are invited at once if asked, and the start needs figures and password', async () => {
  const checked = await checkStaffImport(admin, staffFile(2))
  const wrong = await admin.post(`${STAFF_IMPORTS}/${checked.id}/start`, {
    figures: checked.figures,
    invite: true,
    password: 'a loud harbour wall',
  })
  expect(wrong.status).toBe(400)
  const outdated = await start({ ...checked, figures: { ...checked.figures, create: 3 } }, true)
  expect([outdated.status, (outdated.body as { code: string }).code]).toEqual([409, 'preview-outdated'])
  const done = (await start(checked, true)).body as ImportDetail
  expect(done).toMatchObject({ state: 'done', outcomes: { created: 2 }, notInvited: 0 })
  const [first] = await rowsOf(checked.id)
  expect(await mailsTo(first?.email ?? '')).toEqual([{ template: 'staff-invitation' }])
})

test('an undo deletes accounts that were not used, and says why others stay', async () => {
  const withPhone = staffFile(3).replace('Role', 'Role;Phone').replaceAll('Adviser', 'Adviser;021 555 0140')
  const checked = await checkStaffImport(admin, withPhone)
  await start(checked, false)
  const [used, manager, unused] = (await rowsOf(checked.id)).map(({ email }) => email ?? '')
  const { db } = server.context.database
  await db
    .update(users)
    .set({ passwordHash: 'x', invited: false })
    .where(eq(users.username, used ?? ''))
  const [{ id: managerId } = { id: '' }] = await find([manager ?? ''])
  await makeClient(server.context, { wealthManagerId: managerId })
  const undone = await admin.post(`${STAFF_IMPORTS}/${checked.id}/undo`, { password: IMPORTER_PASSWORD })
  expect(undone.body).toMatchObject({
    state: 'undone',
    outcomes: { created: 2, undone: 1 },
    retained: { 'signed-in': 1, clients: 1 },
  })
  expect(await find([unused ?? ''])).toEqual([])
  const [event] = await db.select().from(auditEvents).where(eq(auditEvents.action, 'import.undone'))
  expect(event?.details).toMatchObject({ importId: checked.id, deleted: 1, retained: 2 })
})

test('a file has at most 200 members of staff', async () => {
  const documentURL = await sendTable(admin, staffFile(201), STAFF_IMPORTS)
  const answer = await admin.post(STAFF_IMPORTS, { documentURL, fileName: 'staff.csv' })
  expect([answer.status, (answer.body as { code: string }).code]).toEqual([400, 'too-many-rows'])
})

test('imports of clients and of staff are apart, with their permissions', async () => {
  const { session } = await makeImporter(server)
  const clients = await checkImport(session, clientsFile(1))
  const staff = await checkStaffImport(admin, staffFile(1))
  expect((await admin.get(`${STAFF_IMPORTS}/${clients.id}`)).status).toBe(404)
  const body = { figures: staff.figures, password: IMPORTER_PASSWORD }
  expect((await session.post(`/api/admin/imports/${staff.id}/start`, body)).status).toBe(404)
  expect((await session.delete(`/api/admin/imports/${staff.id}`)).status).toBe(404)
  expect((await session.get('/api/admin/imports')).text).not.toContain(staff.id)
  // No forged mapping makes a system administrator, or matches a client's field.
  const mapping = { ...staff.mapping, roles: [{ text: 'Adviser', role: 'system_administrator' }] }
  expect((await admin.put(`${STAFF_IMPORTS}/${staff.id}/mapping`, mapping)).status).toBe(400)
  const foreign = { ...staff.mapping, columns: ['email', 'fullName', 'status'] }
  expect((await admin.put(`${STAFF_IMPORTS}/${staff.id}/mapping`, foreign)).status).toBe(400)
})

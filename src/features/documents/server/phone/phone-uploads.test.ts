import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '#features/applications/api/application.ts'
import { applications, documents } from '#features/access/schema/tables.ts'
import { phoneLinks } from '#features/documents/schema/phone-schema.ts'
import { ask, askedOf, makeReviewed } from '#test/support/corrections.ts'
import { addPaper, dueDiligenceOn } from '#test/support/due-diligence.ts'
import { makeJpeg, makePdf } from '#test/support/files.ts'
import type { HttpSession } from '#test/support/http.ts'
import { auditAbout } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { makeClientWithLetter, raw, upload } from '#test/support/uploads.ts'

const MINUTE_MS = 60_000
const start = new Date()

let server: TestServer
let now = start
let jpeg: Buffer
let client: Awaited<ReturnType<typeof makeClientWithLetter>>
let session: HttpSession
beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn, now: () => now })
  jpeg = makeJpeg()
})
afterAll(() => server.close())
let last = 0
/** A phone that is not signed in. */
const aPhone = () => server.visit(`203.0.113.${(last += 1)}`)
beforeEach(async () => {
  now = start
  client = await makeClientWithLetter(server.context)
  session = await server.as(client.username)
})

const PHOTO = 'photo.jpg'
async function link(body: object = { kind: 'payslip' }, by = session): Promise<string> {
  const answer = await by.post('/api/application/phone-link', body)
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  const { url, code } = answer.body as { url: string; code: string }
  expect(url.endsWith(`/phone#${code.replaceAll('-', '')}`)).toBe(true)
  return code
}
const open = (token: string, phone = aPhone()) => phone.post('/api/phone', { token })
async function opened(token: string, phone = aPhone()): Promise<{ phone: HttpSession; secret: string }> {
  const answer = await open(token, phone)
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return { phone, secret: (answer.body as { secret: string }).secret }
}
interface Opened {
  phone: HttpSession
  secret: string
}
const address = ({ phone, secret }: Opened, size = jpeg.length, contentType = 'image/jpeg') =>
  phone.post('/api/phone/upload', { secret, contentType, size })
const put = ({ phone, secret }: Opened, to: string, bytes: Buffer = jpeg) =>
  raw(phone, to, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-type': 'image/jpeg', 'x-phone': secret },
  })
const file = ({ phone, secret }: Opened, uploadURL: string) =>
  phone.put('/api/phone/file', { secret, fileURL: uploadURL.split('?')[0], fileName: PHOTO })
/** A photo from a phone to the question. @returns the status of its registration */
async function photo(by: Opened): Promise<number> {
  const asked = await address(by)
  if (asked.status !== 200) return asked.status
  const { uploadURL } = asked.body as { uploadURL: string }
  const sent = await put(by, uploadURL)
  if (sent.status !== 204) return sent.status
  return (await file(by, uploadURL)).status
}
const application = async () => (await session.get('/api/application')).body as Application
const kinds = async () => {
  const rows = await server.context.database.db
    .select({ kind: documents.kind })
    .from(documents)
    .where(eq(documents.applicationId, client.applicationId))
  return rows.map(({ kind }) => kind)
}

describe('a phone that is not signed in', () => {
  test('sends photos for the question of the link, and sees nothing else', async () => {
    const by = await opened(await link())
    expect([await photo(by), await photo(by)]).toEqual([204, 204])
    expect((await application()).payslipUploads).toMatchObject([{ name: PHOTO }, { name: PHOTO }])
    expect(by.phone.cookies.size).toBe(0)
    for (const path of ['/api/application', '/api/user'])
      expect((await by.phone.get(path, { 'x-phone': by.secret })).status).toBe(401)
    const actions = (await auditAbout(server.context, client.applicationId)).map(({ action }) => action)
    expect(actions).toEqual(
      expect.arrayContaining([
        'document.phone-link-made',
        'document.phone-link-opened',
        'document.registered',
      ]),
    )
  })

  test('answers a requested item, and nothing beside it', async () => {
    const reviewed = await makeReviewed(server)
    await ask(reviewed.manager, reviewed.path, [{ kind: 'document', documentId: reviewed.payslip.id }])
    const [item] = (await askedOf(reviewed.session)).items
    const by = await opened(await link({ itemId: item?.id }, reviewed.session))
    expect(await photo(by)).toBe(204)
    expect((await askedOf(reviewed.session)).items[0]).toMatchObject({ file: { name: PHOTO } })
    const unasked = await reviewed.session.post('/api/application/phone-link', { kind: 'riskBenefit' })
    expect(unasked.status).toBe(409)
    const others = await session.post('/api/application/phone-link', { itemId: item?.id })
    expect(others.status).toBe(404)
  })

  test('adds a paper of a due diligence task', async () => {
    const by = await opened(await link({ paper: { task: 'identity', paper: 'id-card' } }))
    expect(await photo(by)).toBe(204)
    expect(await kinds()).toEqual(['ficaPaper'])
    // The usual way still works beside it.
    expect((await addPaper(session, 'identity', 'id-book')).status).toBe(200)
  })

  test.each([{}, { kind: 'payslip', paper: { task: 'identity', paper: 'id-card' } }])(
    'needs exactly one question: %j',
    async (body) => {
      expect((await session.post('/api/application/phone-link', body)).status).toBe(400)
    },
  )
})

describe('refused is', () => {
  test('a code that is mistyped, opened or too old, each with its reason', async () => {
    const token = await link()
    expect((await open('K7QM-2XWD-9FHT-4BNC')).text).toContain('isn’t one of ours')
    await opened(token)
    expect((await open(token)).text).toContain('was opened on a phone already')
    const late = await link()
    now = new Date(start.getTime() + 11 * MINUTE_MS)
    expect((await open(late)).text).toContain('older than ten minutes')
  })

  test('a link that was opened, also at the same time', async () => {
    const token = await link()
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await open(token)).status))
    expect(statuses.toSorted()).toEqual([200, 400, 400, 400])
    expect((await open(token)).status).toBe(400)
  })

  test('a link after ten minutes, and its phone too', async () => {
    const [token, other] = [await link(), await server.as(client.username)]
    now = new Date(start.getTime() + 10 * MINUTE_MS - 1)
    const by = await opened(token)
    const late = await link({ kind: 'payslip' }, other)
    now = new Date(start.getTime() + 10 * MINUTE_MS)
    expect(await photo(by)).toBe(400)
    now = new Date(now.getTime() + 10 * MINUTE_MS)
    expect((await open(late)).status).toBe(400)
  })

  test('a photo whose address was given before the end', async () => {
    const by = await opened(await link())
    const { uploadURL } = (await address(by)).body as { uploadURL: string }
    now = new Date(start.getTime() + 10 * MINUTE_MS)
    expect((await put(by, uploadURL)).status).toBe(400)
    expect((await file(by, uploadURL)).status).toBe(400)
  })

  test('a link that a new one replaced', async () => {
    const first = await link()
    const by = await opened(await link())
    expect((await open(first)).status).toBe(400)
    await link()
    expect(await photo(by)).toBe(400)
  })

  test.each([
    ['signed out', () => session.post('/api/logout')],
    ['ended elsewhere', async () => (await server.as(client.username)).delete('/api/account/sessions')],
  ])('everything once the session that made the link is %s', async (_, end) => {
    const [by, unopened] = [await opened(await link()), await server.as(client.username)]
    await link({ kind: 'payslip' }, unopened)
    expect((await end()).status).toBeLessThan(300)
    expect(await photo(by)).toBe(400)
    expect(await kinds()).toEqual([])
  })

  test('everything once the application was submitted', async () => {
    const by = await opened(await link())
    const { uploadURL } = (await address(by)).body as { uploadURL: string }
    expect((await put(by, uploadURL)).status).toBe(204)
    const { db } = server.context.database
    await db
      .update(applications)
      .set({ status: 'submitted', submittedAt: now })
      .where(eq(applications.id, client.applicationId))
    expect((await file(by, uploadURL)).status).toBe(409)
    expect((await address(by)).status).toBe(409)
    expect((await session.post('/api/application/phone-link', { kind: 'payslip' })).status).toBe(409)
    expect(await kinds()).toEqual([])
  })

  test('a file of another kind, or of another client', async () => {
    const by = await opened(await link({ kind: 'riskBenefit' }))
    const answer = await session.post('/api/objects/upload', {
      purpose: 'payslip',
      contentType: 'image/jpeg',
      size: jpeg.length,
    })
    const own = (answer.body as { uploadURL: string }).uploadURL
    expect((await put(by, own)).status).toBe(204)
    expect((await file(by, own)).status).toBe(400)
    const other = await makeClientWithLetter(server.context)
    const theirs = await opened(await link({ kind: 'riskBenefit' }, await server.as(other.username)))
    const { uploadURL } = (await address(theirs)).body as { uploadURL: string }
    expect((await put(by, uploadURL)).status).toBe(404)
    expect((await file(by, uploadURL)).status).toBe(404)
    expect(await kinds()).toEqual([])
  })

  test('more than the list takes', async () => {
    for (let count = 0; count < 5; count += 1)
      await upload(session, 'payslip', { bytes: jpeg, type: 'image/jpeg' })
    const by = await opened(await link())
    expect([await photo(by), await photo(by)]).toEqual([204, 409])
  })

  test('what is too large, announced or not, and what is no photo', async () => {
    const by = await opened(await link())
    expect((await address(by, 3 * 1024 * 1024)).status).toBe(413)
    expect((await address(by, jpeg.length, 'application/pdf')).status).toBe(400)
    const { uploadURL } = (await address(by)).body as { uploadURL: string }
    expect((await put(by, uploadURL, Buffer.concat([jpeg, jpeg]))).status).toBe(413)
    const pdf = await makePdf()
    const asPicture = (await address(by, pdf.length)).body as { uploadURL: string }
    expect((await put(by, asPicture.uploadURL, pdf)).status).toBe(204)
    expect((await file(by, asPicture.uploadURL)).status).toBe(415)
    expect(await kinds()).toEqual([])
  })

  test('a guess', async () => {
    const by = { phone: aPhone(), secret: 'a guess' }
    expect((await address(by)).status).toBe(400)
    expect(
      (
        await raw(by.phone, `${server.url}/api/objects/upload/0190b6f4-0000-7000-8000-000000000001?token=x`, {
          method: 'PUT',
          body: 'x',
          headers: { 'x-phone': 'a guess' },
        })
      ).status,
    ).toBe(400)
  })
})

test('only hashes of link and phone are stored, and they end with the session', async () => {
  const token = await link()
  const { secret } = await opened(token)
  const { db } = server.context.database
  const stored = () => db.select().from(phoneLinks).where(eq(phoneLinks.applicationId, client.applicationId))
  const text = JSON.stringify(await stored())
  expect(text).not.toContain(secret)
  expect(text).not.toContain(token)
  await session.post('/api/logout')
  expect(await stored()).toEqual([])
})

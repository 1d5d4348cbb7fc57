import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { etagOf } from '#base/rules/api/etag.ts'
import { contract } from '#app/contract.ts'
import { type ContractKey } from '#base/rules/api/contract.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { dueForReview } from '#test/support/annual-reviews.ts'
import { answerWithText, ask, makeReviewed, note, type Reviewed } from '#test/support/corrections.ts'
import { withoutBodyHash, type HttpAnswer, type HttpSession } from '#test/support/http.ts'
import { checksAt, oddAnswer, settle } from '#test/support/checks.ts'
import { writeNote } from '#test/support/notes.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { hasUnzip, unzip } from '#test/support/unzip.ts'
import { raw } from '#test/support/uploads.ts'

/*
 * Two clients with the same history, but staff wrote internal notes, marks and reasons about one of them: everything
 * that a client can fetch must be the same for both (decisions, "The client's own data").
 */
const SECRET = 'Override: sanctions hit cleared by compliance'

let server: TestServer
let admin: HttpSession
let manager: { session: HttpSession; id: string }
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as(
    (await makeUser(server.context, { role: 'admin', fullName: 'Ayanda Pule' })).username,
  )
  const { id, username } = await makeUser(server.context, {
    role: 'wealth_manager',
    fullName: 'Naledi Maseko',
  })
  manager = { id, session: await server.as(username) }
})
afterAll(() => server.close())

async function expectOk(answer: Promise<HttpAnswer>): Promise<HttpAnswer> {
  const { status, text, ...rest } = await answer
  if (status >= 300) throw new Error(`${status} ${text}`)
  return { status, text, ...rest }
}

const change = (path: string, body: object) => expectOk(admin.put(`${path}/status`, body))

const startReview = (path: string) =>
  expectOk(manager.session.put(`${path}/status`, { status: 'under_review' }))

/** The actions of staff on each application; `secretly` adds internal ones. */
async function processed(secretly: boolean): Promise<Reviewed> {
  const reviewed = await makeReviewed(server, { wealthManagerId: manager.id, answers: oddAnswer })
  const { path, session, client } = reviewed
  await expectOk(admin.get(path))
  await startReview(path)
  // Internal work reads the application once more, which is recorded for both.
  if (secretly) await work(path)
  else await expectOk(admin.get(path))
  await ask(admin, path)
  await answerWithText(session)
  if (secretly) await judge(path, { verdict: 'again', reason: 'other', comment: SECRET })
  await judge(path, { verdict: 'accepted' })
  await change(path, { status: 'onboarded', ...(secretly && { reason: SECRET }) })
  if (secretly) await work(path, { marks: false })
  await server.context.database.pool.query('update applications set onboarded_at = $1 where id = $2', [
    dueForReview(server.context).onboardedAt,
    client.applicationId,
  ])
  const review = secretly ? SECRET : 'All as it was.'
  await expectOk(admin.post(`/api/admin/annual-reviews/${client.applicationId}/complete`, { note: review }))
  return reviewed
}

/** All internal data that staff can write. */
async function work(path: string, { marks = true } = {}): Promise<void> {
  const written = await expectOk(writeNote(admin, path, SECRET))
  const { id } = written.body as { id: string }
  await expectOk(
    admin.put(
      `${path}/notes/${id}`,
      { text: `${SECRET}, again` },
      { 'if-match': etagOf({ id, version: 1 }) },
    ),
  )
  await expectOk(writeNote(manager.session, path, SECRET))
  await expectOk(admin.get(`${path}/notes`))
  await expectOk(admin.get(`${path}/timeline`))
  if (!marks) return
  await expectOk(settle(admin, path, { reason: SECRET }))
  const seen = (await checksAt(admin, path))[0]?.settlement?.id ?? null
  await expectOk(settle(admin, path, { seen, decision: 'reopened', reason: SECRET }))
  const marked = await expectOk(
    note(admin, path, { kind: 'answer', path: 'occupation' }, { comment: SECRET }),
  )
  const { basket: draftRequest } = marked.body as { basket: { id: string }[] }
  for (const item of draftRequest) await expectOk(admin.delete(`${path}/corrections/items/${item.id}`))
}

async function judge(path: string, verdict: object): Promise<void> {
  const { rounds } = (await expectOk(admin.get(`${path}/corrections`))).body as {
    rounds: { items: { id: string }[] }[]
  }
  for (const { id } of rounds[0]?.items ?? [])
    await expectOk(admin.put(`${path}/corrections/items/${id}/verdict`, verdict))
}

/** Replaces ids, times and names, the only permitted differences. */
function normalised(text: string, { client }: Reviewed, reference: string): string {
  const ids = new Map<string, string>()
  return (
    text
      // A PDF breaks long words.
      .replaceAll(
        new RegExp(
          client.username
            .split('')
            .map((letter) => RegExp.escape(letter))
            .join(String.raw`\s?`),
          'gu',
        ),
        'USERNAME',
      )
      .replaceAll(reference, 'REFERENCE')
      .replaceAll(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gu, (id) => {
        const known = ids.get(id) ?? `id-${ids.size}`
        ids.set(id, known)
        return known
      })
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/gu, 'TIME')
      .replaceAll(/\d\d:\d\d(?::\d\d)?/gu, 'CLOCK')
      .replaceAll(/"[\da-f]{12}-(\d+)"/gu, '"ID-$1"')
      .replaceAll(/"(?:sha256|address)":\s*"[^"]*"/gu, 'DIGEST')
      .replaceAll(/"(?:size|bytes)":\s*\d+/gu, 'SIZE')
  )
}

const ofClients = (Object.keys(contract) as ContractKey[]).filter(
  (key) => key.startsWith('GET /api/') && !/\{|\/(?:admin|wealth-manager|system-admin|staff)\//u.test(key),
)

async function fetched(key: ContractKey, session: HttpSession): Promise<string> {
  const { status, headers, bytes } = await raw(session, `${server.url}${key.slice('GET '.length)}`, {
    method: 'GET',
  })
  const type = headers.get('content-type') ?? ''
  // The version only: the rest is a hash of the body, which is compared without ids and times.
  const head = `${status} ${type} ${withoutBodyHash(headers.get('etag') ?? '')}\n`
  if (type === 'application/zip') return head + (await filesIn(bytes))
  if (type === 'application/pdf') return head + (await readPdf(bytes)).spoken
  return head + bytes.toString()
}

async function filesIn(archive: Buffer): Promise<string> {
  const texts: string[] = []
  for (const [name, content] of unzip(archive)) {
    const text = name.endsWith('.pdf') ? (await readPdf(content)).spoken : content.toString()
    texts.push(`${name}\n${text}`)
  }
  return texts.toSorted().join('\n')
}

describe.skipIf(!hasUnzip)('internal data of staff changes nothing that a client can fetch', () => {
  let twins: readonly [plain: Reviewed, noted: Reviewed]
  beforeAll(async () => {
    twins = [await processed(false), await processed(true)]
  }, 120_000)

  const referenceOf = async ({ session }: Reviewed) =>
    ((await session.get('/api/application')).body as { reference: string }).reference

  test('the actions were performed', async () => {
    const { rows } = await server.context.database.pool.query<{ action: string }>(
      'select distinct action from audit_events where object_id = $1',
      [twins[1].client.applicationId],
    )
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'note.written',
        'note.edited',
        'correction.noted',
        'correction.struck-off',
        'correction.judged',
      ]),
    )
    expect(ofClients).toEqual(expect.arrayContaining(['GET /api/application', 'GET /api/account/data']))
  })

  test.each(ofClients)('%s', async (key) => {
    const [plain, noted] = await Promise.all(
      twins.map(async (twin) => normalised(await fetched(key, twin.session), twin, await referenceOf(twin))),
    )
    expect(noted).toBe(plain)
    expect(noted).not.toContain(SECRET)
  })

  test('the files of their application', async () => {
    for (const key of ['payslip', 'signedLetter'] as const) {
      const answers = await Promise.all(
        twins.map(async (twin) => (await twin.session.get(`/objects/uploads/${twin[key].id}`)).status),
      )
      expect(answers[0]).toBe(answers[1])
    }
  })

  test('the mails that they got', async () => {
    const [plain, noted] = await Promise.all(
      twins.map(async ({ client }) => {
        const { rows } = await server.context.database.pool.query<{ template: string }>(
          'select template from mail_outbox where recipient = $1 order by id',
          [client.username],
        )
        return rows.map(({ template }) => template)
      }),
    )
    expect(noted).toEqual(plain)
  })
})

test('the reason given to a client for a rejection is in their data', async () => {
  const reviewed = await makeReviewed(server, { wealthManagerId: manager.id })
  await startReview(reviewed.path)
  const rejection = { status: 'rejected', reason: 'We serve residents of South Africa only.' }
  await expectOk(manager.session.put(`${reviewed.path}/status`, rejection))
  const archive = await fetched('GET /api/account/data', reviewed.session)
  expect(archive).toContain('We serve residents of South Africa only.')
})

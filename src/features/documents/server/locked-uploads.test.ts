import { eq } from 'drizzle-orm'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '#features/applications/api/application.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { documents } from '#features/access/schema/tables.ts'
import { uploads } from '#features/documents/schema/uploads.ts'
import { createLogger } from '#base/server/logging/logger.ts'
import { unreadablePdfs } from '#test/support/damaged-pdfs.ts'
import { makeLockedPdf, makeOldLockedPdf, PASSWORD } from '#test/support/locked-pdfs.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import {
  clientKinds,
  idIn,
  makeClientWithLetter,
  raw,
  register,
  requestAddress,
  send,
  storedKeys,
  unreferenced,
  type ClientKind,
} from '#test/support/uploads.ts'

const type = 'application/pdf'

let server: TestServer
let session: HttpSession
const logged: string[] = []
beforeAll(async () => {
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged.push(chunk.toString())
      done()
    },
  })
  server = await startTestServer({ log: createLogger({ level: 'trace' }, sink) })
})
afterAll(() => server.close())
beforeEach(async () => {
  session = await server.as((await makeClientWithLetter(server.context)).username)
})

/** Sends a file, and asks for its registration. */
async function sent(kind: ClientKind, bytes: Buffer): Promise<string> {
  const address = await requestAddress(session, { purpose: kind, contentType: type, size: bytes.length })
  await send(session, address, { bytes, type })
  return address
}

const codeOf = ({ status, body }: HttpAnswer) => [status, (body as { code?: string }).code]

describe('a PDF with a password', () => {
  test.each(clientKinds)(
    'its password is requested, opens it, and it is stored unlocked: %s',
    async (kind) => {
      const locked = await makeLockedPdf()
      const address = await sent(kind, locked)
      expect(codeOf(await register(session, kind, address))).toEqual([422, 'file-password-required'])
      expect(codeOf(await register(session, kind, address))).toEqual([422, 'file-password-required'])
      const wrong = await register(session, kind, address, { password: '123' })
      expect(codeOf(wrong)).toEqual([422, 'file-password-wrong'])
      expect(wrong.body).toMatchObject({ errors: [{ path: 'password' }] })
      const id = idIn(await register(session, kind, address, { password: PASSWORD }))
      expect(idIn(await register(session, kind, address))).toBe(id)

      const shown = await raw(session, `${server.url}/objects/uploads/${id}?inline=1`)
      expect(shown.headers.get('content-disposition')).toMatch(/^inline; /u)
      expect(shown.bytes.toString('latin1')).toMatch(/^%PDF-1\.[^]*startxref/u)
      expect(shown.bytes.toString('latin1')).not.toContain('/Encrypt')
      expect(await unreferenced(server)).toEqual([])
    },
  )

  test('is refused without the password, and deleted with its address', async () => {
    const address = await sent('signedFais', makeOldLockedPdf())
    expect((await register(session, 'signedFais', address)).status).toBe(422)
    expect(((await session.get('/api/application')).body as Application).faisDocument).toBeNull()
    const stored = await storedKeys(server)
    expect(stored.filter((key) => key.startsWith('uploads/'))).toHaveLength(1)
    const guesses = Array.from({ length: 14 }, (_, guess) =>
      register(session, 'signedFais', address, { password: `guess ${guess}` }),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect((await register(session, 'signedFais', address, { password: PASSWORD })).status).toBe(409)
    expect(await unreferenced(server)).toEqual([])
  })

  test('stays locked for everyone but its client', async () => {
    const address = await sent('payslip', await makeLockedPdf())
    const other = await server.as((await makeClientWithLetter(server.context)).username)
    expect((await register(other, 'payslip', address, { password: PASSWORD })).status).toBe(404)
  })

  test('its password is neither stored nor logged', async () => {
    const password = 'Zx-9171-unguessable'
    const address = await sent('payslip', await makeLockedPdf({ password }))
    await register(session, 'payslip', address, { password: `${password}!` })
    idIn(await register(session, 'payslip', address, { password }))
    await register(session, 'payslip', 'nowhere', { password })
    await register(session, 'payslip', address, { password, name: 'two\nlines' })
    await register(session, 'payslip', address, { password: password.repeat(20) })
    const { db } = server.context.database
    const rows = [
      await db.select().from(uploads),
      await db.select().from(documents),
      await db.select().from(auditEvents),
    ]
    expect(JSON.stringify(rows)).not.toContain(password)
    expect(logged).not.toEqual([])
    expect(logged.join('')).not.toContain(password)
  })
})

test('a PDF whose owner forbids printing is stored unchanged', async () => {
  const bytes = await makeLockedPdf({ password: '' })
  const id = idIn(await register(session, 'payslip', await sent('payslip', bytes)))
  const shown = await raw(session, `${server.url}/objects/uploads/${id}?inline=1`)
  expect(shown.headers.get('content-disposition')).toMatch(/^inline; /u)
  expect(shown.bytes.equals(bytes)).toBe(true)
})

test.each(Object.entries(unreadablePdfs))('%s completes no application', async (_, bytes) => {
  const address = await sent('signedFais', bytes)
  for (const password of [undefined, PASSWORD]) {
    expect((await register(session, 'signedFais', address, { password })).status).not.toBe(200)
  }
  expect(((await session.get('/api/application')).body as Application).faisDocument).toBeNull()
})

test('PDFs with a password count password attempts', async () => {
  const address = await sent('payslip', await makeLockedPdf())
  await register(session, 'payslip', address)
  await register(session, 'payslip', address, { password: 'no' })
  const id = /([\da-f-]{36})\?/u.exec(address)?.[1] ?? ''
  const [row] = await server.context.database.db.select().from(uploads).where(eq(uploads.id, id))
  expect(row?.passwordAttempts).toBe(1)
})

import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { documents } from '#features/access/schema/tables.ts'
import { makeJpeg, makePdf, makePng } from '#test/support/files.ts'
import type { HttpSession } from '#test/support/http.ts'
import { pictureFile } from '#test/support/picture-files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { idIn, raw, register, requestAddress, send, upload } from '#test/support/uploads.ts'

let server: TestServer
let session: HttpSession
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  session = await server.as((await makeClient(server.context)).username)
})

/** Content types that browsers and download managers announce for unknown files. */
const announcedTypes = [
  '',
  'application/octet-stream',
  'application/x-download',
  'application/vnd.pdf',
  'text/pdf',
  'image/jpg',
  'Application/PDF; charset=binary',
  'text/html',
]

const TWO_MEGABYTES = 2 * 1024 * 1024

/** A picture that compresses badly. */
const noise = (edge: number) =>
  sharp(randomBytes(edge * edge * 3), { raw: { width: edge, height: edge, channels: 3 } })

const files = {
  'a PDF': async () => ({ bytes: await makePdf(), storedType: 'application/pdf' }),
  'a JPEG': async () => ({ bytes: makeJpeg(), storedType: 'image/jpeg' }),
  'a PNG': async () => ({ bytes: makePng(), storedType: 'image/png' }),
  'a HEIC picture': async () => ({ bytes: await pictureFile('turned.heic'), storedType: 'image/jpeg' }),
  'a WebP picture': async () => ({ bytes: await noise(50).webp().toBuffer(), storedType: 'image/jpeg' }),
  'a TIFF picture': async () => ({ bytes: await noise(50).tiff().toBuffer(), storedType: 'image/jpeg' }),
} as const

test.each(Object.keys(files) as (keyof typeof files)[])(
  '%s is stored and served by its content, whatever type was announced',
  async (name) => {
    const { bytes, storedType } = await files[name]()
    for (const type of announcedTypes) {
      const answer = await upload(session, 'riskBenefit', { bytes, type, name: 'statement' })
      const id = idIn(answer)
      const served = await raw(session, `${server.url}/objects/uploads/${id}`)
      expect([type, served.headers.get('content-type')]).toEqual([type, storedType])
      expect(served.headers.get('x-content-type-options')).toBe('nosniff')
      await session.delete(`/api/documents/${id}`)
    }
  },
)

test.each(announcedTypes)('a page announced as "%s" is refused at its registration', async (type) => {
  const page = { bytes: Buffer.from('<html><script>alert(1)</script></html>'), type, name: 'march.pdf' }
  expect((await upload(session, 'payslip', page)).status).toBe(415)
})

test('an address without an announced type takes a file that is sent as anything', async () => {
  const address = await requestAddress(session)
  const sent = await send(session, address, { bytes: await makePdf(), type: 'text/html' })
  expect(sent.status).toBe(204)
  expect((await register(session, 'payslip', address)).status).toBe(200)
})

test.each(['image/tiff', 'application/octet-stream'])(
  'a TIFF above the limit of its kind, announced as %s, is converted to fit',
  async (type) => {
    const bytes = await noise(1200).tiff({ compression: 'none' }).toBuffer()
    expect(bytes.length).toBeGreaterThan(TWO_MEGABYTES)
    const id = idIn(await upload(session, 'payslip', { bytes, type, name: 'scan.tif' }))
    const [row] = await server.context.database.db.select().from(documents).where(eq(documents.id, id))
    expect(row).toMatchObject({ contentType: 'image/jpeg' })
    expect(row?.bytes).toBeLessThanOrEqual(TWO_MEGABYTES)
  },
)

test('a PDF above the limit is refused, whatever type was announced', async () => {
  const bytes = await makePdf({ size: TWO_MEGABYTES + 1 })
  for (const type of ['image/heic', 'application/octet-stream']) {
    const answer = await upload(session, 'payslip', { bytes, type, name: 'march.pdf' })
    expect(answer).toMatchObject({
      status: 413,
      body: { detail: 'march.pdf is larger than 2MB. Please compress the file and try again.' },
    })
  }
})

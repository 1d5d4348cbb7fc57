import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FileType } from '#base/rules/files/file-types.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { documents } from '#features/access/schema/tables.ts'
import { makePdf } from '#test/support/files.ts'
import { makeNestedForms } from '#test/support/hostile-pdfs.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { idIn, raw, upload } from '#test/support/uploads.ts'
import { renderThumbnail } from './inspection/run-drawer.ts'

let server: TestServer
let client: Awaited<ReturnType<typeof makeClient>>
let session: HttpSession

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await makeClient(server.context)
  session = await server.as(client.username)
})

const thumbnailOf = (id: string, who = session) => raw(who, `${server.url}/api/documents/${id}/thumbnail`)

async function sent(bytes: Buffer, type: FileType): Promise<string> {
  return idIn(await upload(session, 'payslip', { bytes, type }))
}

/** A page that is white above and dark below. */
function halfDark(format: 'png' | 'jpeg'): Promise<Buffer> {
  const dark = { create: { width: 600, height: 400, channels: 3 as const, background: '#103050' } }
  return sharp(dark).extend({ top: 400, background: '#fff' }).toFormat(format).toBuffer()
}

/** The mean lightness of the middle of the upper and the lower half, from 0 to 255. */
async function halves(
  jpeg: Buffer,
): Promise<{ width: number; height: number; above: number; below: number }> {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const at = (share: number) => data[Math.floor(height * share) * width + Math.floor(width / 2)] ?? -1
  return { width, height, above: at(0.25), below: at(0.75) }
}

describe('the thumbnail of a file', () => {
  test.each(['png', 'jpeg'] as const)('is drawn of a picture: %s', async (format) => {
    const id = await sent(await halfDark(format), `image/${format}`)
    const { status, headers, bytes } = await thumbnailOf(id)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    const { above, below, ...size } = await halves(bytes)
    expect(size).toEqual({ width: 84, height: 112 })
    expect(above).toBeGreaterThan(240)
    expect(below).toBeLessThan(80)
  })

  test("is drawn of a PDF's first page, with text in its upper part", async () => {
    const { status, bytes } = await thumbnailOf(
      await sent(await makePdf({ text: 'W'.repeat(20) }), 'application/pdf'),
    )
    expect(status).toBe(200)
    const { width, height } = await sharp(bytes).metadata()
    expect([width, height]).toEqual([79, 112])
    const { data } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
    expect(Math.min(...data)).toBeLessThan(200)
    expect(Math.max(...data)).toBeGreaterThan(250)
  })

  test('is not recorded as access, and is not stored', async () => {
    const id = await sent(await makePdf(), 'application/pdf')
    const events = () =>
      server.context.database.db
        .select()
        .from(auditEvents)
        .where(eq(auditEvents.objectId, client.applicationId))
    const before = await events()
    await thumbnailOf(id)
    expect(await events()).toEqual(before)
  })

  test('is not drawn of files that are never shown inline, or wait for the virus scanner', async () => {
    const id = await sent(await makePdf(), 'application/pdf')
    for (const change of [
      { downloadOnly: 'active' },
      { downloadOnly: null, virusScan: 'waiting' },
    ] as const) {
      await server.context.database.db.update(documents).set(change).where(eq(documents.id, id))
      const { status, bytes } = await thumbnailOf(id)
      expect([status, bytes.length]).toEqual([204, 0])
    }
  })

  test('is missing for users who may not read the file', async () => {
    const id = await sent(await makePdf(), 'application/pdf')
    const stranger = await server.as((await makeClient(server.context)).username)
    const manager = await server.as((await makeUser(server.context, { role: 'wealth_manager' })).username)
    expect((await thumbnailOf(id, stranger)).status).toBe(404)
    expect((await thumbnailOf(id, manager)).status).toBe(404)
  })
})

test('a file that cannot be rendered has none, and the next one is rendered', async () => {
  const edge = 112
  const broken = Buffer.from('%PDF-1.7 nothing')
  expect(await renderThumbnail(broken, { type: 'application/pdf', edge })).toBe('undrawable')
  expect(await renderThumbnail(readFileSync(import.meta.filename), { type: 'image/png', edge })).toBe(
    'undrawable',
  )
  expect(await renderThumbnail(await halfDark('png'), { type: 'image/png', edge })).toBeInstanceOf(Uint8Array)
})

describe('a file that is slow to render', () => {
  test('has no thumbnail, is rendered once, and does not delay others', async () => {
    const slow = await sent(makeNestedForms(), 'application/pdf')
    const other = await makeClient(server.context)
    const otherSession = await server.as(other.username)
    const quick = idIn(
      await upload(otherSession, 'payslip', { bytes: await halfDark('png'), type: 'image/png' }),
    )
    const ended: string[] = []
    const [slowAnswer, quickAnswer] = await Promise.all([
      thumbnailOf(slow).finally(() => ended.push('slow')),
      thumbnailOf(quick, otherSession).finally(() => ended.push('quick')),
    ])
    expect([slowAnswer.status, quickAnswer.status, ended]).toEqual([204, 200, ['quick', 'slow']])
    const read = vi.spyOn(server.context.store, 'get')
    expect((await thumbnailOf(slow)).status).toBe(204)
    expect(read).not.toHaveBeenCalled()
    read.mockRestore()
  })
})

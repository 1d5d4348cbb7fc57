import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '#features/applications/api/application.ts'
import type { FileType } from '#base/rules/files/file-types.ts'
import { documents } from '#features/access/schema/tables.ts'
import { unattachedObjects } from '#features/documents/schema/uploads.ts'
import { makeFile, makePdf, makePng } from '#test/support/files.ts'
import { asStored } from '#test/support/as-stored.ts'
import { activePdfs, heavyPdfs, makePdfBomb } from '#test/support/hostile-pdfs.ts'
import {
  makeAnimation,
  makeClaim,
  makePhoto,
  makeStrayBytes,
  makeTextBomb,
} from '#test/support/hostile-pictures.ts'
import type { HttpSession } from '#test/support/http.ts'
import { pictureFile } from '#test/support/picture-files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { idIn, raw, upload, makeClientWithLetter } from '#test/support/uploads.ts'

const [PDF, JPEG, PNG] = ['application/pdf', 'image/jpeg', 'image/png'] as const

let server: TestServer
let session: HttpSession
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  session = await server.as((await makeClientWithLetter(server.context)).username)
})

const send = (bytes: Buffer, type: FileType, name = 'march.pdf') =>
  upload(session, 'signedFais', { bytes, type, name })
const text = (content: string) => () => Buffer.from(content)
const followed = async (first: Promise<Buffer>, ...rest: Buffer[]) => Buffer.concat([await first, ...rest])
const zip = Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), Buffer.alloc(60)])
const html = Buffer.from('<html><script>alert(document.cookie)</script></html>')

async function shortened(whole: Buffer | Promise<Buffer>, share: number): Promise<Buffer> {
  const bytes = await whole
  return bytes.subarray(0, Math.floor(bytes.length * share))
}

/** A file, the type it is sent as, and the expected response. */
type Case = readonly [what: string, make: () => Buffer | Promise<Buffer>, type: FileType, answer: string]

describe('is refused, and leaves nothing behind', () => {
  const another = 'is not supported'
  const noPdf = 'can’t be opened as a PDF'
  const noJpeg = 'can’t be opened as a JPEG'
  const noPng = 'can’t be opened as a PNG'
  const cases: readonly Case[] = [
    ['HTML under another name', () => html, PDF, another],
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), PNG, another],
    ['a program', text(`MZ${'\0'.repeat(200)}`), PDF, another],
    ['an archive', () => zip, PDF, another],
    ['an animated GIF', text(`GIF89a${'\0'.repeat(60)}`), PNG, 'is a GIF image'],
    ['an animated PNG', () => makeAnimation(1000), PNG, 'is an animated image'],
    ['HTML before a PDF', async () => Buffer.concat([html, await makePdf()]), PDF, another],
    [
      'a GIF before a PDF',
      async () => Buffer.concat([Buffer.from('GIF89a/*'), await makePdf()]),
      PDF,
      'is a GIF image',
    ],
    ['a PDF sent as JPEG', () => makePdf(), JPEG, 'was sent as JPEG, but it is PDF'],
    ['a PDF, cut short', () => shortened(makePdf(), 0.5), PDF, noPdf],
    ['a JPEG, cut short', () => shortened(makePhoto(), 0.6), JPEG, noJpeg],
    ['the head of a JPEG', () => shortened(makePhoto(), 0.01), JPEG, noJpeg],
    ['a PNG, cut short', () => shortened(makePng({ width: 300, height: 300 }), 0.8), PNG, noPng],
    ['a picture of 900 million pixels', () => makeClaim(30_000, 30_000), PNG, 'more than 100 million pixels'],
    [
      'a HEIC of 48 megapixels',
      () => pictureFile('48-megapixels.heic'),
      JPEG,
      'too large to open: it has more than 25 million pixels',
    ],
    ['a picture as wide as can be', () => makeClaim(2_147_483_647, 1), PNG, noPng],
    ['a picture of other size than it says', () => makeClaim(5000, 5000), PNG, noPng],
    ['a PDF that inflates without end', makePdfBomb, PDF, 'too complex to open'],
    ['a PDF of brackets', text(`%PDF-1.7\n1 0 obj\n${'['.repeat(30_000)}`), PDF, noPdf],
  ]

  test.each(cases)(
    '%s',
    async (_, make, type, answer) => {
      const refused = await send(await make(), type)
      expect([400, 415]).toContain(refused.status)
      expect(refused.body).toMatchObject({ detail: expect.stringContaining(answer) })
      const { db } = server.context.database
      expect(await db.select().from(unattachedObjects)).toEqual([])
      expect(((await session.get('/api/application')).body as Application).faisDocument).toBeNull()
      // Inspection has a low priority: a busy machine takes long over the largest.
    },
    120_000,
  )

  test('and the next file is checked as usual', async () => {
    expect((await send(await makePdf(), PDF)).status).toBe(200)
  })
})

describe('is stored and served by its content', () => {
  const cases: readonly Omit<Case, 3>[] = [
    ['a photo', () => makePhoto(), JPEG, ''],
    ['a photo with stray bytes', makeStrayBytes, JPEG, ''],
    ['a PDF with HTML in it', () => followed(makePdf(), Buffer.from('\n%'), html), PDF, ''],
    ['a file of the very limit', () => makeFile(PDF, 5_242_880), PDF, ''],
  ]
  test.each(cases)('%s', async (_, make, type) => {
    const bytes = await make()
    const id = idIn(await send(bytes, type, 'march.html'))
    const shown = await raw(session, `${server.url}/objects/uploads/${id}?inline=1`)
    expect(shown.headers.get('content-type')).toBe(type)
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(shown.headers.get('content-disposition')).toMatch(
      /^inline; filename="march\.html\.(?:pdf|jpg|png)"/u,
    )
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(shown.bytes.equals(await asStored(bytes))).toBe(true)
  })
})

describe('is stored as the picture alone, without appended data', () => {
  const cases: readonly (readonly [string, () => Promise<Buffer>, FileType, without: Buffer])[] = [
    ['a JPEG with an archive after it', () => followed(makePhoto(), zip), JPEG, zip],
    ['a JPEG with HTML after it', () => followed(makePhoto(), html), JPEG, html],
    ['a PNG whose text is never read', async () => makeTextBomb(128), PNG, Buffer.from('zTXt')],
    ['a PNG sent as JPEG', () => followed(Promise.resolve(makePng()), html), JPEG, html],
    ['a JPEG sent as PDF', () => followed(makePhoto(), html), PDF, html],
  ]
  test.each(cases)('%s', async (_, make, type, without) => {
    const bytes = await make()
    const shown = await raw(
      session,
      `${server.url}/objects/uploads/${idIn(await send(bytes, type))}?inline=1`,
    )
    expect(shown.headers.get('content-type')).toMatch(/^image\/(?:png|jpeg)$/u)
    expect(shown.bytes.includes(without)).toBe(false)
    expect(shown.bytes.length).toBeGreaterThan(50)
  })
})

describe('is stored, and never shown inline', () => {
  const some = [
    ['active', 'a script in an object stream', activePdfs['a script in an object stream']],
    [
      'active',
      'a script in an object stream of no type',
      activePdfs['a script in an object stream of no type'],
    ],
    ['active', 'an address to open', activePdfs['an address to open']],
    ['heavy', 'content of 300 megabytes', heavyPdfs['content of 300 megabytes']],
  ] as const
  test.each(some)('%s: a PDF with %s', async (why, _, make) => {
    const id = idIn(await send(await make(), PDF))
    const { faisDocument } = (await session.get('/api/application')).body as Application
    expect(faisDocument).toMatchObject({ id, downloadOnly: why })
    for (const query of ['', '?inline=1']) {
      const { headers } = await raw(session, `${server.url}/objects/uploads/${id}${query}`)
      expect(headers.get('content-disposition')).toMatch(/^attachment; /u)
      expect(headers.get('x-frame-options')).toBe('DENY')
    }
  })
})

describe('a name is displayed, and is never used as a path', () => {
  test.each([
    ['../../../../etc/passwd', '_.._.._.._etc_passwd.pdf'],
    ['C:\\Windows\\march.pdf', 'C__Windows_march.pdf'],
    ['payslip\u202Efdp.exe', 'payslipfdp.exe.pdf'],
    ['CON', 'CON.pdf'],
    ['a'.repeat(255), `${'a'.repeat(120)}.pdf`],
    ['é'.repeat(200), `${'é'.repeat(120)}.pdf`],
    ['💰'.repeat(127), `${'💰'.repeat(60)}.pdf`],
  ])('%j', async (name, saved) => {
    const id = idIn(await send(await makePdf(), PDF, name))
    expect(((await session.get('/api/application')).body as Application).faisDocument?.name).toBe(name)
    const { headers } = await raw(session, `${server.url}/objects/uploads/${id}`)
    const [, encoded = ''] = headers.get('content-disposition')?.split("filename*=UTF-8''") ?? []
    expect(decodeURIComponent(encoded)).toBe(saved)
    expect(Buffer.byteLength(saved)).toBeLessThanOrEqual(255)
    const [row] = await server.context.database.db.select().from(documents).where(eq(documents.id, id))
    expect(row?.objectKey).toMatch(/^documents\/[\da-f-]{36}$/u)
  })

  test.each(['nul\0.pdf', 'two\r\nlines.pdf', 'x'.repeat(256), 'half \ud83d.pdf', ''])(
    '%j is refused',
    async (name) => {
      expect((await send(await makePdf(), PDF, name)).status).toBe(400)
    },
  )
})

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { makeClaim, makeTextBomb } from '#test/support/hostile-pictures.ts'
import { toHtml } from '#features/mail/server/templates/html.ts'
import { writeMail } from '#features/mail/server/templates/templates.ts'
import { mailExamples, mailSite } from '#test/support/example-mails.ts'
import { raw } from '#test/support/uploads.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let owner: HttpSession
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
})
afterAll(() => server.close())

const send = (file: Buffer | string, type = 'image/svg+xml', field = 'light', session = owner) =>
  raw(session, `${server.url}/api/firm/logo/${field}`, {
    method: 'PUT',
    body: new Uint8Array(Buffer.from(file)),
    headers: { 'content-type': type },
  })
const logoUrl = async () =>
  ((await server.visit().get('/api/branding')).body as { logoUrl: string | null }).logoUrl

const svg = (inner: string, attributes = 'width="300" height="60"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}><rect width="300" height="60" fill="#17392f"/>${inner}</svg>`
const nested = (depth: number) =>
  Array.from({ length: depth }, (_, level) =>
    level === 0
      ? '<g id="u0"><rect width="1" height="1"/></g>'
      : `<g id="u${level}">${`<use xlink:href="#u${level - 1}"/>`.repeat(10)}</g>`,
  ).join('')

/** Drawn without what would run or be fetched. */
const harmless = {
  script: svg('<script>alert(1)</script>'),
  'event handler': svg('<rect onload="alert(1)" width="1" height="1"/>'),
  foreignObject: svg(
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>1</script></body></foreignObject>',
  ),
  'file image': svg('<image xlink:href="file:///etc/passwd" width="9" height="9"/>'),
  'remote image': svg('<image xlink:href="http://127.0.0.1:9/x.png" width="9" height="9"/>'),
  'remote style': svg('<style>@import url("http://127.0.0.1:9/x.css");</style>'),
  'remote use': svg('<use xlink:href="http://127.0.0.1:9/x.svg#a"/>'),
  link: svg('<a xlink:href="javascript:alert(1)"><text y="20">Firm</text></a>'),
}

/** Rejected. */
const rejected = {
  'a document type with a file': `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text y="20">&x;</text>')}`,
  'a billion laughs': `<!DOCTYPE svg [<!ENTITY a "ha">${'bcdefghi'
    .split('')
    .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'[index]};`.repeat(10)}">`)
    .join('')}]>${svg('<text y="20">&i;</text>')}`,
  'nested use': svg(nested(9)),
  'a size beyond the limit': svg('', 'width="100000" height="100000"'),
  'no picture': 'hello',
  HTML: '<html><script>alert(1)</script></html>',
  PDF: '%PDF-1.7\n%%EOF',
  GIF: Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'),
  'a PNG of a claimed size': makeClaim(50_000, 50_000),
}

describe('a logo', () => {
  test.each(Object.entries(harmless))('SVG with %s is redrawn as a PNG', async (_name, file) => {
    const sent = await send(file)
    expect([sent.status, sent.bytes.toString().slice(0, 200)]).toEqual([200, expect.any(String)])
    const url = await logoUrl()
    const served = await raw(server.visit(), `${server.url}${url}`)
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(served.headers.get('cache-control')).toContain('immutable')
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    expect(served.bytes.toString('latin1')).not.toMatch(/<svg|script|passwd/u)
    const { format, height } = await sharp(served.bytes).metadata()
    expect([format, height]).toEqual(['png', 176])
  })

  test.each(Object.entries(rejected))('%s is rejected, and the logo stays', async (_name, file) => {
    const before = await logoUrl()
    const sent = await send(file)
    expect(sent.status).toBe(415)
    expect(await logoUrl()).toBe(before)
  })

  test('loses whatever is hidden in it: a bomb in a text chunk, and what follows the picture', async () => {
    const png = await sharp({ create: { width: 300, height: 60, channels: 4, background: '#17392f' } })
      .png()
      .toBuffer()
    const polyglot = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])
    expect((await send(polyglot, 'image/png')).status).toBe(200)
    const served = await raw(server.visit(), `${server.url}${await logoUrl()}`)
    expect(served.bytes.toString('latin1')).not.toContain('script')
    expect([200, 400, 415]).toContain((await send(makeTextBomb(100), 'image/png')).status)
  })

  test('is too small below 40 pixels, and too large above 2 MB', async () => {
    const small = await sharp({ create: { width: 300, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    expect((await send(small, 'image/png')).status).toBe(400)
    expect((await send(Buffer.alloc(2 * 1024 * 1024 + 1), 'image/png')).status).toBe(413)
  })

  test('is changed by system administrators only', async () => {
    const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
    expect((await send(harmless.link, 'image/svg+xml', 'light', admin)).status).toBe(403)
    expect((await send(harmless.link, 'image/svg+xml', 'light', server.visit())).status).toBe(401)
    expect((await send(harmless.link, 'image/svg+xml', '__proto__')).status).toBe(404)
  })

  test('and the colours are in mails', async () => {
    expect((await owner.put('/api/firm/settings/colours', { values: { primary: '#7a1f5c' } })).status).toBe(
      200,
    )
    const { branding } = server.context.settings
    expect(branding.logoFile).toMatchObject({ height: 60 })
    const site = { ...mailSite, branding }
    const html = toHtml(writeMail('invitation', mailExamples.invitation, site), site)
    expect(html).toContain('cid:logo@mail')
    expect(html).toContain('#7a1f5c')
    expect(html).not.toContain('#17392f')
    await owner.put('/api/firm/settings/colours', { values: { primary: '#ffee00' } })
    const pale = { ...mailSite, branding: server.context.settings.branding }
    const paleHtml = toHtml(writeMail('invitation', mailExamples.invitation, pale), pale)
    expect(paleHtml).toContain('background:#ffee00;color:#000000')
    expect(paleHtml).not.toMatch(/(?<!-)color:#ffee00/u)
  })
})

test('the style sheet of two colours needs no state, and nothing else is served there', async () => {
  const sheet = await raw(server.visit(), `${server.url}/brand/colours-ffee00-ffffff.css`)
  expect(sheet.headers.get('content-type')).toContain('text/css')
  expect(sheet.bytes.toString()).toContain('--color-primary:#ffee00')
  // Pages of the previous release ask without the prefix.
  expect((await raw(server.visit(), `${server.url}/brand/ffee00-ffffff.css`)).bytes).toEqual(sheet.bytes)
  for (const name of ['x.css', 'ffee00-fffff}.css', `${'0'.repeat(64)}.png`, '..%2f..%2fetc%2fpasswd'])
    expect([400, 404]).toContain((await raw(server.visit(), `${server.url}/brand/${name}`)).status)
})

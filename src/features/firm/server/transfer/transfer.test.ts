import { readFileSync } from 'node:fs'
import path from 'node:path'
import { desc, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { firmSettings } from '#features/brand/schema.ts'
import { loadFirm } from '#features/brand/server/load-firm.ts'
import { importModelOfFile } from '#features/due-diligence/server/rating/model-file.ts'
import { environmentOf, runCommandFile } from '#test/support/command.ts'
import type { HttpSession } from '#test/support/http.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { raw } from '#test/support/uploads.ts'
import { exportFirm } from './export-firm.ts'
import { importFirm } from './import-firm.ts'

let servers: { from: TestServer; to: TestServer }
let owner: HttpSession
let folder: string
beforeAll(async () => {
  const [from, to] = await Promise.all([startTestServer(), startTestServer()])
  servers = { from, to }
  folder = makeFolder('onboarding-firm-')
  owner = await from.as((await makeUser(from.context, { role: 'system_administrator' })).username)
})
afterAll(() => Promise.all([servers.from.close(), servers.to.close()]))

const save = async (section: string, values: Record<string, string>) =>
  expect((await owner.put(`/api/firm/settings/${section}`, { values })).status).toBe(200)

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><rect width="200" height="40" fill="#17392f"/></svg>'

const versions = async () =>
  servers.to.context.database.db.select().from(firmSettings).orderBy(firmSettings.section)
const firmEvents = async () =>
  servers.to.context.database.db
    .select()
    .from(auditEvents)
    .where(like(auditEvents.action, 'firm.%'))
    .orderBy(desc(auditEvents.id))

test('a firm moves to another deployment with its logo, as one version of each section', async () => {
  await save('identity', { firmName: 'Table Bay Wealth', fspNumber: '12345' })
  await save('contacts', { supportPhone: '0215550199' })
  await save('links', { learnMoreUrl: 'https://tablebay.example' })
  // A link in a wording is allowed for the hosts of the file's own links.
  await save('invitation', { opening: 'Welcome. Read more at https://tablebay.example/welcome' })
  const sent = await raw(owner, `${servers.from.url}/api/firm/logo/light`, {
    method: 'PUT',
    body: svg,
    headers: { 'content-type': 'image/svg+xml' },
  })
  expect(sent.status).toBe(200)

  const file = path.join(folder, 'firm.json')
  const run = (command: string, { context }: TestServer) =>
    runCommandFile(`src/app/commands/${command}.ts`, [file], environmentOf(context.settings))
  const exported = await run('export-firm', servers.from)
  expect([exported.code, exported.output]).toEqual([0, expect.stringContaining('identity')])
  expect((await run('export-firm', servers.from)).code).toBe(1)
  const imported = await run('import-firm', servers.to)
  expect([imported.code, imported.output]).toEqual([
    0,
    expect.stringContaining('Changed: contacts, identity, invitation, links, logo.'),
  ])

  await loadFirm(servers.to.context)
  const { branding } = servers.to.context.settings
  expect(branding).toMatchObject({
    firmName: 'Table Bay Wealth',
    supportPhone: '+27 21 555 0199',
    logoFile: { height: 176 },
  })
  const stored = await versions()
  expect(stored.map(({ version, changedBy }) => [version, changedBy])).toEqual(
    Array.from({ length: 5 }, () => [1, null]),
  )
  const events = await firmEvents()
  expect(events.map(({ action, actorId }) => [action, actorId]).toSorted()).toEqual([
    ['firm.file-changed', null],
    ...Array.from({ length: 5 }, () => ['firm.settings-changed', null]),
  ])
  expect(events.at(-1)?.details).toMatchObject({ by: 'import', section: 'contacts', version: 1 })
  const system = await servers.to.as(
    (await makeUser(servers.to.context, { role: 'system_administrator' })).username,
  )
  expect((await system.get('/api/firm/settings/identity/versions')).body).toMatchObject([
    { version: 1, changedBy: 'imported on the server', fields: ['firmName', 'fspNumber'] },
  ])
  // Again: nothing changes.
  expect(await importFirm(servers.to.context, readFileSync(file, 'utf8'), importModelOfFile)).toEqual([])
  expect(await versions()).toHaveLength(5)
})

test('the file holds nothing else of the deployment', async () => {
  const { sections, ...rest } = await exportFirm(servers.from.context)
  expect(Object.keys(sections).toSorted()).toEqual(['contacts', 'identity', 'invitation', 'links'])
  expect(Object.keys(rest).toSorted()).toEqual(['format', 'logo'])
})

const FORMAT = 'client-onboarding-firm-1'
test.each([
  ['no JSON', 'hello', 'This is not a file of npm run firm:export'],
  ['another format', '{"format": "x", "sections": {}}', 'format:'],
  [
    'an unknown part',
    JSON.stringify({ format: FORMAT, sections: {}, smtpUrl: 'smtp://x' }),
    'smtpUrl: This field cannot be set.',
  ],
  [
    'an unknown section',
    JSON.stringify({ format: FORMAT, sections: { secrets: {} } }),
    'sections.secrets: This release has no such section.',
  ],
  [
    'an unknown field',
    JSON.stringify({ format: FORMAT, sections: { contacts: { fax: '1' } } }),
    'sections.contacts.fax: This field cannot be set.',
  ],
  [
    'wrong values, each',
    JSON.stringify({
      format: FORMAT,
      sections: { identity: { fspNumber: 'x' }, links: { termsUrl: 'javascript:1' } },
    }),
    /sections\.identity\.fspNumber: .*\n.*sections\.links\.termsUrl: /u,
  ],
  [
    'a foreign link in a wording',
    JSON.stringify({ format: FORMAT, sections: { invitation: { opening: 'https://evil.example' } } }),
    'sections.invitation.opening',
  ],
  [
    'a logo that is no picture',
    JSON.stringify({ format: FORMAT, sections: {}, logo: { light: 'aGVsbG8=' } }),
    'We can’t read this file as a logo',
  ],
])('%s is rejected, and nothing changes', async (_name, text, message) => {
  const before = await versions()
  await expect(importFirm(servers.to.context, text, importModelOfFile)).rejects.toThrow(message)
  expect(await versions()).toEqual(before)
})

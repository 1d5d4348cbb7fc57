import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument, makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { publishDueEvents } from '#features/integrations/server/webhooks/publish.ts'
import { makeApiToken } from '#test/support/api-tokens.ts'
import { makePdf } from '#test/support/files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** Inside of the project, so that its packages are found. */
const ROOT = path.resolve(import.meta.dirname, '../../../..')
const FOLDER = path.join(ROOT, '.tmp/generated-client')
const GENERATOR = path.join(ROOT, 'node_modules/openapi-typescript/bin/cli.js')
const TSC = path.join(ROOT, 'node_modules/@typescript/native/bin/tsc')
const PASSWORD = 'a lighthouse in the fog'
const run = promisify(execFile)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.close()
  rmSync(FOLDER, { recursive: true, force: true })
})

/** The example of docs/integrations.md. */
function documentedExample(): string {
  return (
    /```ts\n([\s\S]*?)```/u.exec(readFileSync(path.join(ROOT, 'docs/integrations.md'), 'utf8'))?.[1] ?? ''
  )
}

/** Generates types from a description, compiles programs with them, and runs the first. */
async function travel(
  journey: string,
  description: string,
  { args, beside = '' }: { args: string[]; beside?: string },
): Promise<unknown> {
  const folder = path.join(FOLDER, journey)
  mkdirSync(folder, { recursive: true })
  const { text } = await server.visit().get(description)
  writeFileSync(path.join(folder, 'description.json'), text)
  await run(process.execPath, [GENERATOR, 'description.json', '-o', 'schema.ts'], { cwd: folder })
  const program = path.join(folder, `${journey}.ts`)
  copyFileSync(path.join(ROOT, `test/support/generated-client/${journey}.ts.txt`), program)
  const other = path.join(folder, 'other.ts')
  writeFileSync(other, beside)
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: 'nodenext',
    target: 'es2024',
    types: ['node'],
    noEmit: true,
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    skipLibCheck: true,
  }
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: [program, other] }),
  )
  await run(process.execPath, [TSC, '-p', folder]).catch((error: { stdout: string }) => {
    throw new Error(error.stdout)
  })
  const { stdout } = await run(process.execPath, [program, ...args])
  return JSON.parse(stdout)
}

test('a client generated from the description signs in, applies, uploads, submits and reviews', async () => {
  const { context, url } = server
  const manager = await makeUser(context, { role: 'wealth_manager', password: PASSWORD })
  await makeFaisDocument(context, { managerId: manager.id })
  const username = 'sipho@people.example'
  const client = await makeClient(context, {
    username,
    password: PASSWORD,
    wealthManagerId: manager.id,
    application: { answers: completeAnswers(username, { fullName: 'Sipho Dube' }) },
  })
  const made = { applicationId: client.applicationId, ownerId: client.id, kind: 'signedFais' } as const
  await makeDocument(context, made)
  mkdirSync(FOLDER, { recursive: true })
  const file = path.join(FOLDER, 'march.pdf')
  writeFileSync(file, await makePdf())
  const args = [url, file, username, manager.username, PASSWORD]
  expect(await travel('session', '/api/openapi.json', { args })).toEqual({
    role: 'client',
    draft: 'draft',
    city: 'Durban',
    outdated: [412, 'version-conflict'],
    registered: 'string',
    missing: ['confirmations.accurate', 'confirmations.terms', 'confirmations.brokerReview'],
    submitted: 'submitted',
    again: true,
    detail: 'Sipho Dube',
    statuses: ['under_review', 'approved'],
    refused: [409, 'not-possible', 'approved', `${url}/api/errors#not-possible`],
  })
})

test('a client generated from the description for programs reads pages, an application and events', async () => {
  const { context, url } = server
  const answers = { city: 'Durban', country: 'South Africa' } as const
  const manager = await makeUser(context, { role: 'wealth_manager' })
  const facts = { wealthManagerId: manager.id, application: { status: 'submitted', answers } } as const
  const { applicationId } = await makeClient(context, facts)
  for (const _ of [1, 2]) await makeClient(context, facts)
  const session = await server.as(manager.username)
  await session.put(`/api/admin/applications/${applicationId}/status`, { status: 'under_review' })
  await publishDueEvents(context)
  const { token } = await makeApiToken(context)
  const beside = documentedExample()
  expect(beside).toContain('createClient<paths>')
  const asked = { args: [url, token], beside }
  const travelled = (await travel('programs', '/api/v1/openapi.json', asked)) as { ids: string[] }
  expect(travelled).toMatchObject({
    scopes: expect.arrayContaining(['events.read']) as unknown,
    same: true,
    types: expect.arrayContaining(['application.status_changed']) as unknown,
    later: [],
    missing: [400, null, `${url}/api/errors#invalid`],
  })
  expect(new Set(travelled.ids).size).toBe(4)
})

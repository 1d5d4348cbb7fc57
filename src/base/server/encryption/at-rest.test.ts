import { randomBytes, randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extendChain } from '#features/audit/server/log/extend-chain.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { documents } from '#features/access/schema/tables.ts'
import { idNumberFor, taxNumberFor } from '#app/demo/south-african-numbers.ts'
import { deliverDueMail } from '#features/mail/server/deliver.ts'
import { createMailTransport, outboxFolder } from '#features/mail/server/transports/create-transport.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { readWhole } from '#base/server/storage/read-whole.ts'
import { asStored } from '#test/support/as-stored.ts'
import { makePdf, makePng } from '#test/support/files.ts'
import { foundBelow, foundIn, needlesOf, needlesOfFile, type Needle } from '#test/support/needles.ts'
import { mailsTo } from '#test/support/records.ts'
import { mailedLink } from '#test/support/registration.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { clientKinds, idIn, upload, type SomeFile, assignLetter } from '#test/support/uploads.ts'

/** Numbers unique to this test: the cluster's files are shared. */
const secrets = {
  'the ID number': idNumberFor('1981-03-09', randomInt(5000)),
  'the tax number': taxNumberFor(`0${randomInt(10_000_000, 99_999_999)}`),
  "a child's ID number": idNumberFor('2012-07-21', randomInt(5000)),
  'the password': `harbour ${randomBytes(6).toString('hex')} wall`,
  'the name of a file': `payslip of ${idNumberFor('1974-11-02', randomInt(5000))} ${randomBytes(4).toString('hex')}`,
  'the next password': `lighthouse ${randomBytes(6).toString('hex')} keeper`,
}
/** Plaintext data, which proves that the search works. */
const street = `${randomInt(1000, 9999)} ${randomBytes(6).toString('hex')} Street`

let server: TestServer
let needles: Needle[]
/** Position in the database's write-ahead log when the test began: earlier data is from other tests. */
let firstLogFile = ''
/** Keeps the write-ahead log until this test has read it. */
const logKeeper = `at_rest_${randomBytes(6).toString('hex')}`

beforeAll(async () => {
  server = await startTestServer()
  firstLogFile = await asOwner(async (client) => {
    await client.query('select pg_create_physical_replication_slot($1, true)', [logKeeper])
    const { rows } = await client.query<{ name: string }>(
      'select pg_walfile_name(pg_current_wal_lsn()) as name',
    )
    return rows[0]?.name ?? ''
  })
  const { files, tokens, temporaryPassword } = await completeJourney()
  const ofFiles = files.flatMap(({ what, bytes }) => needlesOfFile(what, bytes))
  const ofTexts = Object.entries(secrets).flatMap(([what, text]) => needlesOf(what, text))
  const ofTokens = tokens.flatMap(({ what, token }) => [
    ...needlesOf(what, token),
    { what: `${what}, decoded`, bytes: Buffer.from(Buffer.from(token, 'base64url').toString('hex')) },
  ])
  const ofMails = needlesOf('the temporary password', temporaryPassword)
  needles = [...ofFiles, ...ofTexts, ...ofTokens, ...ofMails]
})
afterAll(async () => {
  await asOwner((client) => client.query('select pg_drop_replication_slot($1)', [logKeeper]))
  await server.close()
})

/** A client registers, answers everything, uploads a file to every list, submits, and requests a temporary password. */
async function completeJourney() {
  const { context } = server
  const username = `${randomBytes(6).toString('hex')}@test.example`
  const browser = server.visit()
  const done = async (answering: Promise<{ status: number; text: string }>) => {
    const answer = await answering
    if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  }
  const tokens: { what: string; token: string }[] = []
  const keepTokens = (when: string) => {
    for (const [name, token] of browser.cookies) tokens.push({ what: `${name} ${when}`, token })
  }
  await done(browser.post('/api/register', { username, password: secrets['the password'] }))
  keepTokens('after registration')
  const { token } = await mailedLink(context, username)
  tokens.push({ what: 'the link that confirms the address', token })
  await done(browser.post('/api/confirm-address', { token }))
  const answers = completeAnswers(username, {
    addressLine1: street,
    idNumber: secrets['the ID number'],
    dateOfBirth: '1981-03-09',
    taxIncomeNumber: secrets['the tax number'],
    hasChildren: true,
    childrenDetails: [{ fullName: 'Lwazi Nkosi', idNumber: secrets["a child's ID number"] }],
    assets: { pensionFunds: 1_000_000, providentFunds: 500_000 },
  })
  await done(browser.put('/api/application', answers))
  await assignLetter(context, username)
  const files: { what: string; bytes: Buffer }[] = []
  for (const kind of clientKinds) {
    const file = kind === 'payslip' ? picture() : await paper(`${kind} of ${secrets['the ID number']}`)
    idIn(await upload(browser, kind, { ...file, name: `${secrets['the name of a file']} ${kind}` }))
    files.push({ what: `the ${kind} file`, bytes: await asStored(file.bytes) })
  }
  const confirmations = { accurate: true, terms: true, brokerReview: true }
  await done(browser.put('/api/application', { confirmations }))
  await done(browser.post('/api/application/submit'))
  await done(
    browser.post('/api/change-password', {
      currentPassword: secrets['the password'],
      newPassword: secrets['the next password'],
    }),
  )
  keepTokens('after the change of password')
  await done(server.visit().post('/api/request-password-reset', { username }))
  const mails = await mailsTo(context, username)
  const temporaryPassword = mails
    .map((mail) => ('text' in mail ? /^\s*(\S{14})\s*$/mu.exec(mail.text ?? '')?.[1] : undefined))
    .find((text) => text !== undefined)
  if (temporaryPassword === undefined) throw new Error('No mail holds a temporary password.')
  await extendChain(context)
  return { files, tokens, temporaryPassword }
}

function picture(): SomeFile {
  return { bytes: makePng({ width: 40, height: 40 }), type: 'image/png' }
}

/** A PDF with a unique comment at its end. */
async function paper(text: string): Promise<SomeFile> {
  const comment = `\n%${text} ${randomBytes(2000).toString('base64')}`
  return { bytes: Buffer.concat([await makePdf({ text }), Buffer.from(comment)]), type: 'application/pdf' }
}

/** All rows of all tables, as text. */
function dump(): Promise<Buffer> {
  return asOwner(async (client) => {
    const tables = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
        where relkind in ('r', 'p', 'm') and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`,
    )
    const parts: string[] = []
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      parts.push(name, ...rows.map(({ row }) => row))
    }
    return Buffer.from(parts.join('\n'))
  })
}

async function asOwner<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: ownerUrl() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The test server's owner URL of this test's database. */
function ownerUrl(): string {
  const url = new URL(process.env['TEST_POSTGRES_SERVER'] ?? '')
  url.pathname = new URL(server.context.settings.databaseUrl ?? '').pathname
  return url.href
}

describe('after a complete application', () => {
  test('no table row reveals a secret', async () => {
    const text = await dump()
    expect(foundIn(text, needlesOf('the street', street))).toEqual(['the street'])
    expect(foundIn(text, needles)).toEqual([])
  })

  test("nor do the database's own files, including its write-ahead log", async ({ skip }) => {
    const { folder, oid, last } = await asOwner(async (client) => {
      await client.query('checkpoint')
      const { rows } = await client.query<{ folder: string; oid: string; last: string }>(
        `select current_setting('data_directory') as folder,
                (select oid::text from pg_database where datname = current_database()) as oid,
                pg_walfile_name(pg_current_wal_lsn()) as last`,
      )
      return rows[0] ?? { folder: '', oid: '', last: '' }
    })
    if (!existsSync(folder)) skip('the database is on another machine')
    expect(await foundBelow(path.join(folder, 'base', oid), needles)).toEqual([])
    expect(await foundBelow(path.join(folder, 'global'), needles)).toEqual([])
    const log = path.join(folder, 'pg_wal')
    // Later files are recycled ones with other tests' data.
    const isOfThisTest = (name: string) => name >= firstLogFile && name <= last
    expect(await foundBelow(log, needlesOf('the street', street), isOfThisTest)).not.toEqual([])
    expect(await foundBelow(log, needles, isOfThisTest)).toEqual([])
  })

  test('nor does any stored object, though all of them are readable', async () => {
    const store = await createStore(server.context.settings)
    const rows = await server.context.database.db.select().from(documents)
    // The signed letter belongs to the staff.
    expect(rows.length).toBe(clientKinds.length + 1)
    for (const { objectKey, bytes } of rows) {
      const object = await store.get(objectKey)
      if (object === null) throw new Error(`${objectKey} is not stored.`)
      const content = await readWhole(object)
      expect(content.length).toBeGreaterThan(bytes)
      expect(foundIn(content, needles)).toEqual([])
    }
  })

  test('nor does any other file beside the data', async () => {
    expect(await foundBelow(server.context.settings.dataDir, needles)).toEqual([])
  })

  /** Mails written to files are plaintext, including temporary passwords, by design. */
  test('mails contain a temporary password and a link, and none of the answers', async () => {
    const { context } = server
    await deliverDueMail(context, createMailTransport(context.settings))
    const folder = outboxFolder(context.settings.dataDir)
    const found = await foundBelow(folder, needles)
    expect(found).toContainEqual(expect.stringMatching(/^the temporary password in .+\.eml$/u))
    const meant = /^the (?:temporary password|link that confirms the address) in .+\.eml$/u
    expect(found.filter((what) => !meant.test(what))).toEqual([])
    expect(foundIn(await dump(), needles)).toEqual([])
  })
})

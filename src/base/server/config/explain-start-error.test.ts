import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifySmtp } from '#features/mail/server/transports/smtp-transport.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { explainStartError } from './explain-start-error.ts'

let database: TestDatabase
/** Greets as a mail server without TLS does. */
let plain: Server
beforeAll(async () => {
  database = await createTestDatabase()
  plain = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 mail\r\n')
  }).listen(0, '127.0.0.1')
  await once(plain, 'listening')
})
afterAll(async () => {
  plain.close()
  await database.drop()
})

const portOf = (server: Server) => (server.address() as AddressInfo).port
const changed = (url: string, change: Partial<URL>) => Object.assign(new URL(url), change).href

async function query(url: string, statement = 'select 1') {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function listen(port: number, host: string) {
  const server = createServer().listen(port, host)
  await once(server, 'listening').finally(() => server.close())
}

/** Each fails for real; `variables` are what the operator set. */
const cases: readonly [
  name: string,
  fail: () => Promise<unknown>,
  variables: () => Record<string, string>,
  message: RegExp,
][] = [
  [
    'a wrong password',
    () => query(changed(database.applicationUrl, { password: 'wrong' })),
    () => ({ DATABASE_URL: database.applicationUrl, DATABASE_OWNER_URL: database.url }),
    /^DATABASE_URL: the database refuses the password of \w+\. Correct the password/u,
  ],
  [
    'a role that does not exist',
    () => query(changed(database.applicationUrl, { username: 'nothing_here', password: 'x' })),
    () => ({ DATABASE_URL: changed(database.applicationUrl, { username: 'nothing_here' }) }),
    /^DATABASE_URL: the database (?:refuses the password of|has no role|accepts no such connection).*nothing_here/u,
  ],
  [
    'a database that does not exist',
    () => query(changed(database.url, { pathname: 'nothing_here' })),
    () => ({ DATABASE_URL: changed(database.url, { pathname: 'nothing_here' }) }),
    /^DATABASE_URL: database "nothing_here" does not exist\. Correct the name/u,
  ],
  [
    'a host that does not exist',
    () => query('postgres://x:y@nothing.invalid/z'),
    () => ({ DATABASE_OWNER_URL: 'postgres://x:y@nothing.invalid/z' }),
    /^DATABASE_OWNER_URL: there is no host nothing\.invalid/u,
  ],
  [
    'a port without a database',
    () => query('postgres://x:y@127.0.0.1:9/z'),
    () => ({ DATABASE_URL: 'postgres://x:y@localhost:9/z' }),
    /^DATABASE_URL: nothing answers at 127\.0\.0\.1:9 \(ECONNREFUSED\)\. Start the service/u,
  ],
  [
    'roles that are swapped',
    () => query(database.applicationUrl, 'create table public.swapped (id int)'),
    () => ({}),
    /^DATABASE_OWNER_URL: the role may not change the schema .*they may be swapped/u,
  ],
  [
    'a port in use',
    () => listen(portOf(plain), '127.0.0.1'),
    () => ({}),
    /^PORT: another program uses port \d+\. Stop it/u,
  ],
  [
    'an address of another machine',
    () => listen(0, '192.0.2.1'),
    () => ({}),
    /^HOST: 192\.0\.2\.1 is not an address of this machine/u,
  ],
  [
    'smtps on a port without TLS',
    () => verifySmtp(`smtps://127.0.0.1:${portOf(plain)}`),
    () => ({}),
    /^SMTP_URL: the mail server does not begin with TLS at this port\. Use smtp:/u,
  ],
  [
    'a data folder below a file',
    () => Promise.try(() => mkdirSync(`${import.meta.filename}/data`, { recursive: true })),
    () => ({ DATA_DIR: import.meta.filename }),
    /^DATA_DIR: .*data cannot be used \(ENOTDIR\)\. Correct the path/u,
  ],
]

test.each(cases)('%s names the variable, and what to do', async (_name, fail, variables, message) => {
  const error = await fail().then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).not.toBeNull()
  expect(explainStartError(error, variables())).toMatch(message)
})

test('the product’s own errors stay as they are, whatever caused them', () => {
  const cause = Object.assign(new Error('EACCES: /x'), { code: 'EACCES', path: '/x' })
  expect(explainStartError(new Error('The settings cannot be read.', { cause }), {})).toBe(
    'The settings cannot be read.',
  )
})

import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeal } from '#base/server/seal/create-certificate.ts'
import { verifySmtp } from '#features/mail/server/transports/smtp-transport.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { explainStartError } from './explain-start-error.ts'

let database: TestDatabase
/** Greets as a mail server without TLS does. */
let plain: Server
/** Has a certificate of no authority. */
let tls: Server
let refusing: SMTPServer
beforeAll(async () => {
  database = await createTestDatabase()
  plain = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 mail\r\n')
  }).listen(0, '127.0.0.1')
  const { key, certificate: cert } = await createSeal('localhost', new Date())
  tls = createTlsServer({ key, cert }, (socket) => socket.on('error', () => undefined)).listen(0)
  refusing = new SMTPServer({
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth: (_auth, _session, done) => done(new Error('refused')),
  })
  refusing.listen(0, '127.0.0.1')
  for (const server of [plain, tls, refusing.server]) if (!server.listening) await once(server, 'listening')
})
afterAll(async () => {
  plain.close()
  tls.close()
  await new Promise<void>((done) => refusing.close(done))
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

function withTls(): string {
  const url = new URL(database.url)
  url.searchParams.set('sslmode', 'require')
  return url.href
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
    'a port without a mail server',
    () => verifySmtp('smtp://127.0.0.1:9'),
    () => ({ SMTP_URL: 'smtp://127.0.0.1:9' }),
    /^SMTP_URL: nothing answers at 127\.0\.0\.1:9 \(ECONNREFUSED\)/u,
  ],
  [
    'a mail server that does not exist',
    () => verifySmtp('smtp://nothing.invalid:25'),
    () => ({ SMTP_URL: 'smtp://nothing.invalid:25' }),
    /^SMTP_URL: there is no host nothing\.invalid/u,
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
    'a database without TLS',
    () => query(withTls()),
    () => ({ DATABASE_URL: withTls() }),
    /^DATABASE_URL: the database does not offer TLS\. Switch it on there/u,
  ],
  [
    'a database without a free connection',
    async () => {
      const name = new URL(database.url).pathname.slice(1)
      await query(database.url, `alter database ${name} connection limit 0`)
      return query(database.applicationUrl).finally(() =>
        query(database.url, `alter database ${name} connection limit -1`),
      )
    },
    () => ({}),
    /^DATABASE_URL: the database accepts no more connections\. Raise its max_connections/u,
  ],
  [
    'a certificate of an unknown authority',
    () => verifySmtp(`smtps://localhost:${portOf(tls)}`),
    () => ({ SMTP_URL: `smtps://localhost:${portOf(tls)}` }),
    /^SMTP_URL: the certificate is refused \(\w+: self-signed certificate.*Give its authority in NODE_EXTRA_CA_CERTS/u,
  ],
  [
    'a mail server that refuses the password',
    () => verifySmtp(`smtp://user:wrong@127.0.0.1:${portOf(refusing.server)}`),
    () => ({}),
    /^SMTP_URL: the mail server refuses the name or the password\. Correct them/u,
  ],
  [
    // As root, which tests may run as, every port can be opened.
    'a privileged port',
    () =>
      Promise.reject(
        Object.assign(new Error('listen EACCES: permission denied 0.0.0.0:80'), {
          code: 'EACCES',
          syscall: 'listen',
          address: '0.0.0.0',
          port: 80,
        }),
      ),
    () => ({}),
    /^PORT: this user may not open port 80\. Use a port from 1024/u,
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

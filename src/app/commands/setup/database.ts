import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { UsageError } from '#app/commands/command-arguments.ts'
import type { DatabaseUrls } from '#base/server/embedded-postgres/cluster-roles.ts'

const DATABASE = 'onboarding'
const OWNER = 'onboarding_owner'
const APPLICATION = 'onboarding_application'
const PASSWORD_BYTES = 24

/**
 * Creates the two roles and the database (docs/install.md).
 *
 * @param superuserUrl without a host name it is a socket, and the roles connect to localhost
 * @param resetPasswords whether existing roles get new passwords, which locks out a server that uses them
 * @returns how the application connects
 * @throws UsageError where a role exists and its password may not be reset
 */
export async function createDatabase(superuserUrl: string, resetPasswords: boolean): Promise<DatabaseUrls> {
  const client = await connect(superuserUrl)
  try {
    const passwords = {
      owner: await createRole(client, OWNER, resetPasswords),
      application: await createRole(client, APPLICATION, resetPasswords),
    }
    await client.query(`grant ${APPLICATION} to ${OWNER}`)
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) {
      await client.query(`create database ${DATABASE} owner ${OWNER} encoding 'UTF8' template template0`)
    }
    const { rows } = await client.query<{ port: string }>('show port')
    const address = addressFor(superuserUrl, rows[0]?.port ?? '5432')
    return {
      url: address(APPLICATION, passwords.application),
      ownerUrl: address(OWNER, passwords.owner),
    }
  } finally {
    await client.end()
  }
}

/** Debian's PostgreSQL accepts only its own user as superuser on the socket, so root connects as that user. */
async function connect(superuserUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: superuserUrl })
  const isSocket = superuserUrl.includes('@/')
  if (!isSocket || process.getuid?.() !== 0) return client.connect().then(() => client)
  process.seteuid?.('postgres')
  try {
    await client.connect()
  } finally {
    process.seteuid?.(0)
  }
  return client
}

async function createRole(client: pg.Client, name: string, resetPassword: boolean): Promise<string> {
  const password = randomBytes(PASSWORD_BYTES).toString('hex')
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name])
  if (rowCount !== 0 && !resetPassword) {
    throw new UsageError(
      `The role ${name} exists: another server may use it. --force gives it a new password, which locks that server out.`,
    )
  }
  await client.query(`${rowCount === 0 ? 'create' : 'alter'} role ${name} login password '${password}'`)
  return password
}

/** The same server and the same TLS. */
function addressFor(superuserUrl: string, port: string) {
  return (user: string, password: string): string => {
    if (superuserUrl.includes('@/')) return `postgres://${user}:${password}@localhost:${port}/${DATABASE}`
    const url = new URL(superuserUrl)
    return Object.assign(url, { username: user, password, pathname: DATABASE }).href
  }
}

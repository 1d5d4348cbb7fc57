import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { DatabaseUrls } from '#server/platform/embedded-postgres/cluster-roles.ts'

const DATABASE = 'onboarding'
const OWNER = 'onboarding_owner'
const APPLICATION = 'onboarding_application'
const PASSWORD_BYTES = 24

/**
 * Creates the two roles and the database (docs/install.md). A role that is there gets a new password.
 *
 * @param superuserUrl without a host name it is a socket, and the roles connect to localhost
 * @returns how the application connects
 */
export async function createDatabase(superuserUrl: string): Promise<DatabaseUrls> {
  const client = await connect(superuserUrl)
  try {
    const passwords = {
      owner: await createRole(client, OWNER),
      application: await createRole(client, APPLICATION),
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

/** Debian's PostgreSQL lets its own user in by the socket, and nobody else as the superuser: root becomes that user meanwhile. */
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

async function createRole(client: pg.Client, name: string): Promise<string> {
  const password = randomBytes(PASSWORD_BYTES).toString('hex')
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name])
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

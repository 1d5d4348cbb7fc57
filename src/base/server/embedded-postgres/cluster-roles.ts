import { createHmac } from 'node:crypto'
import pg from 'pg'
import { APPLICATION_ROLE, DATABASE, OWNER, type Endpoint, type Login, urlOf } from './cluster-settings.ts'

/** URLs of the application's database for `pg` and `psql`. Both contain a password. */
export interface DatabaseUrls {
  /** As the application role. */
  url: string
  /** As the owner, which changes the schema. */
  ownerUrl: string
}

const MAINTENANCE_DATABASE = 'postgres'

/** @param password the owner's */
export function urlsOf(endpoint: Endpoint, password: string): DatabaseUrls {
  return {
    url: urlOf(endpoint, applicationLogin(password), DATABASE),
    ownerUrl: urlOf(endpoint, { role: OWNER, password }, DATABASE),
  }
}

/** Creates the application's role and database if missing, as after an interrupted first start. */
export async function makeRoleAndDatabase(endpoint: Endpoint, password: string): Promise<void> {
  const owner = urlOf(endpoint, { role: OWNER, password }, MAINTENANCE_DATABASE)
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  try {
    const { rows } = await client.query<{ has_role: boolean; has_database: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS has_role,
              EXISTS (SELECT FROM pg_database WHERE datname = $2) AS has_database`,
      [APPLICATION_ROLE, DATABASE],
    )
    const login = pg.escapeLiteral(applicationLogin(password).password)
    if (rows[0]?.has_role !== true) {
      await client.query(`CREATE ROLE ${APPLICATION_ROLE} LOGIN PASSWORD ${login}`)
    }
    if (rows[0]?.has_database !== true) await client.query(`CREATE DATABASE ${DATABASE}`)
  } finally {
    await client.end()
  }
}

/** The application's password is derived from the owner's with a one-way function: one file holds both. */
function applicationLogin(ownersPassword: string): Login {
  const password = createHmac('sha256', ownersPassword).update(APPLICATION_ROLE).digest('base64url')
  return { role: APPLICATION_ROLE, password }
}

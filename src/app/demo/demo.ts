import { eq } from 'drizzle-orm'
import { roundStates } from '#features/applications/rules/round/rounds.ts'
import type { Role } from '#features/access/rules/roles.ts'
import { hashPassword } from '#features/sign-in/server/passwords.ts'
import { setPasswordHash } from '#features/sign-in/server/user-passwords.ts'
import type { Context } from '#base/server/context.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { users } from '#features/access/schema/tables.ts'
import { demoCredentials, type Credentials } from './credentials.ts'
import { demoClients } from './demo-clients.ts'
import { makeDemoList } from './demo-list.ts'
import { makeDemoPacks } from './demo-pack.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { giveDemoLetter, publishDemoLetter } from './demo-letter.ts'
import { completeDemoClient, makeDemoClient, type DemoManager } from './make-demo-client.ts'

/** A user that can sign in to the demonstration. */
export interface DemoAccount {
  username: string
  password: string
  note: string
}

const MANAGER = 'manager@demo.example'
const SECOND_MANAGER = 'manager2@demo.example'
const ADMIN = 'admin@demo.example'
const SENIOR = 'senior@demo.example'
const SYSTEM_ADMINISTRATOR = 'sysadmin@demo.example'
const EMPTY_CLIENT = 'client@demo.example'

interface StaffMember {
  username: string
  role: Exclude<Role, 'client'>
  fullName: string
  /** In E.164 form. */
  phone?: string
  isSeniorManager?: true
  note: string
}

const staff: readonly StaffMember[] = [
  {
    username: MANAGER,
    role: 'wealth_manager',
    fullName: 'Pieter van Wyk',
    phone: '+27215550142',
    note: 'wealth manager',
  },
  {
    username: SECOND_MANAGER,
    role: 'wealth_manager',
    fullName: 'Nomsa Radebe',
    note: 'wealth manager without a FAIS document',
  },
  { username: ADMIN, role: 'admin', fullName: 'Carmen Fortuin', note: 'admin' },
  {
    username: SENIOR,
    role: 'admin',
    fullName: 'Lindiwe Botha',
    isSeniorManager: true,
    note: 'admin, senior manager',
  },
  {
    username: SYSTEM_ADMINISTRATOR,
    role: 'system_administrator',
    fullName: 'Thabo Sithole',
    note: 'system administrator',
  },
]

/** Existing users by username. */
type Present = ReadonlyMap<string, DemoManager & { faisDocumentId: string | null }>

/**
 * Adds demo data to a new deployment: one user of each role, and clients in every status. Existing users are unchanged,
 * so the next start completes an interrupted one.
 *
 * @returns the users that can sign in
 */
export async function seedDemo(context: Context): Promise<DemoAccount[]> {
  const notes = accountNotes()
  const { credentials, changed } = demoCredentials(context.settings, [...notes.keys()])
  await setPasswords(context, credentials, changed)
  await makeStaff(context, credentials)
  const present = await presentUsers(context)
  await publishDemoLetter(context, {
    userId: required(present, SYSTEM_ADMINISTRATOR).id,
    managerIds: [MANAGER, SECOND_MANAGER].map((username) => required(present, username).id),
  })
  const manager = required(present, MANAGER)
  if (manager.faisDocumentId === null) await giveDemoLetter(context, manager.id)
  await makeEmptyClient(context, credentials, present)
  await makeDemoClients(context, credentials, present)
  await makeDemoList(context)
  await makeDemoPacks(context, {
    verifierId: required(present, MANAGER).id,
    raterId: required(present, ADMIN).id,
  })
  await screenClients(context)
  return [...notes].map(([username, note]) => ({ username, password: credentials[username] ?? '', note }))
}

function accountNotes(): Map<string, string> {
  return new Map([
    [EMPTY_CLIENT, 'client with nothing filled in'],
    ...staff.map(({ username, note }) => [username, note] as const),
    ...demoClients.map(
      ({ username, status, round }) =>
        [
          username,
          `client, ${status.replaceAll('_', ' ')}${round ? `, corrections: ${roundStates[round.state].toLowerCase()}` : ''}`,
        ] as const,
    ),
  ])
}

async function presentUsers({ database: { db } }: Context): Promise<Present> {
  const { id, username, fullName, faisDocumentId } = users
  const rows = await db.select({ id, username, fullName, faisDocumentId }).from(users)
  return new Map(rows.map((row) => [row.username, row]))
}

function required(present: Present, username: string) {
  const found = present.get(username)
  if (found === undefined) throw new Error(`There is no user ${username}.`)
  return found
}

/** Updates existing users after a change of passwords, such as a new DEMO_PASSWORD. */
async function setPasswords(
  context: Context,
  credentials: Credentials,
  changed: ReadonlySet<string>,
): Promise<void> {
  for (const { username, id } of (await presentUsers(context)).values()) {
    const password = credentials[username]
    if (password === undefined || !changed.has(username)) continue
    const passwordHash = await hashPassword(password)
    await context.database.db.transaction((tx) => setPasswordHash(tx, id, passwordHash))
  }
}

async function makeStaff(context: Context, credentials: Credentials): Promise<void> {
  const present = await presentUsers(context)
  for (const { username, role, fullName, phone, isSeniorManager } of staff) {
    if (present.has(username)) continue
    const { id } = await makeUser(context, {
      username,
      role,
      fullName,
      phone,
      password: credentials[username],
    })
    if (isSeniorManager) {
      await context.database.db
        .update(users)
        .set({ seniorManagerSince: context.now() })
        .where(eq(users.id, id))
    }
  }
}

async function makeEmptyClient(context: Context, credentials: Credentials, present: Present): Promise<void> {
  if (present.has(EMPTY_CLIENT)) return
  await makeClient(context, {
    username: EMPTY_CLIENT,
    password: credentials[EMPTY_CLIENT],
    wealthManagerId: required(present, MANAGER).id,
  })
}

/** In parallel: most of the time is password hashing in other threads. */
async function makeDemoClients(context: Context, credentials: Credentials, present: Present): Promise<void> {
  const making = demoClients.map((client) => {
    const people = { manager: required(present, client.manager), adminId: required(present, ADMIN).id }
    const owner = present.get(client.username)
    return owner === undefined
      ? makeDemoClient(context, client, { ...people, password: credentials[client.username] })
      : completeDemoClient(context, client, { ...people, ownerId: owner.id })
  })
  // Wait for all, so that nothing runs after a failed start.
  const failed = (await Promise.allSettled(making)).find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

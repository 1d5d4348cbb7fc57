import { eq } from 'drizzle-orm'
import type { Role } from '#domain/users/roles.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { setPasswordHash } from '#server/auth/user-passwords.ts'
import type { Context } from '#server/context.ts'
import { makeClient, type ApplicationFacts } from '#server/db/factories/applications.ts'
import { makeDocument, makeFaisDocument } from '#server/db/factories/documents.ts'
import { makeUser } from '#server/db/factories/users.ts'
import { users } from '#server/db/schema.ts'
import { makeDemoFaisLetter } from './demo-fais-letter.ts'
import { demoCredentials, type Credentials } from './credentials.ts'
import { demoClients, type DemoClient } from './demo-clients.ts'
import { papersOf } from './demo-papers.ts'

/** Somebody who can sign in to the demonstration. */
export interface DemoAccount {
  username: string
  password: string
  note: string
}

const DAY_MS = 86_400_000
const MANAGER = 'manager@demo.example'
const EMPTY_CLIENT = 'client@demo.example'

interface StaffMember {
  username: string
  role: Exclude<Role, 'client'>
  fullName: string
  note: string
}

const staff: readonly StaffMember[] = [
  { username: MANAGER, role: 'wealth_manager', fullName: 'Pieter van Wyk', note: 'wealth manager' },
  {
    username: 'manager2@demo.example',
    role: 'wealth_manager',
    fullName: 'Nomsa Radebe',
    note: 'wealth manager without a FAIS document',
  },
  { username: 'admin@demo.example', role: 'admin', fullName: 'Carmen Fortuin', note: 'admin' },
  {
    username: 'sysadmin@demo.example',
    role: 'system_administrator',
    fullName: 'Thabo Sithole',
    note: 'system administrator',
  },
]

/**
 * Fills a new deployment with demo data: one user of each role, and clients in every status. Who is there already stays
 * as they are, so that a start that broke off is finished by the next.
 *
 * @returns who can sign in
 */
export async function seedDemo(context: Context): Promise<DemoAccount[]> {
  const notes = accountNotes()
  const usernames = [...notes.keys()]
  const { credentials, changed } = demoCredentials(context.settings, usernames)
  const present = await userIds(context)
  for (const username of usernames) {
    const id = present.get(username)
    if (id !== undefined && changed.has(username)) await setPassword(context, id, credentials[username])
  }
  const ids = await makeStaff(context, credentials, present)
  await makeEmptyClient(context, credentials, ids, present)
  for (const client of demoClients) {
    if (!present.has(client.username)) await makeDemoClient(context, client, credentials, ids)
  }
  return usernames.map((username) => ({
    username,
    password: credentials[username] ?? '',
    note: notes.get(username) ?? '',
  }))
}

function accountNotes(): Map<string, string> {
  return new Map([
    [EMPTY_CLIENT, 'client with nothing filled in'],
    ...staff.map(({ username, note }) => [username, note] as const),
    ...demoClients.map(
      ({ username, status }) => [username, `client, ${status.replaceAll('_', ' ')}`] as const,
    ),
  ])
}

async function userIds({ database: { db } }: Context): Promise<Map<string, string>> {
  const rows = await db.select({ id: users.id, username: users.username }).from(users)
  return new Map(rows.map(({ id, username }) => [username, id]))
}

async function setPassword(context: Context, userId: string, password = ''): Promise<void> {
  const passwordHash = await hashPassword(password)
  await context.database.db.transaction((tx) => setPasswordHash(tx, userId, passwordHash))
}

async function makeStaff(
  context: Context,
  credentials: Credentials,
  present: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const ids = new Map(present)
  for (const { username, role, fullName } of staff) {
    if (!ids.has(username)) {
      const user = await makeUser(context, { username, role, fullName, password: credentials[username] })
      ids.set(username, user.id)
    }
  }
  await giveFaisLetter(context, ids.get(MANAGER) ?? '')
  return ids
}

async function giveFaisLetter(context: Context, managerId: string): Promise<void> {
  const { db } = context.database
  const [manager] = await db.select().from(users).where(eq(users.id, managerId))
  if (manager === undefined || manager.faisDocumentId !== null) return
  await makeFaisDocument(context, {
    managerId,
    name: 'FAIS_Disclosure_Letter.pdf',
    bytes: await makeDemoFaisLetter(context, manager),
  })
}

async function makeEmptyClient(
  context: Context,
  credentials: Credentials,
  ids: ReadonlyMap<string, string>,
  present: ReadonlyMap<string, string>,
): Promise<void> {
  if (present.has(EMPTY_CLIENT)) return
  await makeClient(context, {
    username: EMPTY_CLIENT,
    password: credentials[EMPTY_CLIENT],
    wealthManagerId: ids.get(MANAGER),
  })
}

async function makeDemoClient(
  context: Context,
  client: DemoClient,
  credentials: Credentials,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const { username, answers } = client
  const made = await makeClient(context, {
    username,
    password: credentials[username],
    fullName: answers.fullName,
    wealthManagerId: ids.get(client.manager),
    application: applicationFacts(client, context.now()),
  })
  for (const paper of await papersOf(client)) {
    await makeDocument(context, {
      ...paper,
      applicationId: made.applicationId,
      ownerId: made.id,
      uploadedAt: daysBefore(context.now(), client.submitted ?? client.began),
    })
  }
}

function applicationFacts(client: DemoClient, now: Date): ApplicationFacts {
  const { status, answers, currentStep, began, submitted, onboarded } = client
  return {
    status,
    answers,
    currentStep,
    createdAt: daysBefore(now, began),
    ...(submitted !== undefined && { submittedAt: daysBefore(now, submitted) }),
    ...(onboarded !== undefined && { onboardedAt: daysBefore(now, onboarded) }),
  }
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

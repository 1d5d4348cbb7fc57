import type { BrowserContext } from '@playwright/test'
import type { Role } from '#features/access/rules/roles.ts'
import type { Context } from '#base/server/context.ts'
import { makeClient, type ApplicationFacts } from '#app/demo/factories/applications.ts'
import { makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { makePdf } from '#test/support/files.ts'

export interface Person {
  id: string
  username: string
  password: string
}

export interface Manager extends Person {
  fullName: string
  /** The FAIS letter that the manager's clients download. */
  letter: Buffer | null
}

const password = 'four quiet herons wading'

function personOf({ id, username }: MadeUser): Person {
  return { id, username, password }
}

/** A staff user with a permanent password. */
export async function addStaff(
  context: Context,
  role: Exclude<Role, 'client'>,
  fullName?: string,
): Promise<Person> {
  return personOf(await makeUser(context, { role, fullName, password }))
}

/** A wealth manager, by default with a FAIS letter of one line. */
export async function addManager(
  context: Context,
  { fullName = 'Naledi Khumalo', letter = true }: { fullName?: string; letter?: boolean | Uint8Array } = {},
): Promise<Manager> {
  const person = await addStaff(context, 'wealth_manager', fullName)
  const bytes = await bytesOf(letter, fullName)
  if (bytes !== null) await makeFaisDocument(context, { managerId: person.id, bytes })
  return { ...person, fullName, letter: bytes }
}

async function bytesOf(letter: boolean | Uint8Array, fullName: string): Promise<Buffer | null> {
  if (typeof letter !== 'boolean') return Buffer.from(letter)
  return letter ? makePdf({ text: `FAIS disclosure of ${fullName}` }) : null
}

/** An invited client without data, with a temporary password. */
export async function inviteClient(context: Context, manager: Manager): Promise<Person> {
  const { id, username, temporaryPassword } = await makeClient(context, {
    invited: true,
    wealthManagerId: manager.id,
  })
  return { id, username, password: temporaryPassword ?? '' }
}

/** A client with a permanent password and an application: by default an empty draft. */
export async function addClient(
  context: Context,
  { manager, fullName, ...application }: { manager?: Manager; fullName?: string } & ApplicationFacts = {},
): Promise<Person> {
  return personOf(
    await makeClient(context, { password, fullName, wealthManagerId: manager?.id, application }),
  )
}

/** Signs in without the sign-in page. */
export async function signIn(
  context: Pick<BrowserContext, 'request'>,
  { username, password: typed }: Pick<Person, 'username' | 'password'>,
): Promise<void> {
  const answer = await context.request.post('/api/login', { data: { username, password: typed } })
  if (!answer.ok()) throw new Error(`${username} could not sign in: ${answer.status()}`)
}

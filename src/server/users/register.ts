import { createApplication } from '#server/applications/commands.ts'
import {
  beginSession,
  recordSignIn,
  type Browser,
  type SignedIn,
} from '#server/auth/commands/begin-session.ts'
import { refuseWeakPassword } from '#server/auth/password-rules.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { addressKey } from '#server/throttling/address-key.ts'
import { countWithin } from '#server/throttling/throttle.ts'
import { awaitConfirmation } from './address-confirmation.ts'
import { createUser } from './commands.ts'

interface Registration {
  username: string
  password: string
  fullName: string | null
  browser: Browser
  now: Date
}

const TOO_MANY = 'There were too many registrations from your network.'

/**
 * Creates a client with a draft application, and signs it in. Until the address is confirmed nothing else is open to it,
 * and the name waits: nobody is mailed or shown what a stranger wrote.
 *
 * That a username is taken cannot be kept secret here; what can be limited is how often one may ask.
 *
 * @throws Refusal forbidden (403) where self-registration is off, invalid (400) for a password that is too easy to
 *   guess, conflict (409) where the account exists, throttled (429)
 */
export async function register(context: Context, registration: Registration): Promise<SignedIn> {
  if (!context.settings.selfRegistration) {
    throw new Refusal(
      'forbidden',
      'Accounts are created by invitation. Please ask your wealth manager for one.',
    )
  }
  const { username, password, browser } = registration
  refuseWeakPassword(context.settings, { field: 'password', password, username })
  await countWithin(context, ['registrationFromAddress', addressKey(browser.origin.ip), TOO_MANY])
  const passwordHash = await hashPassword(password)
  return context.database.db.transaction((tx) => createClient(tx, context, registration, passwordHash))
}

async function createClient(
  tx: Transaction,
  context: Context,
  { username, fullName, browser, now }: Registration,
  passwordHash: string,
): Promise<SignedIn> {
  const { ip } = browser.origin
  const client = { username, fullName: null, role: 'client', wealthManagerId: null } as const
  const userId = await createUser(tx, { ...client, passwordHash }, { by: 'registration', ip, now })
  if (userId === null) throw usernameTaken()
  const actor = { userId, role: client.role }
  await createApplication(tx, context, { ...client, userId }, { actor, ip, now })
  await awaitConfirmation(tx, context, { userId, username, fullName, now })
  const begun = await beginSession(tx, context, {
    userId,
    browser,
    browserIsKnown: false,
    temporaryPasswordHash: null,
    codeGiven: false,
    now,
  })
  await recordSignIn(tx, begun.actor, { origin: browser.origin, now })
  return begun
}

function usernameTaken(): Refusal {
  const message = 'There is an account with this email address already.'
  return new Refusal('conflict', `${message} Sign in, or choose "Forgot your password?".`, {
    errors: [{ path: 'username', message }],
  })
}

import type { Actor } from '#features/access/server/actor.ts'
import {
  beginSession,
  type BrowserToken,
  type SignedIn,
  type SigningIn,
} from '#features/sign-in/server/commands/begin-session.ts'
import { refuseWeakPassword } from '#features/sign-in/server/password-rules.ts'
import { hashPassword } from '#features/sign-in/server/passwords.ts'
import { newId } from '#base/server/db/id.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { addressKey } from '#base/server/throttling/address-key.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import { inTransaction, type TransactionContext } from '#features/access/server/command-context.ts'
import { nameApplication } from '#features/wizard/server/commands.ts'
import { requireEmailConfirmation } from './address-confirmation.ts'
import { openAccount } from './open-account.ts'

interface Registration {
  username: string
  password: string
  fullName: string | null
  browserToken: BrowserToken
}

const TOO_MANY = 'Too many registrations from your network.'

/**
 * Creates a client with a draft application, and signs it in. Until the address is confirmed the application cannot be
 * submitted, and no mail contains the name, since it is unverified input.
 * That a username is taken cannot be hidden here, so requests are rate-limited.
 *
 * @throws DomainError forbidden (403) where self-registration is off, invalid (400) for a common password, conflict
 * (409) where the account exists, throttled (429)
 */
export async function register(act: SigningIn, registration: Registration): Promise<SignedIn> {
  const { context, origin } = act
  if (!context.settings.selfRegistration) {
    throw new DomainError(
      'forbidden',
      'Accounts are by invitation only. Please ask your wealth manager to invite you.',
    )
  }
  const { username, password } = registration
  refuseWeakPassword(context.settings, { field: 'password', password, username })
  await countWithin(context, ['registrationFromAddress', addressKey(origin.ip), TOO_MANY])
  const passwordHash = await hashPassword(password)
  return inTransaction(act, (work) => createClient(work, registration, passwordHash))
}

async function createClient(
  work: TransactionContext<Actor | null>,
  { username, fullName, browserToken }: Registration,
  passwordHash: string,
): Promise<SignedIn> {
  const client = { username, fullName: null, role: 'client', wealthManagerId: null } as const
  const userId = newId()
  const byThemselves = { ...work, actor: { userId, role: client.role } }
  const opening = { by: 'registration', passwordHash } as const
  if ((await openAccount(byThemselves, { id: userId, ...client }, opening)) === null) throw usernameTaken()
  if (fullName !== null) await nameApplication(work.tx, userId, fullName)
  await requireEmailConfirmation(work, { userId, username, fullName })
  return beginSession(work, userId, { browserToken, browserIsKnown: false })
}

function usernameTaken(): DomainError {
  const message = 'There is already an account with this email address.'
  return new DomainError('conflict', `${message} Sign in, or choose "Forgot your password?".`, {
    errors: [{ path: 'username', message }],
  })
}

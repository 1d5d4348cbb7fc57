import type { Account, TemporaryPassword } from './queries.ts'
import { isPassword, DUMMY_HASH } from './passwords.ts'
import { readTemporaryPassword, temporaryPasswordKinds } from './temporary-passwords.ts'

/** The result of checking a password. */
export type Proof =
  | { is: 'password'; passwordHash: string }
  | { is: 'temporary-password'; passwordHash: string }
  /** The account's temporary password, but used or expired. */
  | { is: 'used' | 'expired' }
  | { is: 'wrong' }

const wrong = { is: 'wrong' } as const satisfies Proof

/**
 * Checks a password against an account. A wrong one takes the same work whether the account exists, is deactivated, or
 * has a password.
 */
export async function prove(account: Account | null, password: string, now: Date): Promise<Proof> {
  const active = onlyActive(account)
  // Like an own password it may be guessed, so it is checked within the account's limit only.
  const chosen = active?.passwordHash ? undefined : active?.temporary.find(({ kind }) => kind === 'chosen')
  const passwordHash = active?.passwordHash ?? chosen?.passwordHash ?? DUMMY_HASH
  if (await isPassword(password, passwordHash))
    return chosen === undefined ? { is: 'password', passwordHash } : proofBy(chosen, now)
  return proveTemporary(account, password, now)
}

/**
 * Checks a password against the account's temporary ones only. This stays possible while the account is slowed down, so
 * that guessing locks no owner out; temporary passwords are random and cannot be guessed. An input of that format is
 * checked against one of each kind, whether the account has it or not.
 */
export async function proveTemporary(account: Account | null, typed: string, now: Date): Promise<Proof> {
  const password = readTemporaryPassword(typed)
  if (password === null) return wrong
  const ofAccount = onlyActive(account)?.temporary ?? []
  const checked = temporaryPasswordKinds.map(async (kind) => {
    const one = ofAccount.find((temporary) => temporary.kind === kind)
    return (await isPassword(password, one?.passwordHash ?? DUMMY_HASH)) ? one : undefined
  })
  const temporary = (await Promise.all(checked)).find((one) => one !== undefined)
  return temporary === undefined ? wrong : proofBy(temporary, now)
}

function proofBy({ passwordHash, usedAt, expiresAt }: TemporaryPassword, now: Date): Proof {
  if (usedAt !== null) return { is: 'used' }
  return now >= expiresAt ? { is: 'expired' } : { is: 'temporary-password', passwordHash }
}

function onlyActive(account: Account | null): Account | null {
  return account?.deactivatedAt === null ? account : null
}

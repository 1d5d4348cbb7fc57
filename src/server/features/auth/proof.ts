import type { Account } from './queries.ts'
import { isPassword, DUMMY_HASH } from './passwords.ts'
import { readTemporaryPassword, temporaryPasswordKinds } from './temporary-passwords.ts'

/** What a password that was typed turned out to be. */
export type Proof =
  | { is: 'password'; passwordHash: string }
  | { is: 'temporary-password'; passwordHash: string }
  /** It is the temporary password of this account, but of no use any more. */
  | { is: 'used' | 'expired' }
  | { is: 'wrong' }

const wrong = { is: 'wrong' } as const satisfies Proof

/**
 * Checks a password against an account. One that is wrong takes the same work whether the account exists, is
 * deactivated, or has a password at all.
 */
export async function prove(account: Account | null, password: string, now: Date): Promise<Proof> {
  const active = onlyActive(account)
  const passwordHash = active?.passwordHash ?? DUMMY_HASH
  if (await isPassword(password, passwordHash)) return { is: 'password', passwordHash }
  return proveTemporary(account, password, now)
}

/**
 * Checks a password against the temporary ones of an account alone. That is open even while the account is slowed down,
 * so that guessing locks nobody out: a temporary password is drawn at random and cannot be guessed, and whoever owns
 * the account can have one sent. What does not look like one costs nothing; what does is checked against one of each
 * kind, whether the account has it or not.
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
  if (temporary === undefined) return wrong
  if (temporary.usedAt !== null) return { is: 'used' }
  if (now >= temporary.expiresAt) return { is: 'expired' }
  return { is: 'temporary-password', passwordHash: temporary.passwordHash }
}

function onlyActive(account: Account | null): Account | null {
  return account?.deactivatedAt === null ? account : null
}

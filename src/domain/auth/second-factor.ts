/**
 * Where a session stands with the second factor. `to-set-up`: this deployment requires one of staff, and they have
 * none yet.
 */
export const secondFactorStates = ['not-needed', 'due', 'given', 'to-set-up'] as const
export type SecondFactorState = (typeof secondFactorStates)[number]

/** How the codes of an authenticator are made (RFC 6238; what every authenticator understands). */
export const totp = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** How many recovery codes somebody has. */
export const RECOVERY_CODES = 10

/** No vowels and nothing that looks like something else: 24 signs, which are read out and typed without mistakes. */
const RECOVERY_SIGNS = 'BCDFGHJKLMNPQRSTVWXYZ247'
const RECOVERY_GROUPS = 3
const GROUP_LENGTH = 4

/**
 * A recovery code, as it is shown: three groups of four, some 55 bits.
 *
 * @param randomInt answers a random whole number below its argument
 */
export function generateRecoveryCode(randomInt: (below: number) => number): string {
  const sign = () => RECOVERY_SIGNS.charAt(randomInt(RECOVERY_SIGNS.length))
  const group = () => Array.from({ length: GROUP_LENGTH }, sign).join('')
  return Array.from({ length: RECOVERY_GROUPS }, group).join('-')
}

/** What somebody typed as the second factor, in the one way to write it. */
export type TypedCode =
  | { is: 'code'; code: string }
  | { is: 'recovery-code'; code: string }
  | { is: 'neither' }

const CODE = new RegExp(String.raw`^\d{${totp.digits}}$`, 'u')
const RECOVERY_CODE = new RegExp(`^[${RECOVERY_SIGNS}]{${RECOVERY_GROUPS * GROUP_LENGTH}}$`, 'u')

/** Tells an authenticator's code from a recovery code. Spaces, hyphens and small letters make no difference. */
export function readCode(typed: string): TypedCode {
  const code = typed.replaceAll(/[\s\u2010-\u2015-]/gu, '').toUpperCase()
  if (CODE.test(code)) return { is: 'code', code }
  return RECOVERY_CODE.test(code) ? { is: 'recovery-code', code } : { is: 'neither' }
}

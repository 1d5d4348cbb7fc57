/** Second-factor state of a session. `to-set-up`: required for staff by this deployment, but missing. */
export const secondFactorStates = ['not-needed', 'due', 'given', 'to-set-up'] as const
export type SecondFactorState = (typeof secondFactorStates)[number]

/** TOTP parameters (RFC 6238) that all authenticators support. */
export const totp = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Number of recovery codes per user. */
export const RECOVERY_CODES = 10

/** 24 characters without vowels and look-alikes, safe to read out and type. */
const RECOVERY_SIGNS = 'BCDFGHJKLMNPQRSTVWXYZ247'
const RECOVERY_GROUPS = 3
const GROUP_LENGTH = 4

/**
 * A recovery code: three groups of four, about 55 bits.
 *
 * @param randomInt a random integer below its argument
 */
export function generateRecoveryCode(randomInt: (below: number) => number): string {
  const sign = () => RECOVERY_SIGNS.charAt(randomInt(RECOVERY_SIGNS.length))
  const group = () => Array.from({ length: GROUP_LENGTH }, sign).join('')
  return Array.from({ length: RECOVERY_GROUPS }, group).join('-')
}

/** A typed second factor, normalised. */
export type TypedCode =
  | { is: 'code'; code: string }
  | { is: 'recovery-code'; code: string }
  | { is: 'neither' }

const CODE = new RegExp(String.raw`^\d{${totp.digits}}$`, 'u')
const RECOVERY_CODE = new RegExp(`^[${RECOVERY_SIGNS}]{${RECOVERY_GROUPS * GROUP_LENGTH}}$`, 'u')

/** Distinguishes authenticator and recovery codes, ignoring spaces, hyphens and case. */
export function readCode(typed: string): TypedCode {
  const code = typed.replaceAll(/[\s\u2010-\u2015-]/gu, '').toUpperCase()
  if (CODE.test(code)) return { is: 'code', code }
  return RECOVERY_CODE.test(code) ? { is: 'recovery-code', code } : { is: 'neither' }
}

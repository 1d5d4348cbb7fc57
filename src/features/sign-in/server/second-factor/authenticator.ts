import { totp } from '#features/access/rules/second-factor.ts'

/** Clocks may be a step off, and typing takes a while (RFC 6238, section 5.2). */
const WINDOW_STEPS = 1
/** RFC 4226, section 4 (R6). */
const SECRET_BYTES = 20

/** Generates and checks codes; loaded on first use. */
async function library() {
  return import('otpauth')
}

/** Generates the secret that is shared with an authenticator, in base 32. */
export async function generateSecret(): Promise<string> {
  const { Secret } = await library()
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The `otpauth` address for the QR code of a secret. */
export async function addressOf(secret: string, issuer: string, username: string): Promise<string> {
  const { TOTP } = await library()
  return new TOTP({ ...totp, secret, issuer, label: username }).toString()
}

/**
 * The time step of a code since 1970; null for a code that is wrong, too old or too new.
 *
 * @param code digits only
 */
export async function stepOf(secret: string, code: string, now: Date): Promise<number | null> {
  const { Secret, TOTP } = await library()
  const timestamp = now.getTime()
  const { algorithm, digits, period } = totp
  const shared = Secret.fromBase32(secret)
  const delta = TOTP.validate({
    token: code,
    secret: shared,
    algorithm,
    digits,
    period,
    timestamp,
    window: WINDOW_STEPS,
  })
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta
}

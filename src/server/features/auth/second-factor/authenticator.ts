import { totp } from '#domain/auth/second-factor.ts'

/** A clock may be a step behind or before ours, and typing takes a while (RFC 6238, section 5.2). */
const WINDOW_STEPS = 1
/** RFC 4226, section 4 (R6). */
const SECRET_BYTES = 20

/** What makes and checks codes: loaded when the first one is needed. */
async function library() {
  return import('otpauth')
}

/** Draws the secret that an authenticator and we share, in base 32. */
export async function drawSecret(): Promise<string> {
  const { Secret } = await library()
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The address by which an authenticator takes a secret up, from a QR code. */
export async function addressOf(secret: string, issuer: string, username: string): Promise<string> {
  const { TOTP } = await library()
  return new TOTP({ ...totp, secret, issuer, label: username }).toString()
}

/**
 * The time step that a code belongs to, counted from 1970; null for a code that is wrong, or too old or new.
 *
 * @param code its digits and nothing else
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

import { z } from 'zod'
import { passkeyAnswerSchema } from './passkey-answers.ts'
import { PASSWORD_MAX_LENGTH } from '#features/sign-in/rules/password-policy.ts'

/** A password to verify: any text short enough to hash. */
export const passwordSchema = z
  .string()
  .min(1, 'Password is required')
  .max(PASSWORD_MAX_LENGTH * 4)

/** An authenticator or recovery code, with any spaces and hyphens. */
export const codeSchema = z.string().trim().min(1, 'The code is required').max(64)

const byPassword = z.strictObject({
  by: z.literal('password'),
  password: passwordSchema,
  code: codeSchema.optional(),
})

/** A passkey counts as both factors. */
const byPasskey = z.strictObject({ by: z.literal('passkey'), response: passkeyAnswerSchema })

/**
 * Proof that the signed-in user acts, and not another person at an unattended browser. `code` is required where the
 * second factor itself changes.
 */
export const ownProofSchema = z.discriminatedUnion('by', [
  byPassword,
  /** `nonce` comes with the options of a signature. */
  byPasskey.extend({ nonce: z.string().max(100).optional() }),
  /** This session signed in at its provider again within five minutes. */
  z.strictObject({ by: z.literal('sso'), code: codeSchema.optional() }),
])

export type GivenProof = z.output<typeof ownProofSchema>

/** Proof that an account is the caller's, before a session of it begins. */
export const accountProofSchema = z.discriminatedUnion('by', [byPassword, byPasskey])

export type AccountProof = z.output<typeof accountProofSchema>

/** The fields of a call that requires proof: `proof`, or in the former form the password. */
export const proofFields = { password: passwordSchema.optional(), proof: ownProofSchema.optional() }

/** The same where a second-factor code is required beside the password. */
export const proofAndCodeFields = { ...proofFields, code: codeSchema.optional() }

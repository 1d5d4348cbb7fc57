import { z } from 'zod'

const credentials = z.array(z.object({ id: z.string(), type: z.literal('public-key') }))
const userVerification = z.literal('required')

/** What the browser needs to ask a device for an answer (WebAuthn, `PublicKeyCredentialRequestOptionsJSON`). */
export const requestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: credentials,
  userVerification,
  /** In milliseconds. */
  timeout: z.number(),
})

export type PasskeyRequestOptions = z.infer<typeof requestOptionsSchema>

/** What the browser needs to have a device make a passkey (WebAuthn, `PublicKeyCredentialCreationOptionsJSON`). */
export const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  excludeCredentials: credentials,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    /** For browsers that don't know `residentKey`. */
    requireResidentKey: z.literal(true),
    userVerification,
  }),
  attestation: z.literal('none'),
  timeout: z.number(),
})

export type PasskeyCreationOptions = z.infer<typeof creationOptionsSchema>

import { z } from 'zod'

const base64Url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/u)

const credential = {
  id: base64Url.max(2000),
  rawId: base64Url.max(2000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z
    .custom<object>((value) => typeof value === 'object' && value !== null)
    .meta({ type: 'object' })
    .default({}),
}

/** A passkey's answer to a challenge (WebAuthn, `AuthenticationResponseJSON`). */
export const passkeyAnswerSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url,
    authenticatorData: base64Url,
    signature: base64Url,
    userHandle: base64Url.max(200).optional(),
  }),
})

export type PasskeyAnswer = z.output<typeof passkeyAnswerSchema>

/** A new passkey (WebAuthn, `RegistrationResponseJSON`). */
export const passkeyCreatedSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url,
    attestationObject: base64Url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

export type PasskeyCreated = z.output<typeof passkeyCreatedSchema>

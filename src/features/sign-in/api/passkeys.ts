import { z } from 'zod'
import { sessionUserSchema } from '#features/access/api/auth.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { ownProofSchema } from '#features/access/api/own-proof.ts'
import { passkeyAnswerSchema, passkeyCreatedSchema } from '#features/access/api/passkey-answers.ts'
import { creationOptionsSchema, requestOptionsSchema } from '#features/access/api/passkey-options.ts'

const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** What the device knows it by, in base64url. */
  credentialId: z.string(),
  /** The domain that it belongs to. */
  rpId: z.string(),
  /** Whether it works here: not where that is another domain than this site’s. */
  worksHere: z.boolean(),
  /** Whether it is synced to the owner's other devices. */
  backedUp: z.boolean(),
  /** Whether the device of this browser has made or used it. */
  thisDevice: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})

export type OwnPasskey = z.infer<typeof passkeySchema>

const nameSchema = z
  .string()
  .trim()
  .min(1, 'Please enter a name')
  .max(60, 'Please use at most 60 characters')
  .regex(/^\P{C}*$/u, 'Please use letters and digits only')

export const passkeyEndpoints = endpoints({
  'POST /api/passkey/options': {
    summary: 'Begin a sign-in with a passkey; the same for everyone',
    tag: 'Sign-in',
    access: 'anyone',
    repeated: 'attempt',
    answer: z.object({ options: requestOptionsSchema }),
  },
  'POST /api/passkey/login': {
    summary: 'Sign in with a passkey',
    tag: 'Sign-in',
    access: 'anyone',
    repeated: 'attempt',
    body: z.strictObject({ response: passkeyAnswerSchema }),
    answer: sessionUserSchema,
  },
  'GET /api/account/passkeys': {
    summary: 'List your passkeys',
    tag: 'Account',
    access: 'passkeys.manage',
    answer: z.array(passkeySchema),
  },
  'POST /api/account/passkeys/options': {
    summary: 'Begin to add a passkey, with proof that it is you',
    tag: 'Account',
    access: 'passkeys.manage',
    repeated: 'attempt',
    body: z.strictObject({ proof: ownProofSchema }),
    answer: z.object({ options: creationOptionsSchema }),
  },
  'POST /api/account/passkeys': {
    summary: 'Add the passkey that your device made; the first second factor of staff returns recovery codes',
    tag: 'Account',
    access: 'passkeys.manage',
    repeated: 'attempt',
    body: z.strictObject({ response: passkeyCreatedSchema, name: nameSchema.optional() }),
    answer: passkeySchema.extend({
      /** Where it is the first second factor of staff: shown once. */
      recoveryCodes: z.array(z.string()).optional(),
    }),
    status: 201,
  },
  'PATCH /api/account/passkeys/{id}': {
    summary: 'Rename one of your passkeys',
    tag: 'Account',
    access: 'passkeys.manage',
    repeated: 'same',
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({ name: nameSchema }),
    answer: passkeySchema,
  },
  'POST /api/account/passkeys/{id}/removal': {
    summary: 'Remove one of your passkeys, with proof that it is you',
    tag: 'Account',
    access: 'passkeys.manage',
    repeated: 'attempt',
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({ proof: ownProofSchema }),
    answer: 'nothing',
  },
  'POST /api/account/proof-options': {
    summary: 'Begin a proof with a passkey: for the account, or for the signature of one document',
    tag: 'Account',
    access: 'passkeys.manage',
    repeated: 'attempt',
    body: z.strictObject({
      /** The document to sign; without it the proof is for the account. */
      signing: z
        .strictObject({ sha256: z.string().regex(/^[\da-f]{64}$/u), statementsVersion: z.string().max(20) })
        .optional(),
    }),
    answer: z.object({
      options: requestOptionsSchema,
      /** To be sent back with the proof of a signature. */
      nonce: z.string().nullable(),
    }),
  },
})

type PasskeyEndpoints = typeof passkeyEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends PasskeyEndpoints {}
}

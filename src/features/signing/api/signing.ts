import { z } from 'zod'
import { drawingSchema } from '#features/signing/rules/drawing.ts'
import { sealLevels } from '#features/signing/rules/signables.ts'
import { proofFields } from '#features/access/api/own-proof.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { jsonValue } from '#base/rules/api/json-value.ts'

/** Why a document cannot be signed on screen; signing on paper always works. */
const unsignableReasons = [
  /** The deployment has no seal certificate. */
  'no-seal',
  /** There is no document yet. */
  'no-document',
  /** A seal cannot cover encrypted content. */
  'encrypted',
  /** Sealing it was tried, and failed. */
  'unsealable',
  /** Not passed by the virus scanner yet, or rejected by it. */
  'unreadable',
  /** The signer's name is unknown. */
  'no-name',
] as const

const signableSchema = z.object({
  /** Null where it can be signed once opened. */
  unsignable: z.enum(unsignableReasons).nullable(),
  /** The document to sign. */
  document: z
    .object({
      title: z.string(),
      /** Counts from 1. */
      version: z.number().int(),
      sha256: z.string(),
      bytes: z.number().int(),
      /** When this client first opened this version; null if never. */
      openedAt: z.iso.datetime().nullable(),
      /** When this version was first on the screen in this session; null if never. */
      displayedAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** A typed signature must equal this name. */
  signerName: z.string(),
  /** Version of the statements to confirm. */
  wording: z.string(),
  statements: z.array(z.string()),
})

export type SignableView = z.infer<typeof signableSchema>

/** A typed or drawn signature. */
const signature = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('typing'),
    name: z.string().trim().min(1, 'Please type your full name').max(200),
  }),
  z.strictObject({ by: z.literal('drawing'), strokes: drawingSchema }),
])

export type SentSignature = z.infer<typeof signature>

/** The independent time-stamp of a signature. */
const stampSchema = z.object({
  level: z.enum(sealLevels),
  /** Time of the independent time-stamp; null without one. */
  stampedAt: z.iso.datetime().nullable(),
  /** Whether a time-stamp is still being requested. */
  stampIsComing: z.boolean(),
})

export type StampView = z.infer<typeof stampSchema>

const verdictSchema = z.object({
  /**
   * `intact`: as this firm sealed it. `changed`: sealed by this firm, then modified. `foreign`: no seal of this firm.
   */
  is: z.enum(['intact', 'changed', 'foreign']),
  /** Details of an intact one; null once its records are deleted. */
  signature: z
    .object({
      title: z.string(),
      version: z.number().int(),
      initials: z.string(),
      signedAt: z.iso.datetime(),
      ...stampSchema.shape,
    })
    .nullable(),
})

export type Verdict = z.infer<typeof verdictSchema>

/** An on-screen signature, and the state of its seal. */
const signatureSchema = z.object({
  title: z.string(),
  version: z.number().int(),
  signedAt: z.iso.datetime(),
  ...stampSchema.shape,
  /** Verified now, on the stored file. */
  seal: z.enum(['intact', 'broken']),
  identifiedBy: z.string(),
  /** What anyone can verify the signer's passkey with (docs/passkeys.md); null where the password was entered. */
  passkey: z
    .object({
      text: z.string(),
      publicKey: z.record(z.string(), jsonValue),
      clientDataJSON: z.string(),
      authenticatorData: z.string(),
      signature: z.string(),
    })
    .nullable(),
})

export type SignatureView = z.infer<typeof signatureSchema>

export const signingEndpoints = endpoints({
  'GET /api/signables/fais-letter': {
    summary: 'Get the document to sign, whether you have opened it, and the statements to confirm',
    tag: 'Signing',
    access: 'fais-letter.download',
    answer: signableSchema,
  },
  'POST /api/signables/fais-letter/displayed': {
    summary:
      'Report that the document to sign is on the screen of this session, or that it cannot be drawn there: only the first lets it be signed on screen',
    tag: 'Signing',
    access: 'fais-letter.download',
    repeated: 'same',
    body: z.strictObject({
      /** Hash of the displayed version: another version is rejected. */
      sha256: z.string().regex(/^[\da-f]{64}$/u),
      /** Whether the browser could draw all of it. */
      drawn: z.boolean().default(true),
    }),
    answer: signableSchema,
  },
  'GET /api/documents/{id}/signature': {
    summary: 'Get how a document was signed on screen; null if it was not',
    tag: 'Signing',
    access: 'document.read',
    params: z.strictObject({ id: z.uuid() }),
    answer: z.object({ signature: signatureSchema.nullable() }),
  },
  'POST /api/signables/fais-letter/signature': {
    summary: 'Sign on screen; the document is sealed and stored with the application',
    tag: 'Signing',
    access: 'document.add',
    repeated: 'keyed',
    body: z.strictObject({
      /** Hash of the version that was read: another version is rejected. */
      sha256: z.string().regex(/^[\da-f]{64}$/u),
      signature,
      /** Version of the statements; all were ticked. */
      wording: z.string().max(20),
      statements: z.array(z.literal(true, 'Please tick to confirm')).max(5),
      ...proofFields,
    }),
    answer: z.object({ documentId: z.uuid(), level: z.enum(sealLevels) }),
  },
})

/** The response of `POST /api/verify-document`, which takes a PDF and is therefore not in the contract. */
export { verdictSchema }

type SigningEndpoints = typeof signingEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends SigningEndpoints {}
}
